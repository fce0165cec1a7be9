import { findPage } from '#contract/match-path.ts'
import { type PageName, pages } from '#contract/pages.ts'

/**
 * Whether this document was loaded for the page it shows, or for one of `among`. After navigation within the site it
 * has another page's Content-Security-Policy.
 */
export function isLoadedHere(among?: readonly PageName[]): boolean {
  const [document] = performance.getEntriesByType('navigation')
  const loaded = document && findPage(new URL(document.name).pathname, pages)?.name
  if (!document) return true
  return among
    ? loaded !== undefined && among.includes(loaded)
    : loaded === findPage(location.pathname, pages)?.name
}
