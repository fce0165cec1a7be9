import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { type Failure, type Report, why } from './vitest-report.ts'

/** Playwright reporter that writes the `Report` of `vitest-report.ts` to the file in `TEST_REPORT`. */
export default class PlaywrightReport implements Reporter {
  readonly #tests = new Set<TestCase>()
  readonly #times = new Map<string, number>()
  readonly #failures: Failure[] = []

  onTestEnd(test: TestCase, { duration, status, errors }: TestResult): void {
    this.#tests.add(test)
    const file = relative(process.cwd(), test.location.file)
    if (status !== test.expectedStatus && status !== 'skipped')
      this.#failures.push({ file, test: test.title, why: why(errors.map(({ message }) => message)) })
    this.#times.set(file, (this.#times.get(file) ?? 0) + duration)
  }

  onEnd(): void {
    const outcomes = [...this.#tests].map((test) => test.outcome())
    const count = (...wanted: string[]) => outcomes.filter((outcome) => wanted.includes(outcome)).length
    const report: Report = {
      passed: count('expected'),
      failed: count('unexpected', 'flaky'),
      skipped: count('skipped'),
      files: [...this.#times].map(([file, ms]) => ({ file, ms })),
      failures: this.#failures,
    }
    writeFileSync(process.env.TEST_REPORT ?? 'test-results/playwright.json', JSON.stringify(report))
  }
}
