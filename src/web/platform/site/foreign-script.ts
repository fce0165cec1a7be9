let mayShow: ((pathname: string) => boolean) | undefined
const noted = new Set<() => void>()

/**
 * Notes, before it is loaded, that a script of another site runs in this document from now on: it can read whatever the document
 * shows and hears. `pagesWithIt` says which pages this document may go on to; all others are opened by loading a document of
 * their own (site-history.ts). What was noted before stays: a later note, be it the script's own, admits no further page.
 */
export function noteForeignScript(pagesWithIt: (pathname: string) => boolean): void {
  const before = mayShow
  mayShow = (pathname) => pagesWithIt(pathname) && (before === undefined || before(pathname))
  for (const changed of noted) changed()
}

/** Whether a script of another site runs in this document: nobody is asked for a password in it. */
export function hasForeignScript(): boolean {
  return mayShow !== undefined
}

/** Calls back when a script of another site is noted; returns the function that stops it. */
export function whenForeignScript(changed: () => void): () => void {
  noted.add(changed)
  return () => void noted.delete(changed)
}

/** Whether the page at a path has to be opened by loading a document, since a foreign script would be in this one with it. */
export function needsDocument(pathname: string): boolean {
  return mayShow !== undefined && !mayShow(pathname)
}
