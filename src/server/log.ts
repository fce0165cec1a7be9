import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, pino } from 'pino'

/**
 * The log: one JSON object a line, whatever a line break may do in it. Of an error it keeps name, message, code and
 * stack only, for databases put rows into the rest of it.
 */
export function createLog(level: string, destination?: DestinationStream): FastifyBaseLogger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: brief } }
  return destination ? pino(options, destination) : pino(options)
}

function brief(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  const { name, message, stack } = error
  return { name, message, stack, ...('code' in error && { code: error.code }) }
}
