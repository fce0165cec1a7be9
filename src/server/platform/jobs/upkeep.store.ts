import type { Db, Tables } from '#server/platform/database/tables.ts'

/** The state of a step. Timestamps are real time. */
export type StepRow = Tables['upkeep_step']

/** Stores the outcome of a run that ended at `at`; `problem` is null for a success. */
export async function recordRun(
  db: Db,
  {
    name,
    at,
    problem,
    durationMs = null,
  }: { name: string; at: Date; problem: string | null; durationMs?: number | null },
): Promise<void> {
  const success = problem === null
  const fault = success ? {} : { last_problem: problem, last_problem_at: at }
  await db
    .insertInto('upkeep_step')
    .values({
      name,
      last_run_at: at,
      last_success_at: success ? at : null,
      failing_since: success ? null : at,
      problem,
      duration_ms: durationMs,
      ...fault,
    })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((set) => ({
        last_run_at: at,
        problem,
        duration_ms: durationMs,
        ...fault,
        ...(success
          ? { last_success_at: at, failing_since: null }
          : { failing_since: set.fn.coalesce('upkeep_step.failing_since', 'excluded.failing_since') }),
      })),
    )
    .execute()
}

/** Returns the state of all steps that have ever run, by name. */
export async function readSteps(db: Db): Promise<ReadonlyMap<string, StepRow>> {
  const rows = await db.selectFrom('upkeep_step').selectAll().execute()
  return new Map(rows.map((row) => [row.name, row]))
}
