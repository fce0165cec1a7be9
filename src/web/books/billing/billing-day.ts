import { dayIn, moneyDay, placeOfZone } from '#domain/zone-days.ts'
import { getLocale } from '#messages/generated/runtime.js'
import { useSite } from '#web/platform/site/site.ts'
import { siteNow } from '#web/platform/site/site-clock.ts'

/** The day of a subscription's date, where the seller is, as in mails and on invoices: '5. December, 2026'. */
export function billingDay(instant: string): string {
  return moneyDay(new Date(instant), sellerZone(), getLocale())
}

/** The last day before something that ends with an instant: an end at the midnight of the 31st has the 30th. */
export function lastDay(end: string): string {
  return billingDay(new Date(new Date(end).getTime() - 1).toISOString())
}

/** Today (`YYYY-MM-DD`) where the seller is. */
export function sellerToday(): string {
  return dayIn(siteNow(), sellerZone())
}

/** Whose time the days of billing are told in: `Berlin`. */
export function sellerPlace(): string {
  return placeOfZone(sellerZone())
}

function sellerZone(): string {
  return useSite.getState().config?.sellerZone ?? 'Europe/Berlin'
}
