import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ListingQuery } from '#domain/catalogue/listing-query.ts'
import { m } from '#messages/generated/messages.js'
import { Button } from '#web/platform/ui/button.tsx'

// needed on small screens only, on demand
const loadDrawer = () => import('./filter-drawer.tsx')
const FilterDrawer = lazy(loadDrawer)

/** The button that toggles the filter panel on small screens (product.md section 2, Listing). */
export function FilterButton({
  query,
  listed,
  children,
}: {
  query: ListingQuery
  /** Number of listed videos; undefined until known. */
  listed: number | undefined
  children: ReactNode
}) {
  const [open, setOpen] = useState(false)
  const { tags, versions, seen, favourites } = query
  const chosen = tags.length + versions.length + (seen ? 1 : 0) + (favourites ? 1 : 0)
  return (
    <>
      <Button
        aria-expanded={open}
        aria-haspopup="dialog"
        onPointerEnter={loadDrawer}
        onClick={() => setOpen(true)}
      >
        {m.filters()}
        {chosen > 0 ? (
          <span className="num rounded-full bg-accent px-1.5 text-accent-ink">
            <span aria-hidden>{chosen}</span>
            <span className="sr-only">, {m.filters_chosen({ count: chosen })}</span>
          </span>
        ) : null}
      </Button>
      {open ? (
        <Suspense>
          <FilterDrawer listed={listed} onClose={() => setOpen(false)}>
            {children}
          </FilterDrawer>
        </Suspense>
      ) : null}
    </>
  )
}
