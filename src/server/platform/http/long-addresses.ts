import type { FastifyInstance } from 'fastify'
import { Problem } from '#server/platform/runtime/problem.ts'

/** Characters that a path may have, and one part of it. Nothing here has a name of that length. */
const longestPath = 8_000
const longestPart = 1_000

/** Answers 414 where the path of an address is too long, or one part of it. */
export function registerLongAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, next) => {
    if (request.originalUrl.length > longestPart && isTooLong(request.originalUrl))
      reply.send(new Problem('address-too-long'))
    else next()
  })
}

function isTooLong(address: string): boolean {
  const path = address.split('?', 1)[0] ?? ''
  return path.length > longestPath || path.split('/').some((part) => part.length > longestPart)
}

/**
 * Whether bytes that are not read on, because the head of a request is too long, still belong to its first line: they have no
 * end of line but that of the first one.
 */
export function isInAddress(bytes: unknown): boolean {
  const text = Buffer.isBuffer(bytes) ? bytes.toString('latin1') : ''
  const line = text.split('\r\n', 1)[0] ?? ''
  return / HTTP\/1\.[01]$/.test(line) ? line.length > longestPath : line === text && /^[A-Z]+ \//.test(line)
}
