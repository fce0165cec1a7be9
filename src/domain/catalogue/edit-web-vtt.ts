import { plainCueText } from './cue-text.ts'
import type { WebVttCue } from './web-vtt.ts'

/** Faster lines than this, in characters a second, are hard to read (Netflix and the BBC give 17 to 20 for adults). */
const readableCharactersPerSecond = 20

/** Whether a cue is shown for too short a time to be read. */
export function isTooFast({ startSeconds, endSeconds, text }: WebVttCue): boolean {
  return plainCueText(text).length > (endSeconds - startSeconds) * readableCharactersPerSecond
}

/** Returns the file with other times and another text of one of its cues (`webVttCues`); all else stays as it is. */
export function withCue(
  file: string,
  { line }: WebVttCue,
  { startSeconds, endSeconds, text }: Pick<WebVttCue, 'startSeconds' | 'endSeconds' | 'text'>,
): string {
  const lines = file.split(/\r\n|\n|\r/)
  const settings = /-->\s*\S+(.*)$/.exec(lines[line - 2] ?? '')?.[1] ?? ''
  const after = lines.findIndex((one, index) => index >= line - 1 && (one === '' || one.includes('-->')))
  const timing = `${timestamp(startSeconds)} --> ${timestamp(endSeconds)}${settings}`
  const shown = text
    .replaceAll('-->', '--&gt;')
    .split('\n')
    .filter((one) => one.trim() !== '')
  return [
    ...lines.slice(0, line - 2),
    timing,
    ...shown,
    ...lines.slice(after < 0 ? lines.length : after),
  ].join('\n')
}

/** Writes a time as WebVTT has it: `00:01:02.500`. */
export function timestamp(seconds: number): string {
  const thousandths = Math.round(seconds * 1000)
  const part = (value: number, digits: number) => String(value).padStart(digits, '0')
  const whole = Math.floor(thousandths / 1000)
  return `${part(Math.floor(whole / 3600), 2)}:${part(Math.floor(whole / 60) % 60, 2)}:${part(whole % 60, 2)}.${part(thousandths % 1000, 3)}`
}

/** Reads a time that somebody typed, `1:02.5` or `00:01:02,500`, as seconds; undefined for anything else. */
export function typedTimestamp(typed: string): number | undefined {
  const match = /^(?:(\d{1,3}):)?(\d{1,2}):([0-5]?\d(?:[.,]\d{1,3})?)$/.exec(typed.trim())
  if (!match) return undefined
  const [, hours = '0', minutes, seconds = ''] = match
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'))
}
