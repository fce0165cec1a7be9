type PlayedCounter = {
  /** Playback has reached a second of the film. */
  reached(seconds: number): void
  /** Playback continues at another position. */
  jumped(): void
  /** Returns the seconds played since the last call. */
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
