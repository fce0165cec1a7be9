import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, pino } from 'pino'

/**
 * The log: one JSON object a line. Of an error only name, message, code and stack are logged, because databases put
 * rows into its other properties.
 */
export function createLog(
  level: string,
  destination: DestinationStream = standardOutput(),
): FastifyBaseLogger {
  return pino({ level, base: null, timestamp: timeField, serializers: { err: brief } }, destination)
}

/**
 * Lines are written together: to write each one by itself takes longer than to answer the request that it is about. They
 * are also written when the process ends, unless it is killed; then those of the last moment are lost.
 */
function standardOutput(): DestinationStream {
  return pino.destination({ dest: 1, sync: false, minLength: 8_192, periodicFlush: lineWaitsMs })
}

/** So long a line waits for others at most, in milliseconds. */
const lineWaitsMs = 250

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
