import { createContext, useContext } from 'react'
import type { Library } from '#web/library/videos/library.ts'
import type { Found } from '#web/library/videos/library-search.ts'
import type { Viewer } from '#web/library/videos/viewing.ts'

/** What every card of a listing needs to know beside its video. */
export type Cards = {
  readonly library: Library
  readonly viewer: Viewer
  /** URL of the listing; passed along to the video's page. */
  readonly listing: string
  /** What was searched and found. */
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
