import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { TestModule } from 'vitest/node'

/** Result of a stage: number of tests, and the time of each file with its hooks and imports. */
export type Report = {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly files: readonly { readonly file: string; readonly ms: number }[]
  readonly failures: readonly Failure[]
}

/** A failed test, or a file that could not be run, with the first lines of the error. */
export type Failure = { readonly file: string; readonly test: string; readonly why: string }

const ansi = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')

/** The relevant part of an error, without terminal colours. */
export function why(messages: readonly (string | undefined)[]): string {
  const lines = messages.flatMap((message) => (message ?? '').replace(ansi, '').split('\n'))
  return lines
    .filter((line) => line.trim() !== '')
    .slice(0, 12)
    .join('\n')
}

/** Vitest reporter that writes a `Report` to the file in `TEST_REPORT`. */
export default class VitestReport {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const states = tests.map((test) => test.result().state)
    const count = (...wanted: string[]) => states.filter((state) => wanted.includes(state)).length
    const broken = modules.filter((module) => module.errors().length > 0)
    const report: Report = {
      passed: count('passed'),
      // the number of tests in a file that could not be run is unknown
      failed: count('failed') + broken.length,
      skipped: count('skipped', 'pending'),
      files: modules.map((module) => {
        const { collectDuration, duration } = module.diagnostic()
        return { file: fileOf(module), ms: collectDuration + duration }
      }),
      failures: [
        ...broken.map((module) => failure(module, '(the file itself)', module.errors())),
        ...tests.flatMap((test) => {
          const { state, errors } = test.result()
          return state === 'failed' ? [failure(test.module, test.fullName, errors)] : []
        }),
      ],
    }
    writeFileSync(process.env.TEST_REPORT ?? 'test-results/vitest.json', JSON.stringify(report))
  }
}

const fileOf = (module: TestModule) => relative(process.cwd(), module.moduleId)

const failure = (
  module: TestModule,
  test: string,
  errors: readonly { message: string; diff?: string }[],
): Failure => ({
  file: fileOf(module),
  test,
  why: why(errors.flatMap(({ message, diff }) => [message, diff])),
})
