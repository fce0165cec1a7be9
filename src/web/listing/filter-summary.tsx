import { lazy, Suspense } from 'react'
import { everything, hasFilters, type ListingQuery, type Sort } from '#domain/catalogue/listing-query.ts'
import { m } from '#messages/generated/messages.js'
import type { Library } from '#web/library/library.ts'
import { sortLabels } from './sort-labels.ts'

// only who filters or sorts
const LazyFilters = lazy(loadChosenFilters)
let loaded: typeof LazyFilters | typeof import('./chosen-filters.tsx')['default'] = LazyFilters

/** Before a listing whose address has filters is shown: what came later would push it down. */
export async function loadChosenFilters() {
  const code = await import('./chosen-filters.tsx')
  loaded = code.default
  return code
}

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
  const ChosenFilters = loaded
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
