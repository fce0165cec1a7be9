import { everything, isFiltered, type ListingQuery } from '#domain/catalogue/listing-query.ts'
import { m } from '#messages/generated/messages.js'
import { Button } from '#web/platform/ui/button.tsx'
import { EmptyState } from '#web/platform/ui/empty-state.tsx'

/** Says why nothing is listed, and links to the whole library. */
export default function NothingListed({
  query,
  onChange,
}: {
  query: ListingQuery
  onChange: (change: Partial<ListingQuery>) => void
}) {
  if (!isFiltered(query)) return <EmptyState level={2} title={m.library_empty()} />
  return (
    <EmptyState
      level={2}
      title={m.nothing_found()}
      action={
        <Button variant="primary" onClick={() => onChange({ ...everything, sort: query.sort })}>
          {m.clear_search_and_filters()}
        </Button>
      }
    >
      {query.search ? m.nothing_found_search({ search: query.search }) : m.nothing_found_filters()}
    </EmptyState>
  )
}
