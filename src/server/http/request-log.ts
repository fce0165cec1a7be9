import type { FastifyInstance } from 'fastify'

/**
 * Writes one line for each request. Of its address only the path, for a query may hold the code of a mailed link, of a
 * media path not the grant, and of an invite link not its code; no headers but the user agent, no body.
 */
export function registerRequestLog(app: FastifyInstance): void {
  app.decorateRequest('problemCode')
  app.addHook('onResponse', (request, reply, next) => {
    const { method, url, headers, visitor, problemCode } = request
    request.log.info(
      {
        method,
        path: loggedPath(url),
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
        problem: problemCode,
        userId: visitor?.viewer?.userId,
        network: visitor?.network,
        userAgent: headers['user-agent']?.slice(0, 200),
      },
      'request',
    )
    next()
  })
}

/** A path as it may be kept: without query, the grant that opens a film, and the code that opens an account. */
export function loggedPath(url: string): string {
  const end = url.search(/[?#]/)
  const path = (end < 0 ? url : url.slice(0, end)).slice(0, 500)
  // to look is quicker than to replace nothing
  return withSecret.test(path) ? path.replace(withSecret, '$1…') : path
}

const withSecret = /^(\/+(?:media|join|api\/+invite)\/+)[^/]+/i
