import { findPage } from '#contract/match-path.ts'
import type { PageName } from '#contract/pages.ts'

/**
 * Whether this document was loaded for the page it shows, or for one of `pages`. After navigation within the site it
 * has another page's Content-Security-Policy.
 */
export function isLoadedHere(pages?: readonly PageName[]): boolean {
  const [document] = performance.getEntriesByType('navigation')
  const loaded = document && findPage(new URL(document.name).pathname)?.name
  if (!document) return true
  return pages ? loaded !== undefined && pages.includes(loaded) : loaded === findPage(location.pathname)?.name
}
