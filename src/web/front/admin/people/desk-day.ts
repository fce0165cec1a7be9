import { dayIn } from '#domain/zone-days.ts'
import { sellerZone } from '#web/platform/site/site-clock.ts'

/** A day in a table: '2026-11-03' in the seller's zone. */
export function deskDay(instant: string): string {
  return dayIn(new Date(instant), sellerZone())
}
