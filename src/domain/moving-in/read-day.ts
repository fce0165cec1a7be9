import { dayIn } from '#domain/zone-days.ts'

/** Order of the two numbers before the year in `3/4/2026`; undefined if a column does not tell. */
export type DayOrder = 'day-first' | 'month-first' | undefined

/**
 * Returns which of day and month comes first in the dates with slashes of a column: decided by a number above 12. If its
 * dates contradict each other, none is read.
 */
export function dayOrderOf(cells: readonly string[]): DayOrder {
  const pairs = cells.flatMap((cell) => {
    const [, first, second] = slashed.exec(cell.trim()) ?? []
    return first === undefined ? [] : [{ first: Number(first), second: Number(second) }]
  })
  const isDayFirst = pairs.some(({ first }) => first > 12)
  const isMonthFirst = pairs.some(({ second }) => second > 12)
  if (isDayFirst === isMonthFirst) return undefined
  return isDayFirst ? 'day-first' : 'month-first'
}

/**
 * Returns the day (`YYYY-MM-DD`) of a cell: ISO 8601 with or without a time, `31.12.2026`, or with slashes in the order of
 * its column. A time with a zone gives the day in the seller's zone. Undefined for anything else, and for a day that does
 * not exist.
 */
export function readDay(
  cell: string,
  { order, zone }: { order: DayOrder; zone: string },
): string | undefined {
  const text = cell.trim()
  const [, iso, time, offset] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|UTC|[+-]\d\d:?\d\d)?)?$/.exec(text) ?? []
  if (iso !== undefined) {
    const day = existing(iso)
    if (day === undefined || time === undefined || offset === undefined) return day
    const moment = new Date(`${day}T${time}${offset === 'UTC' ? 'Z' : offset}`)
    return Number.isNaN(moment.getTime()) ? undefined : dayIn(moment, zone)
  }
  const [, day, month, year] = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(text) ?? []
  if (year !== undefined) return existing(`${year}-${twoDigits(month)}-${twoDigits(day)}`)
  const [, first, second, last] = slashed.exec(text) ?? []
  if (last === undefined || order === undefined) return undefined
  const [dayOf, monthOf] = order === 'day-first' ? [first, second] : [second, first]
  return existing(`${last}-${twoDigits(monthOf)}-${twoDigits(dayOf)}`)
}

const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/

function twoDigits(text: string | undefined): string {
  return `${text}`.padStart(2, '0')
}

/** The day, if the calendar has it, in a year that money is reckoned in. */
function existing(day: string): string | undefined {
  const moment = new Date(`${day}T00:00:00Z`)
  const isReal = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day)
  return isReal && day >= '1970' && day < '2200' ? day : undefined
}
