import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { TestModule } from 'vitest/node'

/** What a stage did: how many tests, and how long each of its files took with its hooks and imports. */
export type Report = {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly files: readonly { readonly file: string; readonly ms: number }[]
  readonly failures: readonly Failure[]
}

/** A test that failed, or a file that could not be run, with the first lines of why. */
export type Failure = { readonly file: string; readonly test: string; readonly why: string }

const ansi = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')

/** As much of an error as tells what to look for, without the terminal's colours. */
export function why(messages: readonly (string | undefined)[]): string {
  const lines = messages.flatMap((message) => (message ?? '').replace(ansi, '').split('\n'))
  return lines
    .filter((line) => line.trim() !== '')
    .slice(0, 12)
    .join('\n')
}

/** Vitest's reporter that writes a `Report` to where `TEST_REPORT` says. */
export default class VitestReport {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const states = tests.map((test) => test.result().state)
    const count = (...wanted: string[]) => states.filter((state) => wanted.includes(state)).length
    const broken = modules.filter((module) => module.errors().length > 0)
    const report: Report = {
      passed: count('passed'),
      // nobody knows how many tests a file has that could not be run
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
