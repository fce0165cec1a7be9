import type { Storyboard } from '#domain/catalogue/storyboard.ts'
import { checkWebVtt, type WebVttMistake, webVttCues } from '#domain/catalogue/web-vtt.ts'

export type StoryboardMistake =
  | WebVttMistake
  | {
      /** From 1. */
      line: number
      code: 'storyboard-cue' | 'storyboard-grid' | 'storyboard-outside' | 'storyboard-time'
    }

/** The picture file referenced by a `storyboard.vtt`; width and height in pixels. */
type Sheet = { readonly name: string; readonly width: number; readonly height: number }

/**
 * Parses WebVTT in which each cue names a part of one picture (`storyboard.webp#xywh=0,0,160,90`, a media fragment:
 * w3.org/TR/media-frags, 4.2.2), or returns its mistakes: the first of each kind.
 */
export function readStoryboard(
  webVtt: string,
  sheet: Sheet,
  durationSeconds: number,
): { readonly storyboard: Storyboard } | { readonly mistakes: readonly StoryboardMistake[] } {
  const mistakes = checkWebVtt(webVtt, durationSeconds)
  if (mistakes.length > 0) return { mistakes }
  const cues = webVttCues(webVtt)
  const parts = cues.map(({ text }) => partOf(text, sheet.name))
  const unread = parts.indexOf(undefined)
  if (unread >= 0) return { mistakes: [{ line: cues[unread]?.line ?? 1, code: 'storyboard-cue' }] }
  const pictures = cues.flatMap((cue, place) => {
    const part = parts[place]
    return part ? [{ ...cue, ...part }] : []
  })
  const storyboard = gridOf(pictures, durationSeconds)
  const found = pictures.flatMap((picture, place): StoryboardMistake[] =>
    faultsOf(picture, place, storyboard, sheet).map((code) => ({ line: picture.line, code })),
  )
  const first = found.filter(({ code }, at) => found.findIndex((other) => other.code === code) === at)
  return first.length > 0 ? { mistakes: first } : { storyboard }
}

type Part = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
type Picture = Part & { readonly startSeconds: number }

function partOf(text: string, name: string): Part | undefined {
  const match = /^(.+)#xywh=(?:pixel:)?(\d{1,5}),(\d{1,5}),([1-9]\d{0,4}),([1-9]\d{0,4})$/.exec(text.trim())
  if (match?.[1] !== name) return undefined
  const [x = 0, y = 0, width = 0, height = 0] = match.slice(2).map(Number)
  return { x, y, width, height }
}

/** Returns the grid of valid pictures: the first one has their size, its row the number of columns. */
function gridOf(pictures: readonly Picture[], durationSeconds: number): Storyboard {
  const [first, ...others] = pictures
  const nextRow = pictures.findIndex(({ y }) => y !== first?.y)
  const last = others.at(-1)
  return {
    width: first?.width ?? 0,
    height: first?.height ?? 0,
    columns: nextRow < 0 ? pictures.length : nextRow,
    count: pictures.length,
    everySeconds: last ? last.startSeconds / others.length : durationSeconds,
  }
}

/** Tools round times, some of them to seconds. */
const roundingSeconds = 0.5

function faultsOf(
  { x, y, width, height, startSeconds }: Picture,
  place: number,
  { columns, everySeconds, ...size }: Storyboard,
  sheet: Sheet,
): ('storyboard-grid' | 'storyboard-outside' | 'storyboard-time')[] {
  const isInGrid =
    width === size.width &&
    height === size.height &&
    x === (place % columns) * width &&
    y === Math.floor(place / columns) * height
  const isInside = x + width <= sheet.width && y + height <= sheet.height
  const isInTime = everySeconds > 0 && Math.abs(startSeconds - place * everySeconds) <= roundingSeconds
  return [
    ...(isInGrid ? [] : (['storyboard-grid'] as const)),
    ...(isInside ? [] : (['storyboard-outside'] as const)),
    ...(isInTime ? [] : (['storyboard-time'] as const)),
  ]
}
