import { appendFileSync, readFileSync } from 'node:fs'
import { type RunnerTestCase, TestRunner } from 'vitest'

/**
 * Maximum CPU time in milliseconds: other workers transform files meanwhile. Longer tests are property tests and are not
 * repeated per mutant.
 */
const longest = 250

/** The runner's log, a line each: `tried 7`, `noticed 7`, `loaded 7` for code that runs outside of tests. */
const notes = process.env.MUTANT_NOTES ?? ''
const noticed = new Set(
  (notes && readFileSync(notes, 'utf8'))
    .split('\n')
    .filter((line) => line.startsWith('noticed '))
    .map((line) => Number(line.slice(8))),
)

let awake = -1
let asked = 0
let allowed = Number.POSITIVE_INFINITY
let covered: Set<number> | undefined
const loaded = new Set<number>()

/** Whether a mutant is active; called by the switched text. */
function mutant(index: number): boolean {
  asked += 1
  if (asked > allowed) throw new Error('the mutant goes round in circles')
  if (covered) covered.add(index)
  else if (awake < 0) noteLoaded(index)
  return index === awake
}
Object.assign(globalThis, { __mutant: mutant })

function noteLoaded(index: number): void {
  if (loaded.has(index)) return
  loaded.add(index)
  appendFileSync(notes, `loaded ${index}\n`)
}

/** Runs each test once unchanged, then once for each unnoticed mutant in the code it covers. */
export default class NoticingRunner extends TestRunner {
  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test)
    if (!notes) return run()
    covered = new Set()
    asked = 0
    const from = process.threadCpuUsage()
    await run()
    const mine = covered
    covered = undefined
    if (process.threadCpuUsage(from).user / 1_000 > longest) return
    allowed = 100_000 + 20 * asked
    for (const index of mine) {
      if (noticed.has(index)) continue
      appendFileSync(notes, `tried ${index}\n`)
      awake = index
      asked = 0
      try {
        await run()
      } catch {
        noticed.add(index)
        appendFileSync(notes, `noticed ${index}\n`)
      } finally {
        awake = -1
      }
    }
    allowed = Number.POSITIVE_INFINITY
    // a leftover of one mutant may have been noticed in place of another
    covered = new Set()
    await run()
    covered = undefined
  }
}
