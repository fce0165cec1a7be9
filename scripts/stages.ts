import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium } from '../tests/support/chromium.ts'
import type { Failure, Report } from './vitest-report.ts'

/** A stage of the tests: a command, or files of Vitest or Playwright, or what this machine lacks to run it. */
export type Stage = {
  readonly name: string
  readonly env?: Readonly<Record<string, string>>
} & (
  | { readonly command: readonly [string, ...string[]] }
  | { readonly vitest: readonly string[] }
  | { readonly playwright: readonly string[] }
  | { readonly missing: string }
)

export const checks: readonly Stage[] = [
  { name: 'check: types', command: ['tsc', '--noEmit', '-p', '.'] },
  { name: 'check: domain knows no platform', command: ['tsc', '--noEmit', '-p', 'src/domain'] },
  { name: 'check: format and lint', command: ['biome', 'check'] },
  { name: 'check: hooks and imports', command: ['oxlint', '--deny-warnings'] },
  { name: 'check: dead code', command: ['knip'] },
  {
    name: 'check: code for tests only',
    command: ['knip', '--production', '--config', 'knip.production.json'],
  },
]

/** Files that a commit also runs on the embedded database: the engine itself, whole processes, and a story by HTTP. */
export const onBothEngines = [
  'src/server/platform/database/embedded/',
  'src/server/platform/database/migrate',
  'src/server/platform/database/open',
  'src/server/platform/database/transaction',
  'src/server/front/command-line/',
  'src/server/platform/queue/',
  'tests/embedded-database',
  'tests/start-refusals',
  'tests/story-by-http',
]

type Counts = Pick<Report, 'passed' | 'failed' | 'skipped'>

const root = resolve(import.meta.dirname, '..')
const reports = join(root, 'test-results')
const strict = Boolean(process.env.CI) && process.env.CI !== 'false'

/**
 * Runs stages one after another. The summary lists each stage's time and CPU usage, the slowest files, the failures and
 * the number of passed tests, so that the end of the output shows the cause. A stage that the machine cannot run is
 * skipped with one line; with CI=true a skip is a failure.
 * @param only words, one of which a stage's name must contain
 */
export async function runStages(stages: readonly Stage[], only: readonly string[]): Promise<void> {
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })
  const total = { passed: 0, failed: 0, skipped: 0 }
  const times: string[] = []
  const files: Report['files'][number][] = []
  const failures: (Failure & { stage: string })[] = []
  const wanted = stages.filter(({ name }) => only.length === 0 || only.some((word) => name.includes(word)))
  for (const [index, stage] of wanted.entries()) {
    const began = performance.now()
    const before = processorTimes()
    const report = await run(stage, join(reports, `${index}.json`))
    const busy = busyPercent(before, processorTimes())
    times.push(`${inMinutes(performance.now() - began)}  ${busy} % busy  ${stage.name}`)
    files.push(...report.files)
    failures.push(...report.failures.map((failure) => ({ ...failure, stage: stage.name })))
    total.passed += report.passed
    total.failed += report.failed + (strict ? report.skipped : 0)
    total.skipped += report.skipped
  }
  if (files.length > 0) console.log(`\n${slowest(files)}`)
  console.log(`\n${times.join('\n')}`)
  if (failures.length > 0) console.log(`\nWhat failed:\n\n${failures.map(inLines).join('\n\n')}`)
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
}

async function run(stage: Stage, path: string): Promise<Report> {
  const missing =
    'missing' in stage ? stage.missing : 'playwright' in stage && !chromium ? noChromium : undefined
  if (missing) {
    console.log(`\n── ${stage.name}: skipped, ${missing}`)
    return { passed: 0, failed: 0, skipped: 1, files: [], failures: [] }
  }
  console.log(`\n── ${stage.name}`)
  const status = await start(commandOf(stage), { ...stage.env, TEST_REPORT: path })
  if ('command' in stage && status === 0) return { ...one.passed, files: [], failures: [] }
  const failure: Failure = {
    file: commandOf(stage).join(' '),
    test: '(the whole stage)',
    why: `it ended with ${status}`,
  }
  if ('command' in stage || !existsSync(path)) return { ...one.failed, files: [], failures: [failure] }
  const report: Report = JSON.parse(readFileSync(path, 'utf8'))
  if (status === 0 || report.failed > 0) return report
  // a file that fails to load reports no tests, but it has failed
  return { ...report, failed: 1, failures: report.failures.length > 0 ? report.failures : [failure] }
}

