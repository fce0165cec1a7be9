import { plainCueText } from '#domain/catalogue/cue-text.ts'
import { spokenCues, type TimedCue } from '#domain/catalogue/spoken-cues.ts'

/** A spoken line. */
export type Cue = { readonly startSeconds: number; readonly endSeconds: number; readonly text: string }

/** Returns the cues of a browser's text track as shown, without voice and style tags. */
export function readCues(track: Pick<TextTrack, 'cues'>): Cue[] {
  return timedCues(track)
    .map((cue) => ({ ...cue, text: plainCueText(cue.text) }))
    .filter(({ text }) => text !== '')
}

/** Returns the cues of a track, each line once. */
export function readSpokenCues(track: Pick<TextTrack, 'cues'>): Cue[] {
  return spokenCues(timedCues(track))
}

function timedCues({ cues }: Pick<TextTrack, 'cues'>): TimedCue[] {
  return Array.from(cues ?? [], (cue) => ({
    startSeconds: cue.startTime,
    endSeconds: cue.endTime,
    text: 'text' in cue && typeof cue.text === 'string' ? cue.text : '',
  }))
}

/** Returns the index of the current line, or the last one before; -1 before the first. */
export function cueAt(cues: readonly Pick<Cue, 'startSeconds'>[], seconds: number): number {
  let low = 0
  let high = cues.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((cues[middle]?.startSeconds ?? Number.POSITIVE_INFINITY) <= seconds) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Returns the lines that contain all of the words. */
export function searchCues<Said extends Pick<Cue, 'text'>>(
  cues: readonly Said[],
  sought: string,
): readonly Said[] {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return cues
  return cues.filter(({ text }) => {
    const line = text.toLowerCase()
    return words.every((word) => line.includes(word))
  })
}
