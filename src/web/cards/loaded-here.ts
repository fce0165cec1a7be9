import { pageNameAt } from '#web/site/page-name.ts'

/** Whether the browser's document is that of the page it shows; not so when the page was reached by a link within the site. */
export function isLoadedHere(): boolean {
  const [document] = performance.getEntriesByType('navigation')
  return !document || pageNameAt(new URL(document.name).pathname) === pageNameAt(location.pathname)
}
