import { isClockRight } from '#server/services/clock-check.ts'
import type { Services } from '#server/services/services.ts'
import { heldBack, logReport, runStep, type StepReport } from './run-steps.ts'
import { recordRun } from './upkeep.store.ts'
import type { UpkeepStep } from './upkeep-step.ts'

const everyMs = { minute: 60_000, hour: 3_600_000 } as const

/**
 * Has the steps run, at the start and then each minute or hour, so that a machine that sleeps at night misses nothing.
 * The two rounds do not wait for each other: a long purge delays no renewal.
 */
export async function startUpkeep(services: Services, steps: readonly UpkeepStep[]): Promise<void> {
  for (const every of ['minute', 'hour'] as const) {
    const own = steps.filter((step) => step.every === every)
    let atStart = true
    await services.queue.repeat(`upkeep-each-${every}`, everyMs[every], async () => {
      const round = { atStart }
      atStart = false
      // what each minute brings looks at the clock itself, and only when something is due: a provider may be asked for it
      const clockIsRight = every === 'minute' || (await isClockRight(services))
      for (const step of own)
        await record(services, step, clockIsRight ? await runStep(services, step, round) : heldBack(step))
    })
  }
}

/** A database that cannot be written to now is no reason to leave out the steps that follow. */
async function record(services: Services, { every }: UpkeepStep, report: StepReport): Promise<void> {
  const { database, clock, log } = services
  logReport(services, report, every === 'minute')
  const { name, outcome, error } = report
  const problem = outcome === 'done' ? null : error === undefined ? outcome : String(error)
  await recordRun(database.db, { name, at: clock.real(), problem }).catch((failure: unknown) => {
    log.error({ err: failure, step: name }, 'how a step of the upkeep went could not be written down')
  })
}
