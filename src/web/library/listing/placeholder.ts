import type { SignedInSession } from '#contract/accounts/accounts.ts'
import type { Category } from '#contract/library/library.ts'
import { matchPath } from '#contract/match-path.ts'
import { pages } from '#contract/pages.ts'
import type { LibrarySize } from '#contract/site/carried.ts'
import { parseListingQuery } from '#domain/catalogue/listing-query.ts'
import { type Library, newLibrary } from '#web/library/videos/library.ts'
import type { ListingPlace } from '#web/library/videos/listing-place.ts'
import type { LibraryViewer } from '#web/library/videos/viewing.ts'

/** Used if the document does not carry the library's size. */
const usualSize: LibrarySize = { videos: 12, durationSeconds: 0, tags: 12, versions: 3, series: 0 }

/** Number of placeholder cards, more than a screen. */
const mostCards = 12

/** Returns blank text as wide as `letters` letters. Texts with different `n` differ. */
const blank = (letters: number, n = 0) => '\u00a0'.repeat(letters) + '\u2060'.repeat(n)
const blanks = (count: number) => Array.from({ length: count }, (_, n) => blank(8, n))

const top: Category = { id: 'top', name: blank(16), urlKey: 'top', parentIds: [], position: 1 }
const below: Category = { ...top, id: 'below', name: blank(12), urlKey: 'below', parentIds: ['top'] }

/**
 * Returns a placeholder library of a known size. Rendered by the real code, it takes the same space: each video has a
 * different day and sub-category, which gives the most headings.
 */
export function placeholderLibrary({ videos, tags, versions, series }: LibrarySize = usualSize): Library {
  return newLibrary(
    Array.from({ length: Math.min(videos, mostCards) }, (_, n) => ({
      id: `${n}`,
      title: blank(24),
      description: '',
      durationSeconds: 600,
      publishedOn: `2000-01-${28 - n}`,
      categoryId: 'below',
      tags: n === 0 ? blanks(tags) : [],
      versions: n === 0 ? blanks(versions) : [],
      free: false,
      hasCaptions: false,
    })),
    [top, below],
    [],
    Array.from({ length: series }, (_, n) => ({
      urlKey: `${n}`,
      title: blank(24),
      level: 'beginner' as const,
      videoIds: [],
    })),
  )
}

/** Returns a viewer with `continued` unfinished films. */
export function placeholderViewer(session: SignedInSession | undefined, continued: number): LibraryViewer {
  const viewedAt = '2000-01-01T00:00:00Z'
  return {
    session,
    known: false,
    mayWatch: false,
    locked: false,
    history: Array.from({ length: session ? continued : 0 }, (_, n) => ({
      videoId: `${n}`,
      viewedAt,
      seen: false,
      positionSeconds: 1,
    })),
    historyFailure: undefined,
    seen: new Set(),
    favourites: new Set(),
    positions: new Map(),
  }
}

/** Returns the place of a listing whose categories are not known yet. */
export function placeholderPlace(pathname: string, search: string): ListingPlace {
  const above = matchPath(pages.category.path, pathname)?.rest ?? []
  return {
    path: above.map((id, n) => (n < above.length - 1 ? { ...top, id } : top)),
    query: parseListingQuery(new URLSearchParams(search)),
  }
}
