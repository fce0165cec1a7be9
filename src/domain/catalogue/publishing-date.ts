import { Temporal } from 'temporal-polyfill'
import { isDay } from '#domain/dates.ts'

/** When a video is published, as its author writes it: a day, or a time of it, where the seller is. */
export type PublishingDate = {
  /** `YYYY-MM-DD`. */
  readonly day: string
  /** `HH:MM`; null: the start of the day. */
  readonly time: string | null
}

/** Parses `2026-11-03` or `2026-11-03 09:00`; undefined for anything else, and for years that databases write in other ways. */
export function parsePublishingDate(text: string): PublishingDate | undefined {
  const [, day, time] = /^(\S+?)(?: +((?:[01]\d|2[0-3]):[0-5]\d))?$/.exec(text) ?? []
  return day !== undefined && isDay(day) && day >= '1000' ? { day, time: time ?? null } : undefined
}

/** Formats a date for `parsePublishingDate`. */
export function publishingDateText({ day, time }: PublishingDate): string {
  return time === null ? day : `${day} ${time}`
}

/**
 * Returns the instant of a publishing date. A time that clocks skip is as much later as they are set forward; of one that
 * they show twice it is the first. A day begins with its first instant, which is not always midnight.
 * @param zone IANA time zone of the seller
 */
export function publishingInstant({ day, time }: PublishingDate, zone: string): Date {
  const date = Temporal.PlainDate.from(day)
  const local =
    time === null
      ? date.toZonedDateTime({ timeZone: zone })
      : date
          .toPlainDateTime(Temporal.PlainTime.from(time))
          .toZonedDateTime(zone, { disambiguation: 'compatible' })
  return new Date(local.epochMilliseconds)
}

/** Formats an instant in a time zone with its offset: `2026-11-03T09:00:00+01:00`. */
export function withOffset(moment: Date, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime())
    .toZonedDateTimeISO(zone)
    .toString({ timeZoneName: 'never', smallestUnit: 'second' })
}
