/** What a video's page passes on to its own next document, in which the comments are loaded at once. */
export type AskedComments = { readonly comments: true }

/** Whether the comments were asked for in the document before. */
export function asksForComments(state: unknown): boolean {
  return (state as Partial<AskedComments> | null)?.comments === true
}
