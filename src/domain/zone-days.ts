import { formatDay } from './dates.ts'

/**
 * The day of a moment in words, as every date of money is told: of a charge, of the end of a trial, of an expiry. On
 * screens, in mails and on invoices alike it is the day where the seller is, never where the reader is.
 * @param zone IANA time zone of the seller
 */
export function moneyDay(moment: Date, zone: string, locale: string): string {
  return formatDay(dayIn(moment, zone), locale)
}

/** The calendar day (`YYYY-MM-DD`) of a moment in a time zone. */
export function dayIn(moment: Date, zone: string): string {
  // mutant `formatsByZone.get(zone) ?? dayFormat(zone) → dayFormat(zone)`: the same, made anew
  const format = formatsByZone.get(zone) ?? dayFormat(zone)
  // mutant `formatsByZone.set(zone, format) → ;`: the same, made anew
  formatsByZone.set(zone, format)
  return format.format(moment)
}

/** The place that a time zone is named after, as one says "Berlin time": `America/New_York` is New York. */
export function placeOfZone(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
}

const formatsByZone = new Map<string, Intl.DateTimeFormat>()

/** Sweden writes a day as ISO 8601 does. */
function dayFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
}
