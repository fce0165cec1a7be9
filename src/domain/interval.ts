import { Temporal } from 'temporal-polyfill'

/** A billing interval: day, week, month or year, and how many of them (product.md section 3). */
export type Interval = { readonly value: number; readonly unit: 'd' | 'w' | 'm' | 'y' }

/**
 * Returns the instant `count` intervals after `anchor`, by the UTC calendar; the time of day stays. Always count from the
 * anchor, never from the previous result: a month after 31 January is 28 February, two months after it 31 March, while
 * repeated steps would stay on the 28th. A count of 0 is the anchor itself.
 */
export function intervalsAfter(anchor: Date, interval: Interval, count = 1): Date {
  const start = Temporal.Instant.fromEpochMilliseconds(anchor.getTime()).toZonedDateTimeISO('UTC')
  const end = start.add({ [unitNames[interval.unit]]: interval.value * count })
  return new Date(end.epochMilliseconds)
}

/** Whether two intervals have the same value and unit. 12 months and a year differ: the customer chose one of them. */
export function sameInterval(one: Interval | null, other: Interval | null): boolean {
  return one?.value === other?.value && one?.unit === other?.unit
}

/** Formats an interval for a URL: `2w`, `3m`, `1y`. */
export function intervalText({ value, unit }: Interval): string {
  return `${value}${unit}`
}

/** Parses the result of `intervalText`; undefined for anything else. */
export function parseInterval(text: string): Interval | undefined {
  const [, value, unit] = /^([1-9]\d{0,3})([dwmy])$/.exec(text) ?? []
  // mutant `value → true`: what is found has a value,
  // mutant `unit → true`: and a unit
  return value && unit ? { value: Number(value), unit: unit as Interval['unit'] } : undefined
}

/** Longest interval that can be granted: 100 years. */
const longest = { d: 36_500, w: 5_200, m: 1_200, y: 100 } as const

/** Whether an interval is at most 100 years, which keeps date arithmetic valid. */
export function isWithinCentury({ value, unit }: Interval): boolean {
  return value > 0 && value <= longest[unit]
}

const unitNames = { d: 'days', w: 'weeks', m: 'months', y: 'years' } as const
