/** Parts of a film for which playing is counted. */
export const hundredths = 100

/**
 * Returns the hundredths of a film, as first and last index, with their middle after `fromSeconds` and at or before
 * `toSeconds`; undefined for none. Consecutive parts count each middle once.
 */
export function hundredthsPlayed(
  fromSeconds: number,
  toSeconds: number,
  durationSeconds: number,
): { readonly first: number; readonly last: number } | undefined {
  const placeOf = (seconds: number) => (seconds / durationSeconds) * hundredths - 0.5
  const first = Math.max(0, Math.floor(placeOf(fromSeconds)) + 1)
  const last = Math.min(hundredths - 1, Math.floor(placeOf(toSeconds)))
  return first <= last ? { first, last } : undefined
}

/** Plays that ended in each hundredth: the difference to the next one. Where more play the next one, 0. */
export function exits(played: readonly number[]): number[] {
  return played.map((count, index) => Math.max(0, count - (played[index + 1] ?? 0)))
}

/** The place of the last hundredth but one: who plays it has seen the film to its end. */
export const placeOfEnd = hundredths - 2

/** The part of the starts that played the last hundredth but one, from 0 to 1; undefined without starts. */
export function partToTheEnd(starts: number, playedToEnd: number): number | undefined {
  return starts === 0 ? undefined : Math.min(1, playedToEnd / starts)
}

/** Viewers who must have searched words within 30 days before they are stored. */
export const searchersBeforeStored = 3

/**
 * Returns searched words as they are counted: in lower case, with single spaces. Undefined for what may name a person or
 * a number of theirs: an @ sign, or more than three digits.
 */
export function countedWords(words: string): string | undefined {
  const plain = words.normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
  const digits = plain.match(/\p{Nd}/gu)?.length ?? 0
  return plain === '' || plain.includes('@') || digits > 3 ? undefined : plain
}
