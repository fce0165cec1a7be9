import { pageNameAt } from './page-name.ts'

/**
 * Whether the browser's document is that of the page it shows; not so when the page was reached by a link within the site. Then
 * it has another page's Content-Security-Policy.
 */
export function isLoadedHere(): boolean {
  const [document] = performance.getEntriesByType('navigation')
  return !document || pageNameAt(new URL(document.name).pathname) === pageNameAt(location.pathname)
}
