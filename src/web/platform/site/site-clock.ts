import { businessDay } from '#domain/catalogue/catalogue.ts'
import { serverNow } from './server-time.ts'
import { useSite } from './site.ts'

/** Returns the site's time, whatever the browser's clock; in a demo shifted like the demo's clock. */
export function siteNow(): Date {
  const { clockAheadSeconds = 0 } = useSite.getState().config ?? {}
  return new Date(serverNow().getTime() + clockAheadSeconds * 1000)
}

/** Returns the site's current publishing day (`YYYY-MM-DD`), independent of time zones. */
export const siteToday = () => businessDay(siteNow())
