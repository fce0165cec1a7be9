import { href } from '#contract/pages.ts'

/**
 * The listing that a video was opened from, kept in the navigation state: it survives reloads and the back button, and
 * is separate for each tab.
 */
export type ReturnPath = { readonly listing: string }

/** Reads the listing from a navigation state. Default: the whole library. */
export function returnPathIn(state: unknown): string {
  const listing = (state as Partial<ReturnPath> | null)?.listing
  return typeof listing === 'string' && listing.startsWith(`${href('content')}`) ? listing : href('content')
}
