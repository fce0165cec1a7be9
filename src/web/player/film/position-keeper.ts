/** How often the position is kept while the film plays, in milliseconds. It also keeps the media address alive. */
const keepEveryMs = 15_000

type PositionKeeper = {
  playing(): void
  paused(): void
  /** The viewer goes away, or to another film. */
  left(): void
}

/**
 * Keeps where the viewer is: about every 15 seconds while the film plays, when it is paused, and when the viewer leaves.
 * A position that is kept already is not kept again, except while playing: the call keeps the media address alive.
 * @param seconds where the film is now
 * @param keep `leaving` asks for a request that outlives the page
 */
export function newPositionKeeper(
  seconds: () => number,
  keep: (positionSeconds: number, leaving: boolean) => void,
): PositionKeeper {
  let timer: ReturnType<typeof setInterval> | undefined
  let kept: number | undefined
  let begun = false

  const keepNow = (leaving: boolean) => {
    const position = Math.max(0, Math.round(seconds() * 10) / 10)
    if (!Number.isFinite(position)) return
    kept = position
    keep(position, leaving)
  }
  const keepChanged = (leaving: boolean) => {
    clearInterval(timer)
    timer = undefined
    const changed = kept === undefined || Math.abs(kept - seconds()) >= 0.5
    // looking at a film's page is not watching it
    if (begun && changed) keepNow(leaving)
  }
  return {
    playing() {
      begun = true
      timer ??= setInterval(keepNow, keepEveryMs, false)
    },
    paused: () => keepChanged(false),
    left: () => keepChanged(true),
  }
}
