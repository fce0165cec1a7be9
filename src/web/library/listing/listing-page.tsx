import { lazy, memo, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { totalOf } from '#domain/catalogue/listing.ts'
import { hasFilters, type ListingQuery, parseListingQuery } from '#domain/catalogue/listing-query.ts'
import { m } from '#messages/generated/messages.js'
import { SeriesRow } from '#web/library/series/series-row.tsx'
import { Arrived } from '#web/library/videos/arrived.tsx'
import { type Library, useLibrary } from '#web/library/videos/library.ts'
import {
  isBare,
  type ListingPlace,
  listingAddress,
  listingPlace,
  rememberedPlace,
  sortOf,
  videosAt,
} from '#web/library/videos/listing-place.ts'
import { useNewestPart } from '#web/library/videos/newest-part.ts'
import { useFound } from '#web/library/videos/use-found.ts'
import { useSpoken } from '#web/library/videos/use-spoken.ts'
import { type LibraryViewer, useViewer } from '#web/library/videos/viewing.ts'
import { useMarkUnseen } from '#web/library/videos/viewing-changes.ts'
import { NotFound } from '#web/platform/layout/not-found.tsx'
import { usePageTitle } from '#web/platform/layout/page-title.ts'
import { useLocation, useNavigate } from '#web/platform/site/router.tsx'
import { useLocalState } from '#web/platform/site/store.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { EmptyState } from '#web/platform/ui/empty-state.tsx'
import { firstRow, listingBlocks, namesCategories } from './blocks.ts'
import { ContinueWatching } from './continue-watching.tsx'
import { FilterButton } from './filter-button.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { ChosenFilters, sortLabels } from './filter-summary.tsx'
import { MatchReason } from './lazy-match-reason.ts'
import { ListingBlocks } from './listing-blocks.tsx'
import { ListingFrame } from './listing-frame.tsx'
import { ListingHead } from './listing-head.tsx'
import { AwaitedRow, ListingSkeleton } from './listing-skeleton.tsx'
import './listing.css'

// needed for searches and filters only
const SaidInFilms = lazy(() => import('./said-in-films.tsx'))
const NothingListed = lazy(() => import('./nothing-listed.tsx'))

/** Loads parts of some listings before the cards, which they would move down. */
export const prepare = async () => {
  const query = parseListingQuery(new URLSearchParams(location.search))
  await Promise.all([
    (hasFilters(query) || query.sort || useLocalState.getState().byTopic) && ChosenFilters.preload(),
    query.search && MatchReason.preload(),
  ])
}

/** The listing: the whole library at /content, a category below it (product.md section 2, Listing). */
export function Component() {
  const loading = useLibrary()
  const newest = useNewestPart()
  const viewer = useViewer()
  const retry = !loading.library && loading.failed ? loading.retry : undefined
  const listed = useMemo(() => {
    const library = loading.library ?? newest
    return library && { library, isWhole: library !== newest }
  }, [loading.library, newest])
  // the first videos are shown at once; large additions are rendered in the background, a slice at a time
  const { library, isWhole = false } = useDeferredValue(listed) ?? listed ?? {}
  if (library && viewer.known) return <Listing {...{ library, isWhole, viewer, retry }} />
  return retry ? <Failure onRetry={retry} /> : <ListingSkeleton />
}

function Failure({ onRetry, level }: { onRetry: () => void; level?: 2 }) {
  return (
    <div role="alert">
      <EmptyState
        title={m.library_failure()}
        level={level ?? 1}
        action={
          <Button variant="primary" onClick={onRetry}>
            {m.try_again()}
          </Button>
        }
      />
    </div>
  )
}

type ListingProps = {
  library: Library
  /** False while only the newest videos have arrived. */
  isWhole: boolean
  viewer: LibraryViewer
  /** Set if the older videos could not be loaded. */
  retry: (() => void) | undefined
}

function Listing({ library, isWhole, viewer, retry }: ListingProps) {
  const location = useLocation()
  // a keystroke is shown before its list is computed; another page is shown at once
  const before = useDeferredValue(location)
  const { pathname, search } = before.pathname === location.pathname ? before : location
  const byTopic = useLocalState((state) => state.byTopic)
  const place = useMemo(
    () => rememberedPlace(listingPlace(library, pathname, search), byTopic),
    [library, pathname, search, byTopic],
  )
  const onOpen = useStableNavigate()
  return place ? <ListingAt {...{ library, isWhole, viewer, retry, place, onOpen }} /> : <NotFound />
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

type ListingAtProps = ListingProps & {
  place: ListingPlace
  onOpen: (address: string) => void
}

const ListingAt = memo(function ListingAt(props: ListingAtProps) {
  const { library, isWhole, viewer, retry, place, onOpen } = props
  const { query } = place
  const sort = sortOf(place)
  const listing = listingAddress(place, query)
  const results = useResults(props, sort)
  const { found, searching, hits, said, alone, listed, blocks, known } = results
  const onUnseen = useMarkUnseen()
  const view = useLocalState((state) => (state.listView ? 'list' : 'cards'))
  const cards = useMemo(
    () => ({ library, viewer, listing, view, found, first: firstRow(blocks), onUnseen }) as const,
    [library, viewer, listing, view, found, blocks, onUnseen],
  )
  const onChange = useChange(place, onOpen)
  const title = titleOf(place)
  usePageTitle(query.sort ? titleSorted(place) : title)

  const signedIn = viewer.session !== undefined
  // results and remaining filters are not known yet
  if (searching) return retry ? <Failure onRetry={retry} /> : <ListingSkeleton />
  const panel = <FilterPanel {...{ library, isWhole, listed, query, sort, signedIn, onChange }} />
  const bare = isBare(place)
  const nothing = known && listed.length === 0 && blocks.length === 0
  const drawer = (
    <FilterButton query={query} listed={known ? listed.length : undefined}>
      {panel}
    </FilterButton>
  )
  const total = known ? totalOf(listed) : undefined
  return (
    <ListingFrame
      cards={cards}
      panel={panel}
      head={<ListingHead {...{ library, place, title, onChange, total, drawer }} />}
    >
      {bare && isWhole ? <ContinueWatching /> : null}
      {bare && !isWhole ? <AwaitedRow /> : null}
      {bare ? <SeriesRow library={library} viewer={viewer} /> : null}
      {nothing ? (
        <Suspense>
          <NothingListed query={query} onChange={onChange} />
        </Suspense>
      ) : null}
      {blocks.length === 0 ? null : (
        <ListingBlocks
          blocks={blocks}
          withCategory={namesCategories(place)}
          searching={query.search !== ''}
        />
      )}
      {isWhole ? null : <OlderVideos retry={retry} />}
      {said.length > 0 ? (
        <Suspense>
          <SaidInFilms videos={said} {...{ hits, listing, alone }} />
        </Suspense>
      ) : null}
    </ListingFrame>
  )
})

/** Returns the videos of a listing, in blocks, with those found in transcripts. */
function useResults(
  { library, isWhole, viewer, place }: ListingProps & { place: ListingPlace },
  sort: string,
) {
  const { query } = place
  const found = useFound(isWhole ? library : undefined, query.search, true)
  // in any other order, older videos would be inserted among those shown
  const searching = (query.search !== '' && !found) || (!isWhole && sort !== 'published')
  const videos = useMemo(
    () => (searching ? [] : videosAt(library, place, viewer, found?.ids)),
    [library, place, viewer, found, searching],
  )
  const { hits, waiting } = useSpoken(query.search)
  const said = useMemo(() => {
    const ids = hits.map(({ videoId }) => videoId)
    return ids.length > 0 ? videosAt(library, place, viewer, ids) : []
  }, [library, place, viewer, hits])
  // if no video matches otherwise, matches in transcripts are the result
  const alone = videos.length === 0
  const blocks = useMemo(
    () => listingBlocks(library, place, videos, viewer.seen),
    [library, place, videos, viewer.seen],
  )
  const known = isWhole && !(alone && waiting)
  return { found, searching, hits, said, alone, listed: alone ? said : videos, blocks, known }
}

/** Returns a function that opens the listing with another query. */
function useChange(place: ListingPlace, onOpen: (address: string) => void) {
  return useCallback(
    (change: Partial<ListingQuery>) => {
      if (change.sort !== undefined && place.path.length === 0 && !place.query.search) {
        useLocalState.getState().set({ byTopic: change.sort === 'category' })
      }
      onOpen(listingAddress(place, { ...place.query, ...change }))
      window.scrollTo(0, 0)
    },
    [onOpen, place],
  )
}

function titleOf({ path, query }: ListingPlace): string {
  if (query.search) return m.videos_matching({ search: query.search })
  return path.at(-1)?.name ?? m.videos_by_published()
}

/** Shown below the newest videos while only those have arrived. */
function OlderVideos({ retry }: Pick<ListingProps, 'retry'>) {
  if (retry) return <Failure onRetry={retry} level={2} />
  return (
    <p className="text-sm text-muted">
      <Arrived />
    </p>
  )
}

/** Returns the title for a chosen order, because "Videos by publishing date" would be wrong. */
function titleSorted(place: ListingPlace): string {
  const { path, query } = place
  const title = query.search ? m.videos_matching({ search: query.search }) : (path.at(-1)?.name ?? m.videos())
  return m.listing_sorted({ title, order: sortLabels[sortOf(place)].summary() })
}
