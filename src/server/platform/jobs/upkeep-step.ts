import type { Services } from '#server/platform/services/services.ts'

/**
 * Something that is due by the clock alone: a renewal, a purge, a reminder. Safe to run at any time and any number of
 * times: who may do what is always computed from dates; a step only stores the result, or clears up.
 */
export type UpkeepStep = {
  /** Names it in the log, in the table `upkeep_step` and in what readiness says. */
  readonly name: string
  readonly every: 'minute' | 'hour'
  /** Milliseconds without success after which the site counts as degraded; a day unless given. */
  readonly lateAfterMs?: number
  /** It only deletes what is no longer shown, so that the day on which it runs makes no difference. */
  readonly clearsAway?: true
  /** It may take long when much is due: it has a round of its own, and no other step waits for it. */
  readonly apart?: true
  /** Each with transactions of its own. One that throws counts as failed and holds up no other step. */
  run(services: Services, round: Round): Promise<StepOutcome> | Promise<void>
}

/**
 * How a step went; one that returns nothing is done. `failed`: some or all of it could not be done. `held-back`: it was not
 * begun, because the clock or the books of a provider are not right, or not ended, because the site stops. Neither is a success; both are tried again in the next round.
 */
export type StepOutcome = 'done' | 'failed' | 'held-back'

export type Round = {
  /** The first since this process started: what is unfinished was left by another one. */
  readonly atStart: boolean
}

/**
 * Does something for each of many, one after the other. One that fails is passed to `onFailure`, holds up none of the others
 * and makes the whole `failed`. Once `stopping` is aborted the others are left to the next run.
 */
export async function oneByOne<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
  onFailure: (error: unknown, item: Item) => void,
  stopping?: AbortSignal,
): Promise<StepOutcome> {
  let outcome: StepOutcome = 'done'
  for (const item of items) {
    if (stopping?.aborted) return together(outcome, 'held-back')
    try {
      await work(item)
    } catch (error) {
      outcome = 'failed'
      onFailure(error, item)
    }
  }
  return outcome
}

/** As `oneByOne`, with up to `atOnce` of them under way at the same time. */
export async function severalAtOnce<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<unknown>,
  onFailure: (error: unknown, item: Item) => void,
  stopping: AbortSignal,
): Promise<StepOutcome> {
  // each takes the next item from the same queue
  const queue = items.values()
  const hands = Array.from({ length: atOnce }, () => oneByOne(queue, work, onFailure, stopping))
  return together(...(await Promise.all(hands)))
}

/** `failed` before `held-back` before `done`: how several parts of a step went together. */
export function together(...outcomes: readonly StepOutcome[]): StepOutcome {
  return (['failed', 'held-back'] as const).find((one) => outcomes.includes(one)) ?? 'done'
}

export function daysBefore(instant: Date, days: number): Date {
  return new Date(instant.getTime() - days * 86_400_000)
}
