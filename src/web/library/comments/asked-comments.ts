import { noteForeignScript } from '#web/platform/site/foreign-script.ts'

/** State that a video's page passes to its own next document: comments are loaded there at once. */
export type AskedComments = { readonly comments: true }

/** Whether comments were requested in the previous document. */
export function asksForComments(state: unknown): boolean {
  return (state as Partial<AskedComments> | null)?.comments === true
}

/**
 * Treats a document that its opener can reach as one with a foreign script: the opener may be another video's page with
 * such a script. For browsers without Cross-Origin-Opener-Policy (decisions/054-comments.md).
 */
export function noteOpener(): void {
  const { opener, location } = window
  const { pathname } = location
  if (opener) noteForeignScript((path) => path === pathname)
}
