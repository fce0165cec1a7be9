import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import { Unavailable } from './unavailable.ts'

/**
 * Creates the log: one JSON object per line. Errors are logged with name, message, code and stack only, because
 * database drivers put rows into other properties; an `Unavailable` with name and message.
 */
export function createLog(
  level: string,
  destination: DestinationStream = standardOutput(),
): FastifyBaseLogger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: brief } },
    destination,
  )
}

/**
 * Lines are written in batches: a write for each line would take longer than the request that it logs. The rest is
 * written when the process exits; a kill loses the last batch. A process has one output, whatever number of logs.
 */
function standardOutput(): DestinationStream {
  output ??= openStandardOutput()
  return output
}

let output: DestinationStream | undefined

function openStandardOutput(): DestinationStream {
  const file = pino.destination({ dest: 1, sync: false, minLength: batchBytes })
  setInterval(() => file.flush(), lineWaitsMs).unref()
  return file
}

/** A full batch is written at once. */
const batchBytes = 8_192

/** The longest time that a line waits, in milliseconds. */
const lineWaitsMs = 250

function brief(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof Unavailable) return { name: 'Unavailable', message: error.message }
  const { name, message, stack } = error
  return { name, message, stack, ...('code' in error && { code: error.code }) }
}
