import type { ReactNode } from 'react'
import { href } from '#contract/pages.ts'
import type { ListingQuery } from '#domain/catalogue/listing-query.ts'
import { m } from '#messages/generated/messages.js'
import { Arrived } from '#web/library/videos/arrived.tsx'
import { Breadcrumb } from '#web/library/videos/breadcrumb.tsx'
import { Description } from '#web/library/videos/description.tsx'
import type { Library } from '#web/library/videos/library.ts'
import { type ListingPlace, sortOf } from '#web/library/videos/listing-place.ts'
import { shownTotalDuration } from '#web/library/videos/shown.ts'
import { useLocalState } from '#web/platform/site/store.ts'
import { FilterSummary } from './filter-summary.tsx'

/** Title, category description, filter summary and 'Total: N videos, duration' (product.md section 2, Listing). */
export function ListingHead({
  library,
  place,
  title,
  total,
  drawer,
  onChange,
}: {
  library: Library
  place: ListingPlace
  title: string
  /** Undefined until the search is ready and all videos have arrived. */
  total: { count: number; durationSeconds: number } | undefined
  /** The filter button of small screens. */
  drawer: ReactNode
  onChange: (change: Partial<ListingQuery>) => void
}) {
  const { description, text } = place.path.at(-1) ?? {}
  return (
    <header>
      {place.path.length > 0 ? (
        <Breadcrumb listing={href('content')} path={place.path.slice(0, -1)} className="mb-1" />
      ) : null}
      {/* the button wraps if a word of the title does not fit beside it */}
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <h1 className="max-w-full flex-1">
          <bdi className="wrap-break-word">{title}</bdi>
        </h1>
        <div className="shrink-0 lg:hidden">{drawer}</div>
      </div>
      {description ? (
        <div className="mt-3 text-muted">
          <Description source={description} text={text} />
        </div>
      ) : null}
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <FilterSummary library={library} query={place.query} sort={sortOf(place)} onChange={onChange} />
        {/* on phones each has a line of its own */}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:w-full">
          <p role="status" className="text-sm text-muted max-sm:basis-full">
            {total ? (
              m.total({ count: total.count, duration: shownTotalDuration(total.durationSeconds) })
            ) : (
              <Arrived />
            )}
          </p>
          <ListingViews place={place} onChange={onChange} />
        </div>
      </div>
    </header>
  )
}

/** Switches the library between publishing date and topic, and between cards and compact list. Both are remembered. */
function ListingViews({
  place,
  onChange,
}: {
  place: ListingPlace
  onChange: (change: Partial<ListingQuery>) => void
}) {
  const listView = useLocalState((state) => state.listView)
  const set = useLocalState((state) => state.set)
  const sort = sortOf(place)
  return (
    <div className="flex flex-wrap gap-x-3 gap-y-1">
      {place.path.length === 0 && !place.query.search ? (
        <fieldset className="flex">
          <legend className="sr-only">{m.sort_by()}</legend>
          <Segment
            text={m.view_by_date()}
            pressed={sort === 'published'}
            onClick={() => onChange({ sort: null })}
          />
          <Segment
            text={m.view_by_topic()}
            pressed={sort === 'category'}
            onClick={() => onChange({ sort: 'category' })}
          />
        </fieldset>
      ) : null}
      <fieldset className="flex">
        <legend className="sr-only">{m.view_look()}</legend>
        <Segment text={m.view_cards()} pressed={!listView} onClick={() => set({ listView: false })} />
        <Segment text={m.view_list()} pressed={listView} onClick={() => set({ listView: true })} />
      </fieldset>
    </div>
  )
}

function Segment({ text, pressed, onClick }: { text: string; pressed: boolean; onClick: () => void }) {
  return (
    <button type="button" className="filter-value whitespace-nowrap" aria-pressed={pressed} onClick={onClick}>
      {text}
    </button>
  )
}
