let mayShow: ((pathname: string) => boolean) | undefined
const noted = new Set<() => void>()

/**
 * Marks this document as running a script of another site, before the script is loaded: it can read everything shown
 * and typed. `pagesWithIt` says which pages this document may still show; all others are opened in a new document
 * (site-history.ts). A later call, even the script's own, admits no further pages.
 */
export function noteForeignScript(pagesWithIt: (pathname: string) => boolean): void {
  const before = mayShow
  mayShow = (pathname) => pagesWithIt(pathname) && (before === undefined || before(pathname))
  for (const changed of noted) changed()
}

/** Whether a script of another site runs in this document, which then must not ask for passwords. */
export function hasForeignScript(): boolean {
  return mayShow !== undefined
}

/** Calls back when a foreign script is marked. Returns a function that unsubscribes. */
export function whenForeignScript(changed: () => void): () => void {
  noted.add(changed)
  return () => void noted.delete(changed)
}

/** Whether a page must be opened in a new document, because a foreign script runs in this one. */
export function needsDocument(pathname: string): boolean {
  return mayShow !== undefined && !mayShow(pathname)
}
