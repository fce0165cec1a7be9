import { Temporal } from 'temporal-polyfill'

/** Hour in the seller's time zone from which the gifts of a day are mailed. */
const giftHour = 8

/** Returns the last day (`YYYY-MM-DD`) whose gifts are due: today from `giftHour` on, before that yesterday. */
export function giftsDueOn(now: Date, zone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone)
  const day = local.toPlainDate()
  return (local.hour < giftHour ? day.subtract({ days: 1 }) : day).toString()
}

/**
 * Returns whether a mail program could turn a part of a message into a link: an address of a page or of a mail, also
 * without `https:`. Abbreviations such as "z.B." and dates are no links.
 */
export function couldContainLink(message: string): boolean {
  return /[@\\]|:\/\/|www[.。．]|[\p{L}\p{N}-][.。．]\p{L}{2,}|\b\d{1,3}(?:\.\d{1,3}){3}\b/iu.test(message)
}

/** Returns whether a picture can be shown by mail programs: they show neither SVG nor, all of them, WebP. */
export function isGiftPicture(name: string): boolean {
  return /^gift-.*\.(png|jpe?g)$/.test(name)
}
