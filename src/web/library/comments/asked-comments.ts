import { noteForeignScript } from '#web/platform/site/foreign-script.ts'

/** What a video's page passes on to its own next document, in which the comments are loaded at once. */
export type AskedComments = { readonly comments: true }

/** Whether the comments were asked for in the document before. */
export function asksForComments(state: unknown): boolean {
  return (state as Partial<AskedComments> | null)?.comments === true
}

/**
 * Treats a document that its opener can reach as one with a foreign script: the opener may be another video's page with such a script.
 * For browsers that do not separate the two by the policy of openers (decisions/054-comments.md).
 */
export function noteOpener(): void {
  const { opener, location } = window
  const { pathname } = location
  if (opener) noteForeignScript((path) => path === pathname)
}
