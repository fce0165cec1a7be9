import type { ListingQuery } from '#domain/catalogue/listing-query.ts'
import { m } from '#messages/generated/messages.js'
import type { FilterList } from './filter-list.tsx'

/** Filters by seen, unseen and favourites, for signed-in users. */
export default function ViewedFilter({
  query,
  onChange,
  List,
}: {
  query: ListingQuery
  onChange: (change: Partial<ListingQuery>) => void
  /** Passed in, because code shared by two files would become a third file for each visitor. */
  List: typeof FilterList
}) {
  const choose = (value: string) => {
    if (value === 'favourites') onChange({ favourites: !query.favourites })
    else if (value === 'seen' || value === 'unseen') onChange({ seen: query.seen === value ? null : value })
  }
  return (
    <List
      title={m.seen_filter()}
      values={[
        { value: 'unseen', label: m.filter_unseen(), chosen: query.seen === 'unseen' },
        { value: 'seen', label: m.filter_seen(), chosen: query.seen === 'seen' },
        { value: 'favourites', label: m.filter_favourites(), chosen: query.favourites },
      ]}
      onChoose={choose}
    />
  )
}
