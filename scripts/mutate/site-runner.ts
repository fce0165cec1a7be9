import { appendFileSync, readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { type RunnerTestCase, type RunnerTestFile, TestRunner, vi } from 'vitest'

/** What one round of all test files is for: a mutant, or without one the proof that all is as it was. */
export type Round = {
  readonly mutant?: number
  /** Our modules are loaded again first, for what they compute while they load and what they remember. */
  readonly anew: boolean
}

/**
 * As JSON: the rounds, how many test files each has, and where the lines go: `begun 3` of a round, `noticed 7 <why>` of a
 * mutant, `broken <why>` of tests that fail without one, `unclean 5 6 7` of mutants that may have been noticed only
 * because of what another one left behind, `.` of a test.
 */
export type Orders = { rounds: Round[]; files: number; notes: string }

const { rounds, files, notes }: Orders = JSON.parse(readFileSync(process.env.MUTANT_ORDERS ?? '', 'utf8'))

/** A test that waits longer in all, for nothing that this process does, waits in vain. */
const longestIdleMs = 10_000
/** So often it is looked at. Where the look itself comes late the machine is busy, maybe with the database: that is not counted. */
const lookMs = 500
/** More often no test asks for a mutant, unless it goes round in circles. */
const mostAsked = 1_000_000

let step = -1
let asked = 0
let round: Round = { anew: false }
let isLoading = false
let failed: string | undefined
const covered = new Map<number, Set<number>>()
const reached = new Set<number>()
const noticed = new Set<number>()
/** Noticed since all was last shown to be as it was, and the test files that did it. */
let provisional: number[] = []
const shaken = new Set<number>()
let isOver = false

/** Whether that mutant is awake; the switched text asks at every place that has one. */
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
// a test may put false ones in their place
const { setInterval, clearInterval } = globalThis
process.on('unhandledRejection', (reason) => {
  failed ??= String(reason)
})

/** Runs test files again and again in one process, a mutant each round, and skips what can say nothing about it. */
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
