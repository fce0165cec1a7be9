import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '#server/runtime/problem.ts'
import type { Services } from '#server/services/services.ts'

/**
 * Every write has to carry a token of its own browser and to come from a page of this site. It runs before the body is
 * read, and after the check of who asks: somebody whose session has ended learns that, and not that a token is wrong.
 */
export function registerCsrfCheck(app: FastifyInstance, services: Services): void {
  app.addHook('onRequest', (request, reply, next) => {
    if (request.method === 'GET' || request.method === 'HEAD' || request.is404) return next()
    if (request.routeOptions.config.call?.actor === 'signed') return next()
    const code = comesFromElsewhere(request, services.config.baseUrl)
      ? 'csrf'
      : app.csrfTokens.refuse(
          request.headers['x-csrf-token'],
          request.visitor.browserHash,
          services.clock.real(),
        )
    if (code) reply.send(new Problem(code))
    else next()
  })
}

/** What the browser says about where a request comes from; other programs say nothing. */
function comesFromElsewhere({ headers }: FastifyRequest, { protocol }: URL): boolean {
  const { origin, host } = headers
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  if (origin === undefined) return false
  // a page that hides its address sends "null"; then what the browser says of itself counts
  if (origin === 'null') return site !== 'same-origin'
  // the host is one of ours: that was checked first
  return origin !== `${protocol}//${host}`
}
