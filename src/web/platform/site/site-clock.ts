import { dayIn } from '#domain/zone-days.ts'
import { serverNow } from './server-time.ts'
import { useSite } from './site.ts'

/** Returns the site's time, whatever the browser's clock; in a demo shifted like the demo's clock. */
export function siteNow(): Date {
  const { clockAheadSeconds = 0 } = useSite.getState().config ?? {}
  return new Date(serverNow().getTime() + clockAheadSeconds * 1000)
}

/** Returns today (`YYYY-MM-DD`) in the seller's time zone. */
export const siteToday = () => dayIn(siteNow(), sellerZone())

/** Returns the seller's IANA time zone, in which days of publishing and billing begin. */
export function sellerZone(): string {
  return useSite.getState().config?.sellerZone ?? 'Europe/Berlin'
}
