import { href } from '#contract/pages.ts'

/**
 * The listing from which a video was opened travels in the navigation state: it survives a reload and the back button,
 * and two tabs do not disturb each other.
 */
export type ReturnPath = { readonly listing: string }

/** Reads the state of a navigation; the whole library where it says nothing. */
export function returnPathIn(state: unknown): string {
  const listing = (state as Partial<ReturnPath> | null)?.listing
  return typeof listing === 'string' && listing.startsWith(`${href('content')}`) ? listing : href('content')
}
