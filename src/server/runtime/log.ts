import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, pino } from 'pino'

/**
 * The log: one JSON object a line. Of an error only name, message, code and stack are logged, because databases put
 * rows into its other properties.
 */
export function createLog(level: string, destination?: DestinationStream): FastifyBaseLogger {
  const options = { level, base: null, timestamp: timeField, serializers: { err: brief } }
  return destination ? pino(options, destination) : pino(options)
}

/** The time in the form that pino wants, formatted once a millisecond: in a busy one many lines share it. */
function timeField(): string {
  const now = Date.now()
  if (now !== field.at) field = { at: now, text: `,"time":"${new Date(now).toISOString()}"` }
  return field.text
}
let field = { at: 0, text: '' }

function brief(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  const { name, message, stack } = error
  return { name, message, stack, ...('code' in error && { code: error.code }) }
}
