import { businessDay } from '#domain/catalogue/catalogue.ts'
import { serverNow } from './server-time.ts'
import { useSite } from './site.ts'

/** What time it is on this site, whatever the browser's clock says; in a demo as far ahead as its clock was moved. */
export function siteNow(): Date {
  const { clockAheadSeconds = 0 } = useSite.getState().config ?? {}
  return new Date(serverNow().getTime() + clockAheadSeconds * 1000)
}

/** Returns the site's current publishing day (`YYYY-MM-DD`), in every time zone. */
export const siteToday = () => businessDay(siteNow())
