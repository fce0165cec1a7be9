import { pictureAt, type Storyboard } from '#domain/catalogue/storyboard.ts'

/** Returns the `storyboard.vtt` of a storyboard, whose times are read back to the same layout. */
export function storyboardTrack(storyboard: Storyboard, sheet: string): string {
  const { width, height, count, everySeconds } = storyboard
  const cues = Array.from({ length: count }, (_, place) => {
    const { column, row } = pictureAt(storyboard, place * everySeconds)
    const [from, to] = [place * everySeconds, (place + 1) * everySeconds].map(timeOf)
    return `${from} --> ${to}\n${sheet}#xywh=${column * width},${row * height},${width},${height}\n`
  })
  return `WEBVTT\n\n${cues.join('\n')}`
}

/** Formats seconds as `01:02:03.004`. */
function timeOf(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000)
  const digits = (value: number, length: number) => String(Math.floor(value)).padStart(length, '0')
  return [
    digits(milliseconds / 3_600_000, 2),
    digits((milliseconds / 60_000) % 60, 2),
    `${digits((milliseconds / 1000) % 60, 2)}.${digits(milliseconds % 1000, 3)}`,
  ].join(':')
}
