import type { Services } from '#server/platform/services/services.ts'

/**
 * Work that is due by time: a renewal, a purge, a reminder. Safe to run at any time and repeatedly: permissions are
 * always computed from dates; a step only stores the result, or deletes.
 */
export type UpkeepStep = {
  /** Its name in the log, in the table `upkeep_step` and in readiness. */
  readonly name: string
  readonly every: 'minute' | 'hour'
  /** Milliseconds without success after which the site is degraded; a day by default. */
  readonly lateAfterMs?: number
  /** It only deletes data that is no longer shown, so the day of its run does not matter. */
  readonly clearsAway?: true
  /** It may take long: it has its own round, and no other step waits for it. */
  readonly apart?: true
  /** Runs in separate transactions. An exception counts as failed and stops no other step. */
  run(services: Services, round: Round): Promise<StepOutcome> | Promise<void>
}

/**
 * The outcome of a step; undefined counts as done. `failed`: in part or in full. `held-back`: not started, because the
 * clock or a provider's books are in doubt, or not completed, because the site shuts down. Neither counts as success;
 * both are retried in the next round.
 */
export type StepOutcome = 'done' | 'failed' | 'held-back'

export type Round = {
  /** The first round of this process: unfinished work is another process's. */
  readonly atStart: boolean
}

/**
 * Processes items sequentially. A failed item is passed to `onFailure`, does not stop the others, and makes the result
 * `failed`. Once `stopping` is aborted the rest is left to the next run.
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

/** As `oneByOne`, with up to `atOnce` items in parallel. */
export async function severalAtOnce<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<unknown>,
  onFailure: (error: unknown, item: Item) => void,
  stopping: AbortSignal,
): Promise<StepOutcome> {
  // all workers take items from one queue
  const queue = items.values()
  const hands = Array.from({ length: atOnce }, () => oneByOne(queue, work, onFailure, stopping))
  return together(...(await Promise.all(hands)))
}

/** Combines the outcomes of parts: `failed` before `held-back` before `done`. */
export function together(...outcomes: readonly StepOutcome[]): StepOutcome {
  return (['failed', 'held-back'] as const).find((one) => outcomes.includes(one)) ?? 'done'
}

export function daysBefore(instant: Date, days: number): Date {
  return new Date(instant.getTime() - days * 86_400_000)
}
