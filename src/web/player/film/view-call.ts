/** How long playback has to run before a video counts as viewed, in milliseconds (product.md section 9). */
const viewDelayMs = 250

type ViewCall = {
  /** Playback started or went on. */
  started(): void
  /** Another film is on, or the same one from the beginning again: it may count once more. */
  renew(): void
  /** Nothing is pending any more. */
  stop(): void
}

/**
 * Reports a video as viewed 250 ms after playback has started, if it is not paused by then (product.md section 4). Once
 * each time the film is opened.
 */
export function newViewCall(isPaused: () => boolean, tell: () => void): ViewCall {
  let told = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => clearTimeout(timer)
  return {
    started() {
      stop()
      if (told) return
      timer = setTimeout(() => {
        if (isPaused()) return
        told = true
        tell()
      }, viewDelayMs)
    },
    renew() {
      stop()
      told = false
    },
    stop,
  }
}
