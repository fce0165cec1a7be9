import type { Choosing } from '#domain/films/choose-size.ts'
import { useLocalState } from '#web/platform/site/store.ts'

/** The throughput that films have shown on this page (`follow-line.ts`), in kilobits per second. */
export const line: { kilobitsPerSecond?: number | undefined } = {}

/** Returns what is known for the choice of a film's size: the viewer's wish, the line and the player. */
export function choosing(element: HTMLVideoElement | null): Choosing {
  const { quality, speed } = useLocalState.getState()
  // of Chromium alone
  const { connection: { saveData, downlink } = {} } = navigator as {
    connection?: { readonly saveData?: boolean; readonly downlink?: number }
  }
  return {
    wanted: quality,
    savesData: saveData,
    kilobitsPerSecond: line.kilobitsPerSecond ?? speedOfFiles() ?? (downlink && downlink * 1000),
    playerHeight: (element?.clientHeight ?? 0) * devicePixelRatio || undefined,
    speed,
  }
}

/** The throughput with which the files of this page came; undefined where too little came over the line to tell. */
function speedOfFiles(): number | undefined {
  let [bytes, milliseconds, until] = [0, 0, 0]
  const files = performance.getEntriesByType?.('resource') as PerformanceResourceTiming[] | undefined
  for (const { initiatorType, transferSize, responseStart, responseEnd } of files ?? []) {
    // less than this comes with its first packets; a film comes only as fast as it is played
    if (!(transferSize > 8_000) || initiatorType === 'video') continue
    bytes += transferSize
    // files share the line
    milliseconds += Math.max(0, responseEnd - Math.max(responseStart, until))
    until = Math.max(until, responseEnd)
  }
  return bytes > 50_000 && milliseconds > 0 ? (bytes * 8) / milliseconds : undefined
}
