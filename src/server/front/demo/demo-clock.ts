import { type Interval, intervalsAfter } from '#domain/interval.ts'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readSetting, writeSetting } from '#server/platform/database/setting.store.ts'
import { createMovableClock, type MovableClock } from '#server/platform/runtime/clock.ts'

/** Opens the demo's clock, with its lead from the last run. */
export async function openDemoClock({ db }: Pick<Database, 'db'>): Promise<MovableClock> {
  const aheadMs = await readSetting(db, 'demo-clock-offset')
  return createMovableClock(typeof aheadMs === 'number' && aheadMs > 0 ? aheadMs : 0)
}

/** The longest single move: a year takes some seconds of work. */
const furthestAdvanceYears = 3

/**
 * Moves business time forward by an ISO 8601 duration of one unit (`P30D`), day by day, and completes each day's due
 * work, so that everything happens on its day and in order; pure deletions run on the last day only. Undefined beyond
 * three years.
 */
export async function advanceDemoClock(
  services: LibraryServices,
  clock: MovableClock,
  {
    duration,
    runUpkeep,
  }: { duration: string; runUpkeep: (services: LibraryServices, clearAway: boolean) => Promise<unknown> },
): Promise<Date | undefined> {
  const { db } = services.database
  const start = clock.now()
  const end = intervalsAfter(start, intervalOf(duration))
  if (end > intervalsAfter(start, { value: furthestAdvanceYears, unit: 'y' })) return undefined
  for (let leftMs = end.getTime() - start.getTime(); leftMs > 0; leftMs -= dayMs) {
    clock.moveForward(Math.min(leftMs, dayMs))
    await writeSetting(db, 'demo-clock-offset', clock.aheadMs)
    await runUpkeep(services, leftMs <= dayMs)
    await services.queue.drain()
  }
  // newly published videos are listed before the new time is shown
  await services.library.refresh()
  return clock.now()
}

const dayMs = 86_400_000
const units = { D: 'd', W: 'w', M: 'm', Y: 'y' } as const

function intervalOf(duration: string): Interval {
  const unit = duration.at(-1) as keyof typeof units
  return { value: Number(duration.slice(1, -1)), unit: units[unit] }
}
