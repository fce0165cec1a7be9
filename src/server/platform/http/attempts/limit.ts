import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import { Problem } from '#server/platform/runtime/problem.ts'

/** A limit on attempts per key and time window. */
export type Limit = {
  /** Counts an attempt. Beyond the limit: a `Problem` with a retry time. */
  consume(key: string): Promise<Problem | undefined>
  /** Takes back an attempt that succeeded. */
  forgive(key: string): Promise<void>
  /** Takes back all attempts. */
  clear(key: string): Promise<void>
}

export type CountedLimit = Limit & {
  /** Returns whether the next attempt would exceed the limit. */
  isSpent(key: string): Promise<boolean>
}

/** Creates a limit of the counter's points. */
export function createLimit(counter: RateLimiterAbstract): CountedLimit {
  const consumed = async (key: string) => {
    const counted = await counter.get(key)
    return counted ? counted.consumedPoints : 0
  }
  return {
    consume: (key) => counter.consume(key).then(() => undefined, tooMany),
    async forgive(key) {
      if ((await consumed(key)) > 0) await counter.reward(key)
    },
    clear: async (key) => void (await counter.delete(key)),
    isSpent: async (key) => (await consumed(key)) >= counter.points,
  }
}

/** The library rejects with the remaining time, and with an error for its own faults. */
export function tooMany(rejection: unknown): Problem {
  if (!(rejection instanceof RateLimiterRes)) throw rejection
  return new Problem('too-many-requests', { retryAfterSeconds: Math.ceil(rejection.msBeforeNext / 1000) })
}
