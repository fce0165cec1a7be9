import { Temporal } from 'temporal-polyfill'
import type { Interval } from '#domain/interval.ts'
import type { Period } from '#domain/proration.ts'

/**
 * The anchor of a subscription's paid periods, and the time paid since. Every boundary is the anchor plus all the time
 * paid since, never the last boundary plus an interval. So a subscription begun on the 31st renews on 28 February and on
 * 31 March, also after a change of interval.
 */
export type BillingCycle = {
  /** Local date of the first paid period's start, `YYYY-MM-DD`. */
  readonly anchor: string
  /** IANA time zone of the operator: days begin and end there. */
  readonly zone: string
  /** Paid since the anchor: months (a year is twelve) and days (a week is seven). */
  readonly months: number
  readonly days: number
}

/** Returns a cycle that begins with the whole local day of `moment`, with nothing paid yet. */
export function startCycle(moment: Date, zone: string): BillingCycle {
  return { anchor: localDate(moment, zone), zone, months: 0, days: 0 }
}

/** Returns the cycle extended by `count` intervals. */
export function advanceCycle(cycle: BillingCycle, { value, unit }: Interval, count = 1): BillingCycle {
  const [months, days] = { d: [0, 1], w: [0, 7], m: [1, 0], y: [12, 0] }[unit] as [number, number]
  return {
    ...cycle,
    months: cycle.months + months * value * count,
    days: cycle.days + days * value * count,
  }
}

/** Returns the end of the paid time: the start of a local day, also across clock changes. */
export function cycleEnd({ anchor, zone, months, days }: BillingCycle): Date {
  return firstInstant(Temporal.PlainDate.from(anchor).add({ months, days }), zone)
}

/** Returns the period that one more interval would pay for. */
export function nextPeriod(cycle: BillingCycle, interval: Interval): Period {
  return { from: cycleEnd(cycle), until: cycleEnd(advanceCycle(cycle, interval)) }
}

/** Returns the calendar day of a moment in a time zone, `YYYY-MM-DD`. */
export function localDate(moment: Date, zone: string): string {
  return zoned(moment, zone).toPlainDate().toString()
}

/** Returns the first instant of a local day, which is not always midnight. */
export function startOfDay(day: string, zone: string): Date {
  return firstInstant(Temporal.PlainDate.from(day), zone)
}

/** Returns the start of the local day that is `interval` after the day of `moment`. */
export function startOfDayAfter(moment: Date, interval: Interval, zone: string): Date {
  return cycleEnd(advanceCycle(startCycle(moment, zone), interval))
}

function zoned(moment: Date, zone: string) {
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone)
}

function firstInstant(day: Temporal.PlainDate, zone: string): Date {
  return new Date(day.toZonedDateTime({ timeZone: zone }).epochMilliseconds)
}
