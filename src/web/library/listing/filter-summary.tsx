import { Suspense } from 'react'
import { everything, hasFilters, type ListingQuery, type Sort } from '#domain/catalogue/listing-query.ts'
import { m } from '#messages/generated/messages.js'
import { lazyAhead } from '#web/library/videos/lazy-ahead.ts'
import type { Library } from '#web/library/videos/library.ts'

/** The names of an order, in the list of choices and in the summary. */
export const sortLabels: Record<Sort | 'relevance', { choice: () => string; summary: () => string }> = {
  relevance: { choice: m.sort_relevance, summary: m.order_relevance },
  published: { choice: m.sort_published, summary: m.order_published },
  category: { choice: m.sort_category, summary: m.order_category },
  title: { choice: m.sort_title, summary: m.order_title },
  duration: { choice: m.sort_duration, summary: m.order_duration },
}

/**
 * Loaded for filtering and sorting, and before listings whose URL has filters, because appearing later it would move
 * the listing down.
 */
export const ChosenFilters = lazyAhead(() => import('./chosen-filters.tsx'))

/** 'Filter(s): …' and 'Sorted by …' (product.md section 2, Listing). */
export function FilterSummary({
  library,
  query,
  sort,
  onChange,
}: {
  library: Library
  query: ListingQuery
  sort: Sort | 'relevance'
  onChange: (change: Partial<ListingQuery>) => void
}) {
  const order = sortLabels[sort].summary()
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2 text-sm text-muted">
      {hasFilters(query) || query.sort ? (
        <Suspense>
          <ChosenFilters
            library={library}
            query={query}
            order={order}
            onChange={onChange}
            onClear={() => onChange({ ...everything, search: query.search, sort: query.sort })}
          />
        </Suspense>
      ) : null}
      {query.sort ? null : <p>{m.sort_summary({ order })}</p>}
    </div>
  )
}
