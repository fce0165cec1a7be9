import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { everything, isFiltered } from '#domain/catalogue/listing-query.ts'
import { m } from '#messages/generated/messages.js'
import { SeriesRow } from '#web/library/series/series-row.tsx'
import { Arrived } from '#web/library/videos/arrived.tsx'
import {
  isBare,
  type ListingPlace,
  rememberedPlace,
  sortOf,
  videosAt,
} from '#web/library/videos/listing-place.ts'
import { carriedHere } from '#web/platform/site/carried.ts'
import { arrivingVideosQuery } from '#web/platform/site/queries.ts'
import { useLocation } from '#web/platform/site/router.tsx'
import { useSession } from '#web/platform/site/site.ts'
import { useLocalState } from '#web/platform/site/store.ts'
import { listingBlocks, namesCategories } from './blocks.ts'
import { CardContext, type Cards } from './card-context.ts'
import { ContinueWatching, longest } from './continue-watching.tsx'
import { FilterButton } from './filter-button.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { ListingBlocks } from './listing-blocks.tsx'
import { ListingFrame } from './listing-frame.tsx'
import { ListingHead } from './listing-head.tsx'
import { placeholderLibrary, placeholderPlace, placeholderViewer } from './placeholder.ts'

/** The placeholder of this URL's listing, rendered by the listing's own code from placeholder videos. */
export function ListingSkeleton() {
  const { pathname, search } = useLocation()
  const byTopic = useLocalState((state) => state.byTopic)
  const place = useMemo(
    () => rememberedPlace(placeholderPlace(pathname, search), byTopic),
    [pathname, search, byTopic],
  )
  const { size, cards } = usePlaceholders()
  const { library, viewer } = cards
  const { query, path } = place
  const isArriving = useQuery(arrivingVideosQuery).data !== undefined
  // while videos arrive, their number says more than the total
  const isWhole = path.length === 0 && !isFiltered(query) && !isArriving
  const title = query.search ? m.videos_matching({ search: query.search }) : m.videos_by_published()
  const signedIn = viewer.session !== undefined
  return (
    <>
      <p role="status" className="sr-only">
        <Arrived />
      </p>
      <div aria-hidden inert className="placeholder">
        <ListingFrame
          cards={cards}
          panel={
            <FilterPanel
              {...{ library, query, signedIn, onChange }}
              isWhole
              listed={library.videos}
              sort={sortOf(place)}
            />
          }
          head={
            <ListingHead
              {...{ library, place, onChange }}
              title={path.at(-1)?.name ?? title}
              total={
                isWhole && size ? { count: size.videos, durationSeconds: size.durationSeconds } : undefined
              }
              drawer={
                <FilterButton query={query} listed={undefined}>
                  {null}
                </FilterButton>
              }
            />
          }
        >
          {isBare(place) ? (
            <>
              <ContinueWatching />
              <SeriesRow library={library} viewer={viewer} />
            </>
          ) : null}
          <Blocks cards={cards} place={place} />
        </ListingFrame>
      </div>
    </>
  )
}

/** Placeholder for "Continue watching", until it is known which of its films are in the library. */
export function AwaitedRow() {
  const { cards } = usePlaceholders()
  if (cards.viewer.history.length === 0) return null
  return (
    <div aria-hidden inert className="placeholder">
      <CardContext value={cards}>
        <ContinueWatching />
      </CardContext>
    </div>
  )
}

function Blocks({ cards: { library, viewer }, place }: { cards: Cards; place: ListingPlace }) {
  // in the URL's order, without its search and filters
  const sort = sortOf(place)
  const all = { ...place, query: { ...everything, sort: sort === 'relevance' ? ('title' as const) : sort } }
  const blocks = listingBlocks(library, all, videosAt(library, all, viewer), viewer.seen)
  return <ListingBlocks blocks={blocks} withCategory={namesCategories(all)} searching={false} />
}

function usePlaceholders() {
  const session = useSession()
  const continued = useLocalState((state) => state.continued)
  const view = useLocalState((state) => (state.listView ? 'list' : 'cards'))
  return useMemo(() => {
    const size = carriedHere().librarySize
    const cards: Cards = {
      library: placeholderLibrary(size),
      viewer: placeholderViewer(session?.authenticated ? session : undefined, Math.min(longest, continued)),
      listing: 'placeholder',
      view,
      found: undefined,
      first: new Set(),
      onUnseen: onChange,
    }
    return { size, cards }
  }, [session, continued, view])
}

const onChange = () => undefined
