import { useEffect, useMemo, useState } from 'react'
import type { Library } from './library.ts'
import type { LibrarySearch } from './library-search.ts'

const searches = new WeakMap<Library['videos'], Promise<LibrarySearch>>()

/**
 * The ids that a search finds; undefined while the library is still being made searchable, and without a search.
 * @param ahead build the index before anybody searches, as soon as the browser is idle
 */
export function useFound(
  library: Library | undefined,
  search: string,
  ahead = false,
): readonly string[] | undefined {
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
    const cancel = searching ? undefined : whenIdle(begin)
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

/** Lets the browser paint and answer keys before the next slice. */
function breathe(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

function whenIdle(work: () => void): () => void {
  const timer = setTimeout(work, 1500)
  return () => clearTimeout(timer)
}
