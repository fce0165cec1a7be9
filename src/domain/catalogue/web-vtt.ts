import { servedCueText } from './cue-text.ts'
import type { TimedCue } from './spoken-cues.ts'

export type WebVttMistake = {
  /** From 1. */
  line: number
  code:
    | 'vtt-header-missing'
    | 'vtt-without-cues'
    | 'vtt-timing-missing'
    | 'vtt-timing-wrong'
    | 'vtt-cue-ends-early'
    | 'vtt-cue-too-early'
    | 'vtt-cue-outside'
    | 'vtt-cue-empty'
    | 'vtt-arrow-in-text'
}

/**
 * Returns the mistakes of WebVTT captions (w3.org/TR/webvtt1): the header, each cue's timing, cues ordered by start, each
 * with a text and starting inside the film (seconds). Notes, styles and regions are ignored.
 */
export function checkWebVtt(text: string, durationSeconds: number): WebVttMistake[] {
  const lines = linesOf(text)
  if (!/^WEBVTT(?:[ \t].*)?$/.test(String(lines[0]))) return [{ line: 1, code: 'vtt-header-missing' }]
  const cues = blocksOf(lines).filter(isCue)
  if (cues.length === 0) return [{ line: 1, code: 'vtt-without-cues' }]
  const mistakes: WebVttMistake[] = []
  let latestStart = 0
  for (const [place, cue] of cues.entries()) {
    const { line, at, timing } = cue
    if (isTornOff(cue)) mistakes.push({ line, code: 'vtt-arrow-in-text' })
    else if (at < 0 || at > 1) mistakes.push({ line, code: 'vtt-timing-missing' })
    else if (!timing) mistakes.push({ line: line + at, code: 'vtt-timing-wrong' })
    else {
      const codes: (WebVttMistake['code'] | false)[] = [
        timing.end <= timing.start && 'vtt-cue-ends-early',
        timing.start < latestStart && 'vtt-cue-too-early',
        timing.start >= durationSeconds && 'vtt-cue-outside',
        cue.lines.length === at + 1 && !isTornOff(cues[place + 1]) && 'vtt-cue-empty',
      ]
      for (const code of codes) if (code) mistakes.push({ line: line + at, code })
      latestStart = Math.max(latestStart, timing.start)
    }
  }
  return mistakes
}

/** `line`: line number of the text, from 1; the text as in the file. */
export type WebVttCue = TimedCue & { readonly line: number }

/** Returns the cues of a valid file (`checkWebVtt`). */
export function webVttCues(text: string): WebVttCue[] {
  return blocksOf(linesOf(text))
    .filter(isCue)
    .flatMap(({ line, lines, at, timing }) =>
      timing
        ? [
            {
              line: line + at + 1,
              startSeconds: timing.start,
              endSeconds: timing.end,
              text: lines.slice(at + 1).join('\n'),
            },
          ]
        : [],
    )
}

/**
 * Normalises a valid file (`checkWebVtt`) so that every browser parses it alike: line feeds, a blank line after the
 * signature and after each cue, and only the character references that WebVTT defines.
 */
export function servedWebVtt(text: string): string {
  const blocks = blocksOf(linesOf(text)).map((block) => {
    const textAt = isCue(block) ? block.at + 1 : block.lines.length
    return [...block.lines.slice(0, textAt), ...block.lines.slice(textAt).map(servedCueText)].join('\n')
  })
  return `${['WEBVTT', ...blocks].join('\n\n')}\n`
}

function linesOf(text: string): string[] {
  return text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
}

type Timing = { readonly start: number; readonly end: number }

/** Lines between blank lines; `at`: index of the timing line, -1 without one. */
type Block = { line: number; lines: string[]; at: number; timing: Timing | undefined; follows: boolean }

/** Whether it is a cue, not a note, style or region. */
function isCue({ lines }: Block): boolean {
  return !/^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/.test(String(lines[0]))
}

/**
 * Whether it is the rest of a text that contains an arrow: browsers parse the line as a timing, and drop it with the
 * following lines.
 */
function isTornOff(block: Block | undefined): boolean {
  return block?.follows === true && !block.timing
}

/**
 * Splits a file at blank lines, without the header. As in browsers, a line with an arrow ends the header, and begins a
 * new block if the block already has one.
 */
function blocksOf(lines: readonly string[]): Block[] {
  const header = lines.findIndex((line, index) => index > 0 && (line === '' || line.includes('-->')))
  const blocks: Block[] = []
  let block: Block | undefined
  for (const [index, line] of lines.entries()) {
    if (header < 0 || index < header) continue
    const isArrow = line.includes('-->')
    if (line === '') {
      block = undefined
      continue
    }
    if (!block || (isArrow && block.at >= 0)) {
      block = { line: index + 1, lines: [], at: -1, timing: undefined, follows: block !== undefined }
      blocks.push(block)
    }
    if (isArrow) Object.assign(block, { at: block.lines.length, timing: timingOf(line) })
    block.lines.push(line)
  }
  return blocks
}

function timingOf(line: string): Timing | undefined {
  const time = String.raw`((?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3})`
  const match = new RegExp(String.raw`^[ \t]*${time}[ \t]+-->[ \t]+${time}(?:[ \t]+\S.*)?[ \t]*$`).exec(line)
  return match ? { start: secondsOf(String(match[1])), end: secondsOf(String(match[2])) } : undefined
}

/** Converts a timestamp with or without hours to seconds. */
function secondsOf(time: string): number {
  return time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}
