import { appendFileSync, readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { type RunnerTestCase, type RunnerTestFile, TestRunner, vi } from 'vitest'

/** A round of all test files: for a mutant, or without one as a control. */
export type Round = {
  readonly mutant?: number
  /** Reloads our modules first, for code that runs while loading and for caches. */
  readonly anew: boolean
}

/**
 * As JSON: the rounds, the number of test files per round, and the log file. Its lines: `begun 3` for a round, `noticed 7
 * <why>` for a mutant, `broken <why>` for tests that fail without a mutant, `unclean 5 6 7` for mutants possibly noticed
 * only because of a predecessor's leftovers, `.` for a test.
 */
export type Orders = { rounds: Round[]; files: number; notes: string }

const { rounds, files, notes }: Orders = JSON.parse(readFileSync(process.env.MUTANT_ORDERS ?? '', 'utf8'))

/** Maximum total idle time of a test, without work in this process. */
const longestIdleMs = 10_000
/** Polling interval. A late poll means that the machine is busy, perhaps with the database, and does not count. */
const lookMs = 500
/** Maximum evaluations of a mutant per test: more mean an endless loop. */
const mostAsked = 1_000_000

let step = -1
let asked = 0
let round: Round = { anew: false }
let isLoading = false
let failed: string | undefined
const covered = new Map<number, Set<number>>()
const reached = new Set<number>()
const noticed = new Set<number>()
/** Noticed since the last control round, with the test files. */
let provisional: number[] = []
const shaken = new Set<number>()
let isOver = false

/** Whether a mutant is active; called by the switched text. */
function mutant(index: number): boolean {
  asked += 1
  if (asked > mostAsked) throw new Error('the mutant goes round in circles')
  if (step < files) {
    reached.add(index)
    if (!isLoading) covered.set(step, (covered.get(step) ?? new Set()).add(index))
  }
  return index === round.mutant
}
Object.assign(globalThis, { __mutant: mutant })
// a test may replace them with fakes
const { setInterval, clearInterval } = globalThis
process.on('unhandledRejection', (reason) => {
  failed ??= String(reason)
})

/** Repeats test files in one process, one mutant per round, and skips tests that cannot notice it. */
export default class SiteRunner extends TestRunner {
  onBeforeCollect(): void {
    step += 1
    failed = undefined
    isLoading = true
    if (step % files === 0) this.beginRound(step / files)
  }

  private beginRound(index: number): void {
    if (round.mutant === undefined) {
      provisional = []
      shaken.clear()
    }
    round = rounds[index] ?? { anew: false }
    if (isOver || !this.isWorthwhile()) return
    write(`begun ${index}`)
    if (round.anew) vi.resetModules()
  }

  override importFile(path: string, source: 'collect' | 'setup') {
    return this.isToRun() ? super.importFile(path, source) : undefined
  }

  onCollected(): void {
    isLoading = false
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test)
    if (failed !== undefined) test.mode = 'skip'
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    asked = 0
    const now = () => ({ idleMs: performance.eventLoopUtilization().idle, at: performance.now() })
    let before = now()
    let waitedMs = 0
    const { promise: vain, reject } = Promise.withResolvers<never>()
    const watch = setInterval(() => {
      const { idleMs, at } = now()
      if (at - before.at < lookMs * 1.2) waitedMs += idleMs - before.idleMs
      before = { idleMs, at }
      if (waitedMs > longestIdleMs) reject(new Error('it waits in vain'))
    }, lookMs)
    await Promise.race([TestRunner.getTestFn(test)(), vain]).finally(() => clearInterval(watch))
  }

  override onAfterRunTask(test: RunnerTestCase): void {
    super.onAfterRunTask(test)
    if (test.result?.state === 'fail') failed ??= `${test.name}: ${test.result.errors?.[0]?.message}`
    write('.')
  }

  override onAfterRunFiles(of: RunnerTestFile[]): void {
    super.onAfterRunFiles(of)
    if (!this.isToRun()) return
    const [file] = of
    if (file?.result?.state === 'fail') failed ??= `${file.name}: ${file.result.errors?.[0]?.message}`
    if (round.mutant === undefined) this.endProof()
    else if (failed !== undefined) this.noteNoticed(round.mutant)
  }

  private isWorthwhile(): boolean {
    if (round.mutant === undefined) return step < files || provisional.length > 0
    return !noticed.has(round.mutant) && reached.has(round.mutant)
  }

  private isToRun(): boolean {
    if (isOver || !this.isWorthwhile()) return false
    if (step < files || round.anew) return true
    if (round.mutant === undefined) return shaken.has(step % files)
    return covered.get(step % files)?.has(round.mutant) ?? false
  }

  private noteNoticed(mutant: number): void {
    noticed.add(mutant)
    provisional.push(mutant)
    shaken.add(step % files)
    write(`noticed ${mutant} ${failed?.replaceAll('\n', ' ').slice(0, 300)}`)
  }

  private endProof(): void {
    if (failed === undefined) return
    write(step < files ? `broken ${failed.replaceAll('\n', ' ')}` : `unclean ${provisional.join(' ')}`)
    isOver = true
  }
}

function write(line: string): void {
  appendFileSync(notes, `${line}\n`)
}
