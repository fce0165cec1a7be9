import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import { Unavailable } from './unavailable.ts'

/**
 * The log: one JSON object a line. Of an error only name, message, code and stack are logged, because databases put
 * rows into its other properties; of an `Unavailable` name and message.
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
  // a line waits here for others, and then there
  const half = lineWaitsMs / 2
  const output = pino.destination({ dest: 1, sync: false, minLength: enoughLetters, periodicFlush: half })
  const lines = gatherLines((text) => output.write(text))
  setInterval(lines.pass, half).unref()
  // before the output's own listeners, which write what it was given
  process.prependListener('beforeExit', lines.pass)
  process.prependListener('exit', lines.pass)
  return lines
}

/**
 * Gathers lines and passes on many as one text. The output can wait for more by itself, too, but puts each line to those
 * that wait in a way that reads all of them again.
 */
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
      if (gathered.length >= enoughLetters) pass()
    },
    pass,
  }
}

/** With so much no line waits for others any longer. */
const enoughLetters = 8_192

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
  if (error instanceof Unavailable) return { name: 'Unavailable', message: error.message }
  const { name, message, stack } = error
  return { name, message, stack, ...('code' in error && { code: error.code }) }
}