const inLines = ({ stage, file, test, why }: Failure & { stage: string }) =>
  `✗ ${file} › ${test}  (${stage})\n${why.replace(/^/gm, '    ')}`

const one: Record<'passed' | 'failed', Counts> = {
  passed: { passed: 1, failed: 0, skipped: 0 },
  failed: { passed: 0, failed: 1, skipped: 0 },
}
const noChromium = 'no Chromium found (PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH names one)'

function commandOf(stage: Stage): readonly string[] {
  if ('vitest' in stage)
    return ['vitest', 'run', ...stage.vitest, '--reporter=default', '--reporter=./scripts/vitest-report.ts']
  if ('playwright' in stage)
    return ['playwright', 'test', ...stage.playwright, '--reporter=list,./scripts/playwright-report.ts']
  return 'command' in stage ? stage.command : []
}

/** Runs a command with its own temporary folder, which is removed however the command ends. */
async function start(
  command: readonly string[],
  more: Readonly<Record<string, string>>,
): Promise<number | null> {
  const [program = '', ...args] = command
  const temporary = mkdtempSync(join(tmpdir(), 'lectern-tests-'))
  // PostgreSQL runs as another user
  chmodSync(temporary, 0o711)
  const bin = join(root, 'node_modules/.bin')
  const env = {
    ...process.env,
    PATH: `${bin}:${process.env.PATH}`,
    TMPDIR: temporary,
    FORCE_COLOR: process.stdout.isTTY ? '1' : '0',
    ...more,
  }
  const child = spawn(join(bin, program), args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env })
  const stop = (signal: NodeJS.Signals) => void child.kill(signal)
  for (const signal of signals) process.on(signal, stop)
  try {
    return await new Promise((resolved, failed) => child.once('exit', resolved).once('error', failed))
  } finally {
    for (const signal of signals) process.off(signal, stop)
    remove(temporary)
  }
}
const signals = ['SIGINT', 'SIGTERM'] as const

/** A leftover process of a failed test may still write there, which must not end the other stages. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 500 })
  } catch (error) {
    console.error(`${folder} cannot be removed: ${error instanceof Error ? error.message : error}`)
  }
}

/** The slowest files; all are listed in `test-results/slowest`. */
function slowest(files: Report['files']): string {
  const lines = files
    .toSorted((first, second) => second.ms - first.ms)
    .map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`)
  writeFileSync(join(reports, 'slowest'), `${lines.join('\n')}\n`)
  return ['The slowest files (all in test-results/slowest):', ...lines.slice(0, 15)].join('\n')
}

/** Of all CPUs, in milliseconds since the machine started. */
function processorTimes(): { idle: number; all: number } {
  const times = cpus().map(({ times: { user, nice, sys, idle, irq } }) => ({
    idle,
    all: user + nice + sys + idle + irq,
  }))
  const sum = (of: 'idle' | 'all') => times.reduce((total, one) => total + one[of], 0)
  return { idle: sum('idle'), all: sum('all') }
}

/** CPU usage between two readings in percent; the rest was idle. */
function busyPercent(before: ReturnType<typeof processorTimes>, after: typeof before): string {
  const idle = (after.idle - before.idle) / Math.max(1, after.all - before.all)
  return String(Math.round(100 * (1 - idle))).padStart(3)
}

function inMinutes(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return `${String(Math.floor(seconds / 60)).padStart(3)}:${String(seconds % 60).padStart(2, '0')}`
}
