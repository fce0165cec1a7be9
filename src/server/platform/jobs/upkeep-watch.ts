import type { Services } from '#server/platform/services/services.ts'
import { readSteps, type StepRow } from './upkeep.store.ts'
import type { UpkeepStep } from './upkeep-step.ts'

/** Returns one sentence for each late step, for monitoring; empty while all is well. */
export type UpkeepWatch = () => Promise<readonly string[]>

const dayMs = 86_400_000

/**
 * Watches the steps from now on. A step is late without a success for `lateAfterMs` of this process's run time, or
 * after failing for so long, across restarts. Downtime does not count: a step first gets the time to run.
 */
export function watchUpkeep(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  steps: readonly UpkeepStep[],
): UpkeepWatch {
  const startedAt = clock.real()
  return async () => {
    const rows = await readSteps(database.db)
    return steps.flatMap((step) => lateness(step, rows.get(step.name), { startedAt, now: clock.real() }))
  }
}

function lateness(
  { name, lateAfterMs = dayMs }: UpkeepStep,
  row: StepRow | undefined,
  { startedAt, now }: { startedAt: Date; now: Date },
): string[] {
  const success = row?.last_success_at?.getTime() ?? 0
  const silentMs = now.getTime() - Math.max(success, startedAt.getTime())
  const failedMs = row?.failing_since ? row.last_run_at.getTime() - row.failing_since.getTime() : 0
  if (silentMs <= lateAfterMs && failedMs < lateAfterMs) return []
  const last = row?.last_success_at
  return [last ? `${name} has not gone well since ${last.toISOString()}` : `${name} has never gone well`]
}
