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
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  if (!/^WEBVTT(?:[ \t].*)?$/.test(String(lines[0]))) return [{ line: 1, code: 'vtt-header-missing' }]
  const cues = blocksOf(lines).filter(
    (block) => !/^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/.test(String(block.lines[0])),
  )
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

type Block = { line: number; lines: string[] }

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
