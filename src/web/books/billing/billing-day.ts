import { moneyDay, placeOfZone } from '#domain/zone-days.ts'
import { getLocale } from '#messages/generated/runtime.js'
import { sellerZone } from '#web/platform/site/site-clock.ts'

/** Formats a subscription's date in the seller's time zone, as in mails and on invoices: '5. December, 2026'. */
export function billingDay(instant: string): string {
  return moneyDay(new Date(instant), sellerZone(), getLocale())
}

/** Returns the last day before an end: for the midnight that begins the 31st, the 30th. */
export function lastDay(end: string): string {
  return billingDay(new Date(new Date(end).getTime() - 1).toISOString())
}

/** Returns the city of the seller's time zone: `Berlin`. */
export function sellerPlace(): string {
  return placeOfZone(sellerZone())
}
