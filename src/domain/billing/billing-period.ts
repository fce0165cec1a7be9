import { Temporal } from 'temporal-polyfill'
import type { Interval } from '#domain/interval.ts'
import type { Period } from '#domain/proration.ts'

/**
 * The anchor of a subscription's paid periods, and the time paid for since. Every boundary is the anchor plus all the
 * time paid for since, never the last boundary plus an interval: so a subscription begun on the 31st renews on the 28th
 * of February and on the 31st of March, and this stays so when the interval changes.
 */
export type BillingCycle = {
  /** Local date on which the first paid period began, `YYYY-MM-DD`. */
  readonly anchor: string
  /** IANA time zone of the operator, in which days begin and end. */
  readonly zone: string
  /** Paid for since the anchor: months (a year is twelve) and days (a week is seven). */
  readonly months: number
  readonly days: number
}

/** A cycle that begins on the local day of `moment`, which counts in full, with nothing paid for yet. */
export function startCycle(moment: Date, zone: string): BillingCycle {
  return { anchor: localDate(moment, zone), zone, months: 0, days: 0 }
}

/** The cycle with `count` intervals more. */
export function advanceCycle(cycle: BillingCycle, { value, unit }: Interval, count = 1): BillingCycle {
  const [months, days] = { d: [0, 1], w: [0, 7], m: [1, 0], y: [12, 0] }[unit] as [number, number]
  return {
    ...cycle,
    months: cycle.months + months * value * count,
    days: cycle.days + days * value * count,
  }
}

/** The instant up to which the cycle is paid for: the start of a local day, also where clocks change in that night. */
export function cycleEnd({ anchor, zone, months, days }: BillingCycle): Date {
  return firstInstant(Temporal.PlainDate.from(anchor).add({ months, days }), zone)
}

/** The period that one more interval pays for. */
export function nextPeriod(cycle: BillingCycle, interval: Interval): Period {
  return { from: cycleEnd(cycle), until: cycleEnd(advanceCycle(cycle, interval)) }
}

/** The calendar day of a moment in a time zone, `YYYY-MM-DD`. */
export function localDate(moment: Date, zone: string): string {
  return zoned(moment, zone).toPlainDate().toString()
}

/** The first instant of a local day, which is not always midnight. */
export function startOfDay(day: string, zone: string): Date {
  return firstInstant(Temporal.PlainDate.from(day), zone)
}

/** The start of the local day that is `interval` after the day of `moment`. */
export function startOfDayAfter(moment: Date, interval: Interval, zone: string): Date {
  return cycleEnd(advanceCycle(startCycle(moment, zone), interval))
}

function zoned(moment: Date, zone: string) {
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone)
}

function firstInstant(day: Temporal.PlainDate, zone: string): Date {
  return new Date(day.toZonedDateTime({ timeZone: zone }).epochMilliseconds)
}
