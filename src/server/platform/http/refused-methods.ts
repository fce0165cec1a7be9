import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import type { Call } from '#contract/call.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { decodedPath } from './request-log.ts'

const routable: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE']
const used: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Options of the router. Longer addresses never reach it (`long-addresses.ts`). */
export const routerOptions = { ignoreTrailingSlash: true, maxParamLength: 16_384 }

/**
 * Returns the address to route. For a browser, percent signs that encode no characters (a truncated `caf%C3`) are taken
 * literally, so that it gets the page of unknown addresses. For a program such an address is `malformed`.
 */
export function routedAddress({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string {
  if (!url.includes('%') || !headers.accept?.includes('text/html')) return url
  const end = url.search(/[?#]/)
  const path = end < 0 ? url : url.slice(0, end)
  return isDecodable(path) ? url : path.replaceAll('%', '%25') + url.slice(path.length)
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** The methods of each registered path. */
type MethodsOf = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Answers 405 for a known path with another method, and for unsupported methods. The methods of a path are looked up
 * when a request matches no route, or only the wildcard: 1,300 routes for refusals would be a twentieth of the startup
 * time.
 */
export function registerRefusedMethods(app: FastifyInstance): { refuseOtherMethods(): void } {
  const methodsOf = new Map<string, Set<string>>()
  let findMethods: ReturnType<typeof createFinder> | undefined
  app.decorate('routeTable', [])
  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.refusedMethods) return
    const methods = methodsOf.get(url) ?? new Set()
    for (const one of [method].flat()) {
      methods.add(one)
      app.routeTable.push({ method: one, url, call: config?.call })
    }
    methodsOf.set(url, methods)
  })
  const refused = (request: { method: string; url: string; is404: boolean }, pattern: string | undefined) => {
    if (!request.is404 && !pattern?.endsWith('*')) return undefined
    findMethods ??= createFinder(methodsOf)
    const methods = findMethods(request.url)
    if (methods) return methods.has(request.method) ? undefined : [...methods].join(', ')
    return used.includes(request.method) ? undefined : used.join(', ')
  }
  app.addHook('onRequest', (request, reply, next) => {
    const { url, config } = request.routeOptions
    const allowed = config.refusedMethods ?? refused(request, url)
    if (allowed) reply.header('allow', allowed).send(new Problem('method-not-allowed'))
    else next()
  })
  return {
    /** Call it when all routes are registered. */
    refuseOtherMethods() {
      const paths = [...methodsOf].map(([url, methods]) => ({ url, methods, parts: url.split('/') }))
      for (const { url, methods, parts } of paths.filter((path) => !takesAll(path.url))) {
        const takers = paths.filter((other) => other.url !== url && couldTake(other.parts, parts))
        const isTaken = (method: string) => takers.some((taker) => taker.methods.has(method))
        const method = routable.filter((one) => !methods.has(one) && isTaken(one))
        if (method.length === 0) continue
        const config = { refusedMethods: [...methods].join(', ') }
        app.route({ url, method, config, handler: async () => new Problem('method-not-allowed') })
      }
    },
  }
}

/** Returns a lookup of an address's methods; undefined for one that only the wildcard matches. */
function createFinder(methodsOf: MethodsOf): (address: string) => ReadonlySet<string> | undefined {
  const paths = [...methodsOf]
    .filter(([url]) => !takesAll(url))
    .map(([url, methods]) => ({ parts: url.split('/'), methods }))
    .toSorted((one, other) => parametersOf(one.parts) - parametersOf(other.parts))
  return (address) => {
    const parts = decodedPath(address.replace(/\/?(?:[?#].*)?$/s, '')).split('/')
    return paths.find((path) => couldTake(path.parts, parts))?.methods
  }
}

/** As in the router, literal segments take precedence over parameters. */
function parametersOf(parts: readonly string[]): number {
  return parts.filter((part) => part.startsWith(':')).length
}

/**
 * Returns whether the parameters of a path could match another path: `PUT /users/start` would be taken for `PUT
 * /users/:id`, although only `POST /users/start` is meant.
 */
function couldTake(parts: readonly string[], others: readonly string[]): boolean {
  return parts.length === others.length && parts.every((part, index) => takes(part, others[index] ?? ''))
}

/** `:id` matches every segment, `:id.pdf` those with this ending. */
function takes(part: string, other: string): boolean {
  if (!part.startsWith(':') || other.startsWith(':')) return part === other || part.startsWith(':')
  const ending = /\..*$/.exec(part)?.[0] ?? ''
  return other.length > ending.length && other.endsWith(ending)
}

function takesAll(url: string): boolean {
  return url === '*' || url === '/*'
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every registered route, for the authorisation matrix. */
    routeTable: { readonly method: string; readonly url: string; readonly call: Call | undefined }[]
  }
  interface FastifyContextConfig {
    /** The allowed methods, as in `Allow`, of a route that only refuses others. */
    refusedMethods?: string
  }
}
