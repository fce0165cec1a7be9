import { formatDay } from '#domain/dates.ts'
import { sellerZone } from '#domain/seller-zone.ts'
import { getLocale } from '#messages/generated/runtime.js'

const millisecondsPerDay = 86_400_000

/**
 * The day of a subscription's date, where the seller is, as in mails and on invoices: '5. December, 2026'.
 * @param daysLater 1 in trial contexts (product.md section 9)
 */
export function billingDay(instant: string, daysLater = 0): string {
  const day = new Date(new Date(`${dayOf(instant)}T00:00:00Z`).getTime() + daysLater * millisecondsPerDay)
  return formatDay(day.toISOString().slice(0, 10), getLocale())
}

const format = new Intl.DateTimeFormat('en', {
  timeZone: sellerZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

function dayOf(instant: string): string {
  const parts = Object.fromEntries(
    format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]),
  )
  return `${parts.year}-${parts.month}-${parts.day}`
}
