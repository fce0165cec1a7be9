type PlayedCounter = {
  /** Playback has reached a second of the film. */
  reached(seconds: number): void
  /** It goes on elsewhere, wherever it reaches next. */
  jumped(): void
  /** Returns the seconds that were played since this was asked last. */
  take(): number
}

/** Counts the played seconds of a film: skipped parts do not count, repeated ones do. */
export function newPlayedCounter(): PlayedCounter {
  let at: number | undefined
  let played = 0
  return {
    reached(seconds) {
      if (at !== undefined && seconds > at) played += seconds - at
      at = seconds
    },
    jumped() {
      at = undefined
    },
    take() {
      const taken = Math.round(played * 10) / 10
      played = 0
      return taken
    },
  }
}
