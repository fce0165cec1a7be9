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

/** A period of days (`2026-11-03`), both included. */
export type Days = { readonly from: string; readonly to: string }

type Month = { readonly year: number; readonly month: number }

/**
 * Returns the first and last whole month of a period, January as 1, with the first day of the first and the day after the
 * last; undefined for none.
 */
export function wholeMonths({ from, to }: Days):
  | {
      readonly first: Month
      readonly last: Month
      readonly begin: string
      readonly end: string
    }
  | undefined {
  const first = monthsTo(from) + (from.endsWith('-01') ? 0 : 1)
  const end = monthsTo(to) + (isLastOfMonth(to) ? 1 : 0)
  if (end <= first) return undefined
  return { first: monthAt(first), last: monthAt(end - 1), begin: firstDayOf(first), end: firstDayOf(end) }
}

/** Months from year 0 to that of the day. */
function monthsTo(day: string): number {
  const [year, month] = day.split('-').map(Number)
  return Number(year) * 12 + Number(month) - 1
}

function monthAt(months: number): Month {
  return { year: Math.floor(months / 12), month: (months % 12) + 1 }
}

function firstDayOf(months: number): string {
  const { year, month } = monthAt(months)
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`
}

function isLastOfMonth(day: string): boolean {
  return new Date(Date.parse(day) + 24 * 60 * 60_000).getUTCDate() === 1
}
