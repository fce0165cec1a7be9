/**
 * Two clocks: business time, which the demo can move forward, decides dates (trial, subscription, publishing, history);
 * real time decides what protects the site (sessions, CSRF tokens, mailed codes, playback grants, limits).
 */
export type Clock = {
  /** Business time. */
  now(): Date
  /** The machine's clock. */
  real(): Date
}

/** Both clocks of the machine. */
export const systemClock: Clock = { now: () => new Date(), real: () => new Date() }

/** A clock whose business time can be moved forward; its real time is the machine's. */
export type MovableClock = Clock & {
  moveForward(milliseconds: number): void
  /** How far business time is ahead of real time. */
  readonly aheadMs: number
}

/** @param startsAheadMs initial lead of business time over real time */
export function createMovableClock(startsAheadMs = 0, real: () => Date = () => new Date()): MovableClock {
  let aheadMs = startsAheadMs
  return {
    real,
    now: () => new Date(real().getTime() + aheadMs),
    moveForward(milliseconds) {
      if (milliseconds < 0) throw new RangeError('Business time moves forward only')
      aheadMs += milliseconds
    },
    get aheadMs() {
      return aheadMs
    },
  }
}

export function isMovable(clock: Clock): clock is MovableClock {
  return 'moveForward' in clock
}
