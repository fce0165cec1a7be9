import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** Playwright's reporter that writes the `Report` of `vitest-report.ts` to where `TEST_REPORT` says. */
export default class PlaywrightReport implements Reporter {
  readonly #tests = new Set<TestCase>()
  readonly #times = new Map<string, number>()

  onTestEnd(test: TestCase, { duration }: TestResult): void {
    this.#tests.add(test)
    const file = relative(process.cwd(), test.location.file)
    this.#times.set(file, (this.#times.get(file) ?? 0) + duration)
  }

  onEnd(): void {
    const outcomes = [...this.#tests].map((test) => test.outcome())
    const count = (...wanted: string[]) => outcomes.filter((outcome) => wanted.includes(outcome)).length
    const report = {
      passed: count('expected'),
      failed: count('unexpected', 'flaky'),
      skipped: count('skipped'),
      files: [...this.#times].map(([file, ms]) => ({ file, ms })),
    }
    writeFileSync(process.env.TEST_REPORT ?? 'test-results/playwright.json', JSON.stringify(report))
  }
}
