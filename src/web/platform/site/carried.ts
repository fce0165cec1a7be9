import { type Carried, carriedId } from '#contract/site/carried.ts'

/** Returns the data embedded in the document. Empty in development, where the server writes no documents. */
export function carriedHere(): Partial<Carried> {
  return JSON.parse(document.getElementById(carriedId)?.textContent || '{}') as Partial<Carried>
}
