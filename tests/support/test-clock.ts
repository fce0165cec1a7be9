import type { MovableClock } from '#server/platform/runtime/clock.ts'

/** Both clocks of a test, moved only by hand. */
export type TestClock = MovableClock & {
  /** Moves business time and real time together, as in reality. */
  advance(duration: Duration): void
  /** Moves business time alone, as the demo does. */
  advanceBusiness(duration: Duration): void
  /** Moves real time alone. */
  advanceReal(duration: Duration): void
  /** Resets both clocks to their start. */
  startOver(): void
}

type Duration = { days?: number; hours?: number; minutes?: number; seconds?: number }

export function createTestClock(start: Date): TestClock {
  let business = start.getTime()
  let real = start.getTime()
  return {
    now: () => new Date(business),
    real: () => new Date(real),
    moveForward(milliseconds) {
      business += milliseconds
    },
    get aheadMs() {
      return business - real
    },
    advance(duration) {
      business += millisecondsOf(duration)
      real += millisecondsOf(duration)
    },
    advanceBusiness(duration) {
      business += millisecondsOf(duration)
    },
    advanceReal(duration) {
      real += millisecondsOf(duration)
    },
    startOver() {
      business = start.getTime()
      real = start.getTime()
    },
  }
}

function millisecondsOf({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Duration): number {
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
}
