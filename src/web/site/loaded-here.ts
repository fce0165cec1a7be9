import type { PageName } from '#contract/pages.ts'
import { pageNameAt } from './page-name.ts'

/**
 * Whether the browser's document is that of the page it shows, or of one of `pages`; not so when the page was reached by a link within
 * the site. Then it has another page's Content-Security-Policy.
 */
export function isLoadedHere(pages?: readonly PageName[]): boolean {
  const [document] = performance.getEntriesByType('navigation')
  const loaded = document && pageNameAt(new URL(document.name).pathname)
  if (!document) return true
  return pages ? loaded !== undefined && pages.includes(loaded) : loaded === pageNameAt(location.pathname)
}
