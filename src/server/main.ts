import { readConfig } from './platform/config/config.ts'
import { unknownSettings } from './platform/config/unknown-settings.ts'
import { StartProblem } from './platform/runtime/start-problem.ts'
import { keepTickShape } from './platform/runtime/tick-shape.ts'
import { startSite } from './start.ts'

// The only file with side effects on load: reads the settings, starts the site, stops it on a signal.

/** Milliseconds for running requests and jobs at shutdown. */
const stopWithinMs = 11_000

for (const sentence of unknownSettings(process.env)) process.stderr.write(`Warning: ${sentence}\n`)

keepTickShape()
const config = readConfig(process.env, { sellerLater: true })
if ('problems' in config) refuse(config.problems)
// an upgrade asks before it stops the former version (scripts/upgrade.ts): this program loads, with these settings
else if (process.argv.includes('--check')) say('The program and its settings can be used.')
else
  startSite(config, say).then((site) => {
    if (config.role === 'worker') return ready('The worker is ready.', site)
    ready(`Lectern is ready: ${config.baseUrl.origin}`, site)
    if (config.demo) say(`Logins, mails and the clock of this demo: ${config.baseUrl.origin}/demo`)
  }, fail)

type Running = { stop(): Promise<void> }

function ready(sentence: string, running: Running): void {
  say(sentence)
  tellKeeper({ ready: true })
  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      // Ctrl-C arrives twice: from the terminal, and from the parent command
      if (!isStopping) stop(running)
      isStopping = true
    })
}

/** Reports to `npm run serve` (scripts/keeper.mjs), if that is the parent process. */
function tellKeeper(message: { ready: true } | { refused: string }): void {
  process.send?.(message)
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`)
}

function stop(running: Running): void {
  setTimeout(() => process.exit(1), stopWithinMs).unref()
  running.stop().then(() => process.exit(0), fail)
}

/**
 * Faults that the operator must correct are printed as one line each; any other exception is a bug, printed with its
 * stack.
 */
function fail(error: unknown): void {
  refuse([sentenceFor(error) ?? (error instanceof Error ? String(error.stack) : String(error))])
}

function sentenceFor(error: unknown): string | undefined {
  if (error instanceof StartProblem) return error.message
  const { code = '', path, message } = error as NodeJS.ErrnoException
  if (path && ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM'].includes(code))
    return `${path} cannot be written: ${message}`
  // PostgreSQL's disk_full
  return code === '53100' ? `The database has no space left: ${message}` : undefined
}

function refuse(lines: readonly string[]): void {
  tellKeeper({ refused: lines.join('\n') })
  process.stderr.write(`${lines.join('\n')}\n`, () => process.exit(1))
}
