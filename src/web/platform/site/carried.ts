import { type Carried, carriedId } from '#contract/site/carried.ts'

/** What the document has with it; nothing while the screens are developed, where the server writes no documents. */
export function carriedHere(): Partial<Carried> {
  return JSON.parse(document.getElementById(carriedId)?.textContent || '{}') as Partial<Carried>
}
