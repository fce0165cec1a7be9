import { lazy, memo, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { totalOf } from '#domain/catalogue/listing.ts'
import { hasFilters, type ListingQuery } from '#domain/catalogue/listing-query.ts'
import { m } from '#messages/generated/messages.js'
import { NotFound } from '#web/layout/not-found.tsx'
import { usePageTitle } from '#web/layout/page-title.ts'
import { type Library, useLibrary } from '#web/library/library.ts'
import {
  type ListingPlace,
  listingAddress,
  listingPlace,
  sortOf,
  videosAt,
} from '#web/library/listing-place.ts'
import { useFound } from '#web/library/use-found.ts'
import { useViewer, type Viewer } from '#web/library/viewing.ts'
import { useMarkUnseen } from '#web/library/viewing-changes.ts'
import { SeriesRow } from '#web/series/series-row.tsx'
import { useLocation, useNavigate } from '#web/site/router.tsx'
import { useLocalState } from '#web/site/store.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { firstRow, listingBlocks } from './blocks.ts'
import { CardContext } from './card-context.ts'
import { ContinueWatching } from './continue-watching.tsx'
import { FilterButton } from './filter-button.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { ListingBlocks } from './listing-blocks.tsx'
import { ListingHead } from './listing-head.tsx'
import { ListingSkeleton } from './listing-skeleton.tsx'
import { sortLabels } from './sort-labels.ts'
import '#web/library/library.css'
import './listing.css'

// only who searches or filters
const SaidInFilms = lazy(() => import('./said-in-films.tsx'))
const NothingListed = lazy(() => import('./nothing-listed.tsx'))

/** The listing: the whole library at /content, a category below it (product.md section 2, Listing). */
export function Component() {
  const loading = useLibrary()
  const viewer = useViewer()
  if (loading.library && viewer.known) return <Listing library={loading.library} viewer={viewer} />
  if (!loading.library && loading.failed) {
    return (
      <div role="alert">
        <EmptyState
          title={m.library_failure()}
          action={
            <Button variant="primary" onClick={loading.retry}>
              {m.try_again()}
            </Button>
          }
        />
      </div>
    )
  }
  return <ListingSkeleton />
}

function Listing({ library, viewer }: { library: Library; viewer: Viewer }) {
  const location = useLocation()
  // a keystroke is shown before its list is computed; another page is shown at once
  const before = useDeferredValue(location)
  const { pathname, search } = before.pathname === location.pathname ? before : location
  const byTopic = useLocalState((state) => state.byTopic)
  const place = useMemo(
    () => remembered(listingPlace(library, pathname, search), byTopic),
    [library, pathname, search, byTopic],
  )
  const onOpen = useStableNavigate()
  return place ? <ListingAt {...{ library, viewer, place, onOpen }} /> : <NotFound />
}

/** The whole library by topic, for whoever likes it that way and asked for no other order. */
function remembered(place: ListingPlace | undefined, byTopic: boolean): ListingPlace | undefined {
  if (!place || !byTopic || place.path.length > 0 || place.query.search || place.query.sort) return place
  return { ...place, query: { ...place.query, sort: 'category' } }
}

/** `useNavigate` returns a new function for each URL, which would render the whole list again at each keystroke. */
function useStableNavigate(): (address: string) => void {
  const navigate = useNavigate()
  const latest = useRef(navigate)
  useEffect(() => {
    latest.current = navigate
  }, [navigate])
  return useCallback((address) => latest.current(address), [])
}

type ListingAtProps = {
  library: Library
  viewer: Viewer
  place: ListingPlace
  onOpen: (address: string) => void
}

const ListingAt = memo(function ListingAt({ library, viewer, place, onOpen }: ListingAtProps) {
  const { query, path } = place
  const sort = sortOf(place)
  const listing = listingAddress(place, query)
  const found = useFound(library, query.search, true)
  const searching = query.search !== '' && !found
  const videos = useMemo(
    () => (searching ? [] : videosAt(library, place, viewer, found?.ids)),
    [library, place, viewer, found, searching],
  )
  const blocks = useMemo(
    () => listingBlocks(library, place, videos, viewer.seen),
    [library, place, videos, viewer.seen],
  )
  const onUnseen = useMarkUnseen()
  const view = useLocalState((state) => (state.listView ? 'list' : 'cards'))
  const cards = useMemo(
    () => ({ library, viewer, listing, view, found, first: firstRow(blocks), onUnseen }) as const,
    [library, viewer, listing, view, found, blocks, onUnseen],
  )
  const onChange = useCallback(
    (change: Partial<ListingQuery>) => {
      if (change.sort !== undefined && place.path.length === 0 && !query.search) {
        useLocalState.getState().set({ byTopic: change.sort === 'category' })
      }
      onOpen(listingAddress(place, { ...query, ...change }))
      window.scrollTo(0, 0)
    },
    [onOpen, place, query],
  )
  const title = query.search
    ? m.videos_matching({ search: query.search })
    : (path.at(-1)?.name ?? m.videos_by_published())
  usePageTitle(query.sort ? titleSorted(place) : title)

  const signedIn = viewer.session !== undefined
  // until the search is ready, nobody knows what it leaves
  const listed = searching ? library.videos : videos
  const panel = <FilterPanel {...{ library, listed, query, sort, signedIn, onChange }} />
  const bare = path.length === 0 && !query.search && !query.sort && !hasFilters(query)
  const nothing = !searching && videos.length === 0 && blocks.length === 0
  return (
    <CardContext value={cards}>
      <div className="grid items-start gap-8 lg:grid-cols-[13rem_minmax(0,1fr)]">
        <aside aria-labelledby="filters" className="filter-column max-lg:hidden">
          <h2 id="filters" className="px-2 pb-4 text-[0.9375rem] tracking-normal">
            {m.filters()}
          </h2>
          {panel}
        </aside>
        <div className="listing" data-view={view}>
          <ListingHead
            {...{ library, place, title, onChange }}
            total={searching ? undefined : totalOf(videos)}
            drawer={
              <FilterButton chosen={chosenCount(query)} listed={searching ? undefined : videos.length}>
                {panel}
              </FilterButton>
            }
          />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-8 pt-8">
            {searching ? <ListingSkeleton /> : null}
            {bare ? <ContinueWatching /> : null}
            {bare ? <SeriesRow library={library} viewer={viewer} /> : null}
            {nothing ? (
              <Suspense>
                <NothingListed query={query} onChange={onChange} />
              </Suspense>
            ) : null}
            {nothing || searching ? null : (
              // the first heads need no distance from what is above
              <div className={blocks[0]?.kind === 'groups' ? '-mt-4' : undefined}>
                <ListingBlocks
                  blocks={blocks}
                  withCategory={sort !== 'category' && !grouped(place)}
                  searching={query.search !== ''}
                />
              </div>
            )}
            {query.search ? (
              <Suspense>
                <SaidInFilms search={query.search} {...{ library, listing }} />
              </Suspense>
            ) : null}
          </div>
        </div>
      </div>
    </CardContext>
  )
})

/** The name of the page where another order was chosen: "Videos by publishing date" would not be true of it. */
function titleSorted(place: ListingPlace): string {
  const { path, query } = place
  const title = query.search ? m.videos_matching({ search: query.search }) : (path.at(-1)?.name ?? m.videos())
  return m.listing_sorted({ title, order: sortLabels[sortOf(place)].summary() })
}

const grouped = (place: ListingPlace) => sortOf(place) === 'published' && !place.query.search

function chosenCount(query: ListingQuery): number {
  return query.tags.length + query.versions.length + (query.seen ? 1 : 0) + (query.favourites ? 1 : 0)
}
