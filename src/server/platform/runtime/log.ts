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
  return pino({ level, base: null, timestamp: timeField, serializers: { err: brief } }, destination)
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
  const file = pino.destination({ dest: 1, sync: false, minLength: batchLength })
  const lines = gatherLines((text) => file.write(text))
  // before the file's own exit listeners, which write all that it has
  process.prependListener('beforeExit', lines.pass)
  process.prependListener('exit', lines.pass)
  let isPlanned = false
  const passWaiting = () => {
    isPlanned = false
    lines.pass()
    file.flush()
  }
  return {
    write(line) {
      lines.write(line)
      if (isPlanned) return
      isPlanned = true
      setTimeout(passWaiting, lineWaitsMs).unref()
    },
  }
}

/** Batches lines into one text. The file's own batching rereads all waiting lines for each new one. */
export function gatherLines(passOn: (text: string) => void): DestinationStream & { pass(): void } {
  let gathered = ''
  const pass = () => {
    if (gathered === '') return
    const text = gathered
    gathered = ''
    passOn(text)
  }
  return {
    write(line) {
      gathered += line
      if (gathered.length >= batchLength) pass()
    },
    pass,
  }
}

/** In characters; a full batch is passed on at once. */
const batchLength = 8_192

/** The longest time that a line waits, in milliseconds. */
const lineWaitsMs = 250

/** Formats the time for pino, once per millisecond: busy milliseconds have many lines. */
function timeField(): string {
  const now = Date.now()
  if (now !== field.at) field = { at: now, text: `,"time":"${new Date(now).toISOString()}"` }
  return field.text
}
let field = { at: 0, text: '' }

function brief(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof Unavailable) return { name: 'Unavailable', message: error.message }
  const { name, message, stack } = error
  return { name, message, stack, ...('code' in error && { code: error.code }) }
}
