/** A spoken line. */
export type Cue = { readonly startSeconds: number; readonly endSeconds: number; readonly text: string }

/** What a browser's text track holds; its cues carry marks of voices and styles that a reader does not want. */
export function readCues(track: Pick<TextTrack, 'cues'>): Cue[] {
  return Array.from(track.cues ?? [], (cue) => ({
    startSeconds: cue.startTime,
    endSeconds: cue.endTime,
    text: plainText('text' in cue && typeof cue.text === 'string' ? cue.text : ''),
  })).filter(({ text }) => text !== '')
}

/** Index of the line being spoken, or spoken last; -1 before the first. */
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

/** The lines that hold each of the words. */
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

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '', rlm: '' }

function plainText(text: string): string {
  return text
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}
