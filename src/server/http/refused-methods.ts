import type { FastifyInstance, HTTPMethods } from 'fastify'
import type { Call } from '#contract/call.ts'
import { Problem } from '#server/runtime/problem.ts'

const routable: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE']
const used: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']

/** Answers 405 for a known path with a method that it does not have, and for methods that no path has. */
export function registerRefusedMethods(app: FastifyInstance): { refuseOtherMethods(): void } {
  const methodsOf = new Map<string, Set<string>>()
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
  app.addHook('onRequest', (request, reply, next) => {
    const { refusedMethods = request.is404 && !used.includes(request.method) ? used.join(', ') : undefined } =
      request.routeOptions.config
    if (refusedMethods) reply.header('allow', refusedMethods).send(new Problem('method-not-allowed'))
    else next()
  })
  return {
    /** To be called when all routes are known. */
    refuseOtherMethods() {
      for (const [url, methods] of methodsOf) {
        if (url === '*' || url === '/*') continue
        app.route({
          url,
          method: routable.filter((method) => !methods.has(method)),
          config: { refusedMethods: [...methods].join(', ') },
          handler: async () => new Problem('method-not-allowed'),
        })
      }
    },
  }
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
