import { createContext, useContext } from 'react'
import type { Library } from '#web/library/videos/library.ts'
import type { Found } from '#web/library/videos/library-search.ts'
import type { LibraryViewer } from '#web/library/videos/viewing.ts'

/** Data shared by the cards of a listing. */
export type Cards = {
  readonly library: Library
  readonly viewer: LibraryViewer
  /** URL of the listing, passed on to the video's page. */
  readonly listing: string
  /** The search and its result. */
  readonly found: Found | undefined
  readonly view: 'cards' | 'list'
  /** IDs of the videos on the first cards. */
  readonly first: ReadonlySet<string>
  readonly onUnseen: (videoId: string) => void
}

export const CardContext = createContext<Cards | undefined>(undefined)

export function useCards(): Cards {
  const cards = useContext(CardContext)
  if (!cards) throw new Error('cards are drawn inside a listing')
  return cards
}
