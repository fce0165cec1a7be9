let mayShow: ((pathname: string) => boolean) | undefined

/**
 * Notes, before it is loaded, that a script of another site runs in this document from now on: it can read whatever the document
 * shows and hears. `pagesWithIt` says which pages this document may go on to; all others are opened by loading a document of
 * their own (site-history.ts).
 */
export function noteForeignScript(pagesWithIt: (pathname: string) => boolean): void {
  mayShow = pagesWithIt
}

/** Whether a script of another site runs in this document: nobody is asked for a password in it. */
export function hasForeignScript(): boolean {
  return mayShow !== undefined
}

/** Whether the page at a path has to be opened by loading a document, since a foreign script would be in this one with it. */
export function needsDocument(pathname: string): boolean {
  return mayShow !== undefined && !mayShow(pathname)
}
