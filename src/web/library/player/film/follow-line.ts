import { line } from './line.ts'
import { listen } from './listen.ts'
import { isStarved } from './starved.ts'

/** How long a film has to load for its speed to count, in milliseconds. */
const measuredMs = 1000
/** A browser that has fetched nothing for so long had enough, in milliseconds. */
const pausedMs = 1000
/** A film is out of pictures where less than this is buffered ahead, in seconds. */
const spareSeconds = 0.5

/**
 * Measures the line while a film loads, and tells when its size is worth choosing again: it stalls, or goes to where
 * nothing is buffered. What is buffered is never given up.
 * @param kilobitsPerSecond of the film
 */
export function followLine(
  element: HTMLVideoElement,
  kilobitsPerSecond: number,
  chooseAgain: () => void,
): () => void {
  let began: Loaded | undefined
  let latest: Loaded | undefined
  let played = !element.paused && element.currentTime > 0
  return listen(element, {
    progress: () => {
      const loaded = { atMs: performance.now(), seconds: bufferedSeconds(element) }
      if (!began || !latest || loaded.atMs - latest.atMs > pausedMs) began = loaded
      latest = loaded
      const elapsedMs = loaded.atMs - began.atMs
      if (elapsedMs < measuredMs) return
      noteSpeed(element, ((loaded.seconds - began.seconds) * kilobitsPerSecond * 1000) / elapsedMs)
      began = loaded
    },
    emptied: () => {
      played = false
      began = undefined
    },
    playing: () => {
      played = true
    },
    waiting: () => {
      if (!played || element.seeking || !isStarved(element) || !navigator.onLine) return
      if (bufferedAhead(element) > spareSeconds) return
      // the line does not carry it, whatever was measured
      const carried = kilobitsPerSecond * element.playbackRate
      line.kilobitsPerSecond = Math.min(line.kilobitsPerSecond ?? carried, carried)
      chooseAgain()
    },
    seeking: () => {
      if (played && bufferedAhead(element) === 0) chooseAgain()
    },
  })
}

type Loaded = { readonly atMs: number; readonly seconds: number }

/** A browser that has enough fetches more slowly than the line allows: then only more than was known counts. */
function noteSpeed({ readyState }: HTMLVideoElement, measured: number): void {
  const known = line.kilobitsPerSecond ?? measured
  if (measured > 0 && (readyState < HTMLMediaElement.HAVE_ENOUGH_DATA || measured > known))
    line.kilobitsPerSecond = (known + measured) / 2
}

function bufferedSeconds({ buffered }: HTMLVideoElement): number {
  let seconds = 0
  for (let place = 0; place < buffered.length; place += 1)
    seconds += buffered.end(place) - buffered.start(place)
  return seconds
}

/** Seconds that are buffered from the present one on. */
function bufferedAhead({ buffered, currentTime }: HTMLVideoElement): number {
  for (let place = 0; place < buffered.length; place += 1)
    if (buffered.start(place) <= currentTime && currentTime <= buffered.end(place))
      return buffered.end(place) - currentTime
  return 0
}
