import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { TestModule } from 'vitest/node'

/** What a stage did: how many tests, and how long each of its files took with its hooks and imports. */
export type Report = {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly files: readonly { readonly file: string; readonly ms: number }[]
}

/** Vitest's reporter that writes a `Report` to where `TEST_REPORT` says. */
export default class VitestReport {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const states = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => test.result().state),
    )
    const count = (...wanted: string[]) => states.filter((state) => wanted.includes(state)).length
    const report: Report = {
      passed: count('passed'),
      failed: count('failed'),
      skipped: count('skipped', 'pending'),
      files: modules.map((module) => {
        const { collectDuration, duration } = module.diagnostic()
        return { file: relative(process.cwd(), module.moduleId), ms: collectDuration + duration }
      }),
    }
    writeFileSync(process.env.TEST_REPORT ?? 'test-results/vitest.json', JSON.stringify(report))
  }
}
