import type { Problem } from '#server/platform/runtime/problem.ts'
import { type Counters, memoryCounters } from './counters.ts'
import { createLimit, type Limit, tooMany } from './limit.ts'

/** Whose sign-in it is: the account as it was typed, where from, and in which browser if it is a known one. */
export type LoginAttempt = {
  /** The address that is signed in with, as `emailKey` writes it: it counts whether it exists or not. */
  readonly emailKey: string
  /** `visitor.network` */
  readonly network: string
  /** What `knownBrowser` says. */
  readonly browser: string | undefined
}

export type LoginLimit = {
  /**
   * Counts a sign-in before its password is looked at, so that many at once cannot slip past. An account has ten tries
   * in 15 minutes, then one after a minute, two, four … up to an hour; a network has fifty in 15 minutes. A browser
   * that has signed in to the account before counts by itself: strangers cannot lock its owner out.
   */
  consume(attempt: LoginAttempt): Promise<Problem | undefined>
  /** The password was right: the attempt does not count. */
  forgive(attempt: LoginAttempt): Promise<void>
}

const windowSeconds = 15 * 60

/** @param factor on the number of tries (RATE_LIMITS) */
export function createLoginLimit(factor: number, counters: Counters = memoryCounters): LoginLimit {
  const points = (tries: number) => Math.max(1, Math.round(tries * factor))
  const limit = (name: string, tries: number) =>
    createLimit(counters(name, { points: points(tries), durationSeconds: windowSeconds }))
  const account = createGrowingLimit(points(10), counters)
  const network = limit('loginNetwork', 50)
  const browsers = limit('loginBrowser', 10)
  const browserKey = ({ browser, emailKey }: LoginAttempt) => `${browser} ${emailKey}`
  return {
    async consume(attempt) {
      if (attempt.browser !== undefined) return browsers.consume(browserKey(attempt))
      // the network first: a flood from one place must not use up the tries of the account
      return (await network.consume(attempt.network)) ?? (await account.consume(attempt.emailKey))
    },
    async forgive(attempt) {
      if (attempt.browser !== undefined) return browsers.forgive(browserKey(attempt))
      await network.forgive(attempt.network)
      await account.forgive(attempt.emailKey)
    },
  }
}

/** So many tries in 15 minutes; beyond them one at a time, each after twice the wait of the one before. */
function createGrowingLimit(points: number, counters: Counters): Limit {
  const tries = counters('loginAccount', { points, durationSeconds: windowSeconds })
  const overruns = counters('loginOverruns', {
    points: Number.MAX_SAFE_INTEGER,
    durationSeconds: 24 * 60 * 60,
  })
  const next = counters('loginNext', { points: 1, durationSeconds: firstWaitSeconds })
  return {
    async consume(key) {
      // a wait may outlast the 15 minutes in which the tries are counted
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
    async forgive(key) {
      await Promise.all([tries.delete(key), overruns.delete(key), next.delete(key)])
    },
  }
}

const firstWaitSeconds = 60
const longestWaitSeconds = 60 * 60

function waitSeconds(overruns: number): number {
  return Math.min(firstWaitSeconds * 2 ** overruns, longestWaitSeconds)
}
