import { isClockRight } from '#server/services/clock-check.ts'
import type { Services } from '#server/services/services.ts'
import type { Round, StepOutcome, UpkeepStep } from './upkeep-step.ts'

/** How one run of a step went. */
export type StepReport = {
  readonly name: string
  readonly outcome: StepOutcome
  readonly durationMs: number
  /** What it threw. */
  readonly error?: unknown
}

/** Runs a step to its end, whatever happens in it: it never throws. */
export async function runStep(services: Services, step: UpkeepStep, round: Round): Promise<StepReport> {
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
 * Runs all steps once, in their order, outside of the rounds: for the demo's clock, which has each day's work done before
 * the next. Answers those that were not done, which the log tells too.
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

/** What is reported of a step that has to wait for the clock. */
export function heldBack({ name }: UpkeepStep): StepReport {
  return { name, outcome: 'held-back', durationMs: 0 }
}

/** One line for each run of a step; the steps of each minute are told only to who asks for it, as long as they go well. */
export function logReport({ log }: Pick<Services, 'log'>, report: StepReport, quietly = false): void {
  const { name: step, outcome, durationMs, error } = report
  const facts = { step, outcome, durationMs, ...(error !== undefined && { err: error }) }
  if (outcome !== 'done') log.error(facts, 'a step of the upkeep did not go well; it is tried again')
  else if (quietly) log.debug(facts, 'a step of the upkeep is done')
  else log.info(facts, 'a step of the upkeep is done')
}
