import { formatDay } from './dates.ts'

/**
 * Formats the day of a moment in words, for all billing dates: a charge, the end of a trial, an expiry. On screens, in
 * mails and on invoices it is the day in the seller's time zone, never the reader's.
 * @param zone IANA time zone of the seller
 */
export function moneyDay(moment: Date, zone: string, locale: string): string {
  return formatDay(dayIn(moment, zone), locale)
}

/** Returns the calendar day (`YYYY-MM-DD`) of a moment in a time zone. */
export function dayIn(moment: Date, zone: string): string {
  // mutant `formatsByZone.get(zone) ?? dayFormat(zone) → dayFormat(zone)`: the same, made anew
  const format = formatsByZone.get(zone) ?? dayFormat(zone)
  // mutant `formatsByZone.set(zone, format) → ;`: the same, made anew
  formatsByZone.set(zone, format)
  return format.format(moment)
}

/** Returns the city that a time zone is named after, as in "Berlin time": `America/New_York` is New York. */
export function placeOfZone(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
}

const formatsByZone = new Map<string, Intl.DateTimeFormat>()

/** Swedish dates have the form of ISO 8601. */
function dayFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
}
