import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, HTTPMethods } from 'fastify'
import type { Call } from '#contract/call.ts'
import { Problem } from '#server/platform/runtime/problem.ts'

const routable: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE']
const used: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']

/** How the router reads addresses. What is too long does not reach it (`long-addresses.ts`). */
export const routerOptions = { ignoreTrailingSlash: true, maxParamLength: 16_384 }

/**
 * The address that is routed. Where a browser opens a path whose percent signs stand for no characters (a truncated `caf%C3`), they
 * are themselves: it gets the page that unknown addresses have. To a program such an address is `malformed`.
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

/** The methods of each path, as it was registered. */
type MethodsOf = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Answers 405 for a known path with a method that it does not have, and for methods that no path has. Which methods a path
 * has is looked up when a request finds no route, or only the one that takes all: a route for each of 1,300 refusals would
 * be the twentieth part of a start.
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
    /** To be called when all routes are known. */
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

/** Looks up the methods of an address; undefined for one that only the route that takes all would take. */
function createFinder(methodsOf: MethodsOf): (address: string) => ReadonlySet<string> | undefined {
  const paths = [...methodsOf]
    .filter(([url]) => !takesAll(url))
    .map(([url, methods]) => ({ parts: url.split('/'), methods }))
    .toSorted((one, other) => parametersOf(one.parts) - parametersOf(other.parts))
  return (address) => {
    const parts = decoded(address.replace(/\/?(?:[?#].*)?$/s, '')).split('/')
    return paths.find((path) => couldTake(path.parts, parts))?.methods
  }
}

/** As with the router, fixed words win over parameters. */
function parametersOf(parts: readonly string[]): number {
  return parts.filter((part) => part.startsWith(':')).length
}

function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/**
 * Whether the parameters of a path could stand for another path: `PUT /users/start` would be taken for `PUT /users/:id`, where
 * only `POST /users/start` is meant.
 */
function couldTake(parts: readonly string[], others: readonly string[]): boolean {
  return parts.length === others.length && parts.every((part, index) => takes(part, others[index] ?? ''))
}

/** `:id` takes every part of a path, `:id.pdf` those with this ending. */
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
    /** Every route that answers, as it was registered: what the matrix of who may do what is checked against. */
    routeTable: { readonly method: string; readonly url: string; readonly call: Call | undefined }[]
  }
  interface FastifyContextConfig {
    /** The route only says which methods there are, as `Allow` writes it. */
    refusedMethods?: string
  }
}
