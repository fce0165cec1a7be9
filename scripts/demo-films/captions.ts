import type { TimedSentence, Timeline } from './timeline.ts'

/**
 * Returns the captions of a film as WebVTT. A sentence too long for two lines is split in proportion to its characters.
 */
export function captionsOf(timeline: Timeline, language: 'en' | 'de'): string {
  const sentences = timeline.scenes.flatMap((scene) => scene.steps.flatMap((step) => step.sentences))
  const cues = sentences.flatMap((sentence) =>
    cuesOf(sentence, language === 'de' ? sentence.german : sentence.text),
  )
  return `WEBVTT\n\n${cues.map((cue, index) => `${index + 1}\n${cue}\n`).join('\n')}`
}

const lettersPerLine = 44

function cuesOf({ start, end }: TimedSentence, written: string | undefined): string[] {
  if (written === undefined) return []
  const text = written.replaceAll('`', '')
  const pieces = evenly(text, Math.ceil(text.length / (2 * lettersPerLine)))
  let spoken = 0
  return pieces.map((piece) => {
    const from = start + ((end - start) * spoken) / text.length
    spoken += piece.length + 1
    const to = start + ((end - start) * Math.min(spoken, text.length)) / text.length
    const lines = piece.length > lettersPerLine ? evenly(piece, 2) : [piece]
    return `${timestamp(from)} --> ${timestamp(to)}\n${lines.map(escaped).join('\n')}`
  })
}

/** Splits a text between words into pieces of about equal length. */
function evenly(text: string, count: number): string[] {
  const pieces: string[] = []
  let rest = text
  for (let left = count; left > 1; left--) {
    const wanted = rest.length / left
    const gaps = [...rest.matchAll(/ /g)].map((match) => match.index)
    const gap = gaps.sort((one, other) => Math.abs(one - wanted) - Math.abs(other - wanted))[0]
    if (gap === undefined) break
    pieces.push(rest.slice(0, gap))
    rest = rest.slice(gap + 1)
  }
  return [...pieces, rest]
}

function timestamp(seconds: number): string {
  const thousandths = Math.round(seconds * 1000)
  const part = (divisor: number, size: number, width: number) =>
    String(Math.floor(thousandths / divisor) % size).padStart(width, '0')
  return `${part(3_600_000, 100, 2)}:${part(60_000, 60, 2)}:${part(1000, 60, 2)}.${part(1, 1000, 3)}`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
