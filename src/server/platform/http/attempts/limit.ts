import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import { Problem } from '#server/platform/runtime/problem.ts'

/** How often something may be tried within some time, counted for each key. */
export type Limit = {
  /** Counts an attempt. The `Problem` of one too many says when to come again. */
  consume(key: string): Promise<Problem | undefined>
  /** Takes an attempt back that turned out to be a good one. */
  forgive(key: string): Promise<void>
}

export type CountedLimit = Limit & {
  /** Whether the next attempt would be one too many. */
  isSpent(key: string): Promise<boolean>
}

/** Lets as many attempts through as the counter has points. */
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
    isSpent: async (key) => (await consumed(key)) >= counter.points,
  }
}

/** The library rejects with the time that is left, and with an error where it is at fault itself. */
export function tooMany(rejection: unknown): Problem {
  if (!(rejection instanceof RateLimiterRes)) throw rejection
  return new Problem('too-many-requests', { retryAfterSeconds: Math.ceil(rejection.msBeforeNext / 1000) })
}
