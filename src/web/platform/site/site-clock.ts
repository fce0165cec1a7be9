import { businessDay } from '#domain/catalogue/catalogue.ts'
import { serverNow } from './server-time.ts'
import { useSite } from './site.ts'

/** What time it is on this site, whatever the browser's clock says; in a demo as far ahead as its clock was moved. */
export function siteNow(): Date {
  const { clockAheadSeconds = 0 } = useSite.getState().config ?? {}
  return new Date(serverNow().getTime() + clockAheadSeconds * 1000)
}

/** The day (`YYYY-MM-DD`) on which the site lists what is published today, wherever its reader is. */
export const siteToday = () => businessDay(siteNow())
