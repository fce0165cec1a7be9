import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ProblemCode, problems } from '#contract/problems.ts'
import { Problem } from '#server/platform/runtime/problem.ts'

/**
 * Converts every failure to problem details: a `Problem` that a handler returns or sends, and every exception. The only
 * place that handles unexpected errors: logged with the request's id, answered without details.
 */
export function registerProblemReplies(app: FastifyInstance): void {
  app.addHook('preSerialization', (request, reply, payload, next) => {
    next(null, payload instanceof Problem ? problemBody(request, reply, payload) : payload)
  })
  app.setErrorHandler((error, request, reply) => {
    const problem = problemOfError(error)
    if (problem.status >= 500) request.log.error({ err: error }, 'request failed')
    return reply.send(problem)
  })
}

/** For requests that bypass the hooks: an address that the router cannot parse. */
export function sendUnroutable(
  request: FastifyRequest,
  reply: FastifyReply,
  headers: Readonly<Record<string, string>>,
): void {
  const body = JSON.stringify(problemBody(request, reply.headers(headers), new Problem('malformed')))
  reply.send(body)
}

function problemBody(request: FastifyRequest, reply: FastifyReply, problem: Problem) {
  request.problemCode = problem.code
  reply
    .status(problem.status)
    .type('application/problem+json; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-language', request.language)
  const { retryAfterSeconds } = problem
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  return problem.toBody(request.id)
}

/** Maps an exception to a problem. Unknown ones are the server's fault. */
function problemOfError(error: unknown): Problem {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  // the client disconnected during its body
  if (code === 'ECONNRESET' && message === 'aborted') return new Problem('malformed')
  const known = byErrorCode[code] ?? (connectionLost(code, message) ? 'unavailable' : 'server-error')
  return new Problem(known, problems[known] === 503 ? { retryAfterSeconds: 5 } : {})
}

/**
 * PostgreSQL's error classes for lost connections, shutdown and too many connections, and the driver's errors without a
 * code.
 */
function connectionLost(code: string, message: string): boolean {
  return (
    /^(08...|57P0.|53[^1]..)$/.test(code) ||
    /^(timeout exceeded when trying to connect|Connection terminated)/.test(message)
  )
}

const byErrorCode: Readonly<Record<string, ProblemCode | undefined>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'not-json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed',
  ECONNRESET: 'unavailable',
  ECONNREFUSED: 'unavailable',
  ETIMEDOUT: 'unavailable',
  ENOTFOUND: 'unavailable',
  EPIPE: 'unavailable',
  MEDIA_AWAY: 'media-away',
  ENOSPC: 'no-space',
  EDQUOT: 'no-space',
  /** PostgreSQL: disk full. */
  '53100': 'no-space',
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Code of the answered problem, for the log. */
    problemCode: ProblemCode | undefined
  }
}
