import { isClockRight } from '#server/platform/services/clock-check.ts'
import type { Services } from '#server/platform/services/services.ts'
import { roundOf, runStepJob } from './run-step-job.ts'
import { recordRun } from './upkeep.store.ts'
import type { Round, StepOutcome, UpkeepStep } from './upkeep-step.ts'

const everyMs = { minute: 60_000, hour: 3_600_000 } as const

/**
 * Runs the steps at startup and then each minute or hour, so that a machine that sleeps at night misses nothing. Rounds
 * are independent: a long purge delays no renewal, and a night of renewals no recovery.
 */
export async function startUpkeep(services: Services, steps: readonly UpkeepStep[]): Promise<void> {
  for (const every of ['minute', 'hour'] as const) {
    const own = steps.filter((step) => step.every === every)
    for (const [round, itsSteps] of Map.groupBy(own, roundOf))
      await startRound(services, round, every, itsSteps)
  }
}

async function startRound(
  services: Services,
  name: string,
  every: UpkeepStep['every'],
  steps: readonly UpkeepStep[],
): Promise<void> {
  let atStart = true
  await services.queue.repeat(name, everyMs[every], async () => {
    const round = { atStart }
    atStart = false
    const clockIsRight = await mayRun(services, every)
    for (const step of steps) {
      const report = clockIsRight ? await runStep(services, step, round) : heldBack(step)
      // the rest is left to the next process
      if (services.stopping.aborted) return
      await record(services, step, report)
    }
  })
}

/** Registers the worker that runs a step at once, because the admin asked for it. */
export async function startStepsOnDemand(services: Services, steps: readonly UpkeepStep[]): Promise<void> {
  await services.queue.work<{ name: string }>(runStepJob, async ({ name }) => {
    // a former version may have asked for a step that this one does not know
    const step = steps.find((one) => one.name === name)
    if (!step) return
    const mayStart = await mayRun(services, step.every)
    const report = mayStart ? await runStep(services, step, { atStart: false }) : heldBack(step)
    await record(services, step, report)
  })
}

/** Minutely steps check the clock themselves, and only when work is due: the check may call a provider. */
async function mayRun(services: Services, every: UpkeepStep['every']): Promise<boolean> {
  return every === 'minute' || isClockRight(services)
}

/** A failed write must not skip the steps that follow. */
async function record(
  services: Pick<Services, 'database' | 'clock' | 'log'>,
  { every }: UpkeepStep,
  report: StepReport,
): Promise<void> {
  const { database, clock, log } = services
  logReport(services, report, every === 'minute')
  const { name, outcome, error, durationMs } = report
  const problem = outcome === 'done' ? null : error === undefined ? outcome : String(error)
  await recordRun(database.db, { name, at: clock.real(), problem, durationMs }).catch((failure: unknown) => {
    log.error({ err: failure, step: name }, 'the outcome of an upkeep step could not be stored')
  })
}

/** The result of one run of a step. */
export type StepReport = {
  readonly name: string
  readonly outcome: StepOutcome
  readonly durationMs: number
  /** The exception. */
  readonly error?: unknown
}

/** Runs a step. Never throws. */
async function runStep(services: Services, step: UpkeepStep, round: Round): Promise<StepReport> {
  const { name } = step
  const begun = performance.now()
  const spent = () => Math.round(performance.now() - begun)
  try {
    const said = await step.run(services, round)
    return { name, outcome: typeof said === 'string' ? said : 'done', durationMs: spent() }
  } catch (error) {
    return { name, outcome: 'failed', durationMs: spent(), error }
  }
}

/**
 * Runs all steps once, in order, outside of the rounds: for the demo clock, which completes each day's work before the
 * next. Returns the steps that were not done; they are logged too.
 */
export async function runSteps(
  services: Services,
  steps: readonly UpkeepStep[],
): Promise<readonly StepReport[]> {
  if (!(await isClockRight(services))) return steps.map(heldBack)
  const left: StepReport[] = []
  for (const step of steps) {
    const report = await runStep(services, step, { atStart: false })
    if (report.outcome === 'done') continue
    left.push(report)
    logReport(services, report)
  }
  return left
}

/** The report of a step that is held back by the clock. */
function heldBack({ name }: UpkeepStep): StepReport {
  return { name, outcome: 'held-back', durationMs: 0 }
}

/** Logs one line per run of a step. Successful minutely runs are logged at level debug. */
function logReport({ log }: Pick<Services, 'log'>, report: StepReport, quietly = false): void {
  const { name: step, outcome, durationMs, error } = report
  const facts = { step, outcome, durationMs, ...(error !== undefined && { err: error }) }
  if (outcome !== 'done') log.error(facts, 'a step of the upkeep did not go well; it is tried again')
  else if (quietly) log.debug(facts, 'a step of the upkeep is done')
  else log.info(facts, 'a step of the upkeep is done')
}
