import { plainCueText } from './cue-text.ts'

/** A cue as in the file. */
export type TimedCue = { readonly startSeconds: number; readonly endSeconds: number; readonly text: string }

/**
 * Returns the spoken text of cues, as plain text, each line once. Rolling captions, as on YouTube, repeat a line up to
 * three times: while it is spoken, in a cue of some milliseconds, and above the next line. Cues without words are left
 * out.
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

/** Shorter cues cannot be read; cues further apart do not continue each other. */
const shortSeconds = 0.05

/** Whether a cue is a step of rolling captions: it has timestamps between its words, or is too short to be read. */
function isStepOfRolling({ startSeconds, endSeconds, text }: TimedCue): boolean {
  return endSeconds - startSeconds <= shortSeconds || /<\d[\d:.]*>/.test(text)
}

/** Returns how many of the first lines repeat the last lines of the cue before. */
function overlapOf(before: readonly string[], lines: readonly string[]): number {
  for (let count = Math.min(before.length, lines.length); count > 0; count--)
    if (before.slice(-count).every((line, place) => line === lines[place])) return count
  return 0
}
