import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Problem } from '#server/runtime/problem.ts'

/** How often something may be tried within some time, counted in memory for each key. */
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

/** @param points attempts within `durationSeconds`, which begin with a key's first attempt */
export function createLimit(points: number, durationSeconds: number): CountedLimit {
  const limiter = new RateLimiterMemory({ points, duration: durationSeconds })
  return {
    consume: (key) => limiter.consume(key).then(() => undefined, tooMany),
    async forgive(key) {
      if (((await limiter.get(key))?.consumedPoints ?? 0) > 0) await limiter.reward(key)
    },
    isSpent: async (key) => ((await limiter.get(key))?.consumedPoints ?? 0) >= points,
  }
}

/** The library rejects with the time that is left, and with an error where it is at fault itself. */
export function tooMany(rejection: unknown): Problem {
  if (!(rejection instanceof RateLimiterRes)) throw rejection
  return new Problem('too-many-requests', { retryAfterSeconds: Math.ceil(rejection.msBeforeNext / 1000) })
}
