import { useEffect, useMemo, useState } from 'react'
import type { Library } from './library.ts'
import type { Found, LibrarySearch } from './library-search.ts'

const searches = new WeakMap<Library['videos'], Promise<LibrarySearch>>()

/**
 * Returns the search result; undefined without a search, and while the library is being indexed.
 * @param ahead index as soon as the visitor approaches the search field, before the first letter
 */
export function useFound(library: Library | undefined, search: string, ahead = false): Found | undefined {
  const [ready, setReady] = useState<{ videos: Library['videos']; index: LibrarySearch }>()
  const searching = search !== ''

  useEffect(() => {
    if (!library || !(searching || ahead)) return
    let current = true
    const begin = () =>
      searchOf(library).then(
        (index) => current && setReady({ videos: library.videos, index }),
        // the next search tries again
        () => searches.delete(library.videos),
      )
    if (searching) begin()
    const cancel = searching ? undefined : whenFieldIsNear(begin)
    return () => {
      current = false
      cancel?.()
    }
  }, [library, searching, ahead])

  const index = ready && ready.videos === library?.videos ? ready.index : undefined
  return useMemo(() => (search ? index?.find(search) : undefined), [index, search])
}

function searchOf(library: Library): Promise<LibrarySearch> {
  const known = searches.get(library.videos)
  if (known) return known
  const built = import('./library-search.ts').then(({ buildLibrarySearch }) =>
    buildLibrarySearch(library, breathe),
  )
  searches.set(library.videos, built)
  return built
}

/** Lets the browser paint and handle keys before the next slice. */
function breathe(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

function whenFieldIsNear(work: () => void): () => void {
  const isField = (target: EventTarget | null) =>
    target instanceof HTMLInputElement && target.type === 'search'
  const look = ({ target }: Event) => isField(target) && work()
  if (isField(document.activeElement)) work()
  const events = ['focusin', 'pointerover'] as const
  for (const event of events) document.addEventListener(event, look)
  return () => {
    for (const event of events) document.removeEventListener(event, look)
  }
}
