import { expect, test } from 'vitest'
import { testDatabase } from '#support/database.ts'
import { readSteps, recordRun } from './upkeep.store.ts'

const database = testDatabase()

const at = (hour: number) => new Date(Date.UTC(2026, 10, 25, hour))

test.each([
  ['went well', [null], { last_success_at: at(0), failing_since: null, problem: null }],
  ['failed', ['no'], { last_success_at: null, failing_since: at(0), problem: 'no' }],
  ['failed after a success', [null, 'no'], { last_success_at: at(0), failing_since: at(1), problem: 'no' }],
  ['failed again', [null, 'no', 'never'], { last_success_at: at(0), failing_since: at(1), problem: 'never' }],
  ['went well again', ['no', null], { last_success_at: at(1), failing_since: null, problem: null }],
])('a step that %s', async (name, problems, row) => {
  const { db } = database
  for (const [hour, problem] of problems.entries())
    await recordRun(db, { name, at: at(hour), problem, durationMs: hour })
  const fault = problems.findLastIndex((problem) => problem !== null)
  expect((await readSteps(db)).get(name)).toEqual({
    name,
    last_run_at: at(problems.length - 1),
    duration_ms: problems.length - 1,
    last_problem: problems[fault] ?? null,
    last_problem_at: fault < 0 ? null : at(fault),
    ...row,
  })
})
