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
}

/**
 * What is wrong with captions in WebVTT (w3.org/TR/webvtt1): the header, each cue's timing, cues in the order of their
 * beginnings, each with a text and beginning inside the film (seconds). Notes, styles and regions are ignored.
 */
export function checkWebVtt(text: string, durationSeconds: number): WebVttMistake[] {
  const lines = linesOf(text)
  if (!/^WEBVTT(?:[ \t].*)?$/.test(String(lines[0]))) return [{ line: 1, code: 'vtt-header-missing' }]
  const cues = cueBlocks(lines)
  if (cues.length === 0) return [{ line: 1, code: 'vtt-without-cues' }]
  const mistakes: WebVttMistake[] = []
  let latestStart = 0
  for (const cue of cues) {
    const at = cue.lines.findIndex((line) => line.includes('-->'))
    const line = cue.line + Math.max(at, 0)
    const timing = timingOf(String(cue.lines[at]))
    if (at < 0 || at > 1) mistakes.push({ line: cue.line, code: 'vtt-timing-missing' })
    else if (!timing) mistakes.push({ line, code: 'vtt-timing-wrong' })
    else {
      if (timing.end <= timing.start) mistakes.push({ line, code: 'vtt-cue-ends-early' })
      if (timing.start < latestStart) mistakes.push({ line, code: 'vtt-cue-too-early' })
      if (timing.start >= durationSeconds) mistakes.push({ line, code: 'vtt-cue-outside' })
      if (cue.lines.length === at + 1) mistakes.push({ line, code: 'vtt-cue-empty' })
      latestStart = Math.max(latestStart, timing.start)
    }
  }
  return mistakes
}

/** `line` is that of the text, from 1. */
export type WebVttCue = { readonly line: number; readonly startSeconds: number; readonly text: string }

/** The cues of a file that `checkWebVtt` finds in order. */
export function webVttCues(text: string): WebVttCue[] {
  return cueBlocks(linesOf(text)).flatMap((cue) => {
    const at = cue.lines.findIndex((line) => line.includes('-->'))
    const timing = timingOf(String(cue.lines[at]))
    if (!timing) return []
    const first = at + 1
    return [{ line: cue.line + first, startSeconds: timing.start, text: cue.lines.slice(first).join('\n') }]
  })
}

function linesOf(text: string): string[] {
  return text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
}

type Block = { line: number; lines: string[] }

/** Notes, styles and regions are none. */
function cueBlocks(lines: readonly string[]): Block[] {
  return blocksOf(lines).filter((block) => !/^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/.test(String(block.lines[0])))
}

/** The parts between blank lines, without the header's. */
function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = []
  // mutant `1 → 2`: nobody asks where the header stands
  let block: Block | undefined = { line: 1, lines: [] }
  for (const [index, line] of lines.entries()) {
    if (line === '') {
      block = undefined
      continue
    }
    if (!block) {
      block = { line: index + 1, lines: [] }
      blocks.push(block)
    }
    block.lines.push(line)
  }
  return blocks
}

function timingOf(line: string): { start: number; end: number } | undefined {
  const time = String.raw`((?:\d{2,}:)?[0-5]\d:[0-5]\d\.\d{3})`
  const match = new RegExp(String.raw`^[ \t]*${time}[ \t]+-->[ \t]+${time}(?:[ \t]+\S.*)?[ \t]*$`).exec(line)
  return match ? { start: secondsOf(String(match[1])), end: secondsOf(String(match[2])) } : undefined
}

/** Of hours, minutes and seconds, or without hours. */
function secondsOf(time: string): number {
  return time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}
