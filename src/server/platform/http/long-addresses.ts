import type { FastifyInstance } from 'fastify'
import { Problem } from '#server/platform/runtime/problem.ts'

/** Maximum length of a path, and of one segment, in characters. No address of the site is that long. */
const maxPathLength = 8_000
const maxSegmentLength = 1_000

/** Answers 414 for a path or segment that is too long. */
export function registerLongAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, next) => {
    if (request.originalUrl.length > maxSegmentLength && isTooLong(request.originalUrl))
      reply.send(new Problem('address-too-long'))
    else next()
  })
}

function isTooLong(address: string): boolean {
  const path = address.split('?', 1)[0] ?? ''
  return path.length > maxPathLength || path.split('/').some((part) => part.length > maxSegmentLength)
}

/** Returns whether a request head was refused for the length of its first line, by the bytes left unparsed. */
export function isInAddress(bytes: unknown): boolean {
  const text = Buffer.isBuffer(bytes) ? bytes.toString('latin1') : ''
  const line = text.split('\r\n', 1)[0] ?? ''
  return / HTTP\/1\.[01]$/.test(line) ? line.length > maxPathLength : line === text && /^[A-Z]+ \//.test(line)
}
