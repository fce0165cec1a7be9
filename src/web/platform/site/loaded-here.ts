import { findPage } from '#contract/match-path.ts'
import type { PageName } from '#contract/pages.ts'

/**
 * Whether the browser's document is that of the page it shows, or of one of `pages`; not so when the page was reached by a link within
 * the site. Then it has another page's Content-Security-Policy.
 */
export function isLoadedHere(pages?: readonly PageName[]): boolean {
  const [document] = performance.getEntriesByType('navigation')
  const loaded = document && findPage(new URL(document.name).pathname)?.name
  if (!document) return true
  return pages ? loaded !== undefined && pages.includes(loaded) : loaded === findPage(location.pathname)?.name
}
