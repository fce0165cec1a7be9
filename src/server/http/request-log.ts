import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

/** One line for each request that goes its usual way. */
export function registerRequestLog(app: FastifyInstance): void {
  app.decorateRequest('problemCode')
  app.addHook('onResponse', (request, reply, next) => {
    const { visitor, problemCode } = request
    logRequest(request.log, request.raw, {
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
      problem: problemCode,
      userId: visitor?.viewer?.userId,
      network: visitor?.network,
    })
    next()
  })
}

/** How a request was answered; what is undefined is not written. */
type Answered = {
  readonly status: number
  readonly milliseconds: number
  readonly problem?: string | undefined
  readonly userId: string | undefined
  readonly network: string | undefined
}

/**
 * Writes the line of a request that was answered. Of its address only the path, for a query may hold the code of a mailed
 * link, of a media path not the grant, and of an invite link not its code; no headers but the user agent, no body.
 */
export function logRequest(
  log: FastifyBaseLogger,
  { method, url = '', headers }: IncomingMessage,
  { status, milliseconds, problem, userId, network }: Answered,
): void {
  log.info(
    {
      method,
      path: loggedPath(url),
      status,
      milliseconds,
      problem,
      userId,
      network,
      userAgent: headers['user-agent']?.slice(0, 200),
    },
    'request',
  )
}

/** A path as it may be kept: without query, the grant that opens a film, and the code that opens an account. */
export function loggedPath(url: string): string {
  const end = url.search(/[?#]/)
  const path = (end < 0 ? url : url.slice(0, end)).slice(0, 500)
  // to look is quicker than to replace nothing
  return withSecret.test(path) ? path.replace(withSecret, '$1…') : path
}

const withSecret = /^(\/+(?:media|join|api\/+invite)\/+)[^/]+/i
