import { plainCueText } from './cue-text.ts'

/** A cue as the file has it. */
export type TimedCue = { readonly startSeconds: number; readonly endSeconds: number; readonly text: string }

/**
 * What cues say, as plain text, each line once. Rolling captions, as YouTube writes them, show a line up to three times:
 * while it is spoken, in a cue of some milliseconds, and above the next line. Cues without words are left out.
 */
export function spokenCues(cues: readonly TimedCue[]): TimedCue[] {
  const rolls = cues.some(isStepOfRolling)
  let before: readonly string[] = []
  let endedSeconds = Number.NEGATIVE_INFINITY
  return cues.flatMap(({ startSeconds, endSeconds, text }) => {
    const lines = text.split('\n').map(plainCueText).filter(Boolean)
    const isNext = Math.abs(startSeconds - endedSeconds) <= shortSeconds
    const repeated = isNext ? overlapOf(before, lines) : 0
    const added = rolls || repeated < lines.length ? lines.slice(repeated) : lines
    before = lines
    endedSeconds = endSeconds
    return added.length > 0 ? [{ startSeconds, endSeconds, text: added.join(' ') }] : []
  })
}

/** Nobody reads a cue of less; cues that are further apart do not continue each other. */
const shortSeconds = 0.05

/** Whether a cue can only be one of rolling captions: it has times between its words, or is too short to be read. */
function isStepOfRolling({ startSeconds, endSeconds, text }: TimedCue): boolean {
  return endSeconds - startSeconds <= shortSeconds || /<\d[\d:.]*>/.test(text)
}

/** How many of the first lines are the last lines of the cue before. */
function overlapOf(before: readonly string[], lines: readonly string[]): number {
  for (let count = Math.min(before.length, lines.length); count > 0; count--)
    if (before.slice(-count).every((line, place) => line === lines[place])) return count
  return 0
}
