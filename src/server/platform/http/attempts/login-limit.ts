import type { Problem } from '#server/platform/runtime/problem.ts'
import { type Counters, memoryCounters } from './counters.ts'
import { createLimit, type Limit, tooMany } from './limit.ts'

/** A sign-in attempt: the typed account, its network, and its known browser. */
export type LoginAttempt = {
  /** The typed address as `emailKey`; counted whether it exists or not. */
  readonly emailKey: string
  /** `visitor.network` */
  readonly network: string
  /** The result of `knownBrowser`. */
  readonly browser: string | undefined
}

export type LoginLimit = {
  /**
   * Counts a sign-in before its password is verified, so that parallel attempts cannot slip past. An account has ten
   * attempts in 15 minutes, then one after a minute, two, four … up to an hour; a network has fifty in 15 minutes. A
   * browser that has signed in to the account before is counted separately: strangers cannot lock its owner out.
   */
  consume(attempt: LoginAttempt): Promise<Problem | undefined>
  /** The password was correct: the attempt does not count. */
  forgive(attempt: LoginAttempt): Promise<void>
  /** Returns for how many seconds no further attempt at an account is accepted from unknown browsers; 0 if one is. */
  lockedSeconds(emailKey: string): Promise<number>
  /** Takes back all attempts at an account, those of its known browsers too. Those of networks stay. */
  release(emailKey: string): Promise<void>
}

const windowSeconds = 15 * 60

/** @param factor multiplies the number of attempts (RATE_LIMITS) */
export function createLoginLimit(factor: number, counters: Counters = memoryCounters): LoginLimit {
  const points = (tries: number) => Math.max(1, Math.round(tries * factor))
  const limit = (name: string, tries: number) =>
    createLimit(counters(name, { points: points(tries), durationSeconds: windowSeconds }))
  const account = createGrowingLimit(points(10), counters)
  const network = limit('loginNetwork', 50)
  const browsers = limit('loginBrowser', 10)
  // nobody knows which browsers have counts: a release begins new ones, and lasts as long as the former ones
  const releases = counters('loginReleases', {
    points: Number.MAX_SAFE_INTEGER,
    durationSeconds: windowSeconds,
  })
  const browserKey = async ({ browser, emailKey }: LoginAttempt) => {
    const released = (await releases.get(emailKey))?.consumedPoints ?? 0
    return released === 0 ? `${browser} ${emailKey}` : `${browser} ${emailKey} ${released}`
  }
  return {
    async consume(attempt) {
      if (attempt.browser !== undefined) return browsers.consume(await browserKey(attempt))
      // the network first: a flood from one network must not use up the account's attempts
      return (await network.consume(attempt.network)) ?? (await account.consume(attempt.emailKey))
    },
    async forgive(attempt) {
      if (attempt.browser !== undefined) return browsers.forgive(await browserKey(attempt))
      await network.forgive(attempt.network)
      await account.forgive(attempt.emailKey)
    },
    lockedSeconds: account.lockedSeconds,
    async release(emailKey) {
      await account.clear(emailKey)
      await releases.penalty(emailKey)
    },
  }
}

/** `points` attempts in 15 minutes, then single ones, each after twice the previous wait. */
function createGrowingLimit(points: number, counters: Counters): Limit & Pick<LoginLimit, 'lockedSeconds'> {
  const tries = counters('loginAccount', { points, durationSeconds: windowSeconds })
  const overruns = counters('loginOverruns', {
    points: Number.MAX_SAFE_INTEGER,
    durationSeconds: 24 * 60 * 60,
  })
  const next = counters('loginNext', { points: 1, durationSeconds: firstWaitSeconds })
  const forget = async (key: string) => {
    await Promise.all([tries.delete(key), overruns.delete(key), next.delete(key)])
  }
  return {
    async consume(key) {
      // a wait may outlast the 15 minutes of the count
      const waiting = await next.get(key)
      if (waiting) return tooMany(waiting)
      const { consumedPoints } = await tries.penalty(key)
      if (consumedPoints < points) return undefined
      const already = (await overruns.get(key))?.consumedPoints ?? 0
      if (consumedPoints === points) {
        const seconds = waitSeconds(already)
        // mutant `1 → 2`: any number of points makes others wait
        await next.set(key, 1, seconds)
        // nobody waits for a single try then: there are ten again, and the next wait is the longer one
        // mutant `seconds > windowSeconds → seconds >= windowSeconds`: no wait is just that long
        if (seconds > windowSeconds) await overruns.penalty(key)
        return undefined
      }
      const refusal = await next
        .consume(key, 1, { customDuration: waitSeconds(already + 1) })
        .then(() => undefined, tooMany)
      if (!refusal) await overruns.penalty(key)
      return refusal
    },
    forgive: forget,
    clear: forget,
    async lockedSeconds(key) {
      return Math.ceil(((await next.get(key))?.msBeforeNext ?? 0) / 1000)
    },
  }
}

const firstWaitSeconds = 60
const maxWaitSeconds = 60 * 60

function waitSeconds(overruns: number): number {
  return Math.min(firstWaitSeconds * 2 ** overruns, maxWaitSeconds)
}
