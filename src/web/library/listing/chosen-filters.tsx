import type { ListingQuery } from '#domain/catalogue/listing-query.ts'
import { m } from '#messages/generated/messages.js'
import type { Library } from '#web/library/videos/library.ts'
import { Icon } from '#web/platform/ui/icon.tsx'

/** 'Filter(s): …' and the chosen order, each with a button to remove it (product.md section 2, Listing). */
export default function ChosenFilters({
  library,
  query,
  order,
  onChange,
  onClear,
}: {
  library: Library
  query: ListingQuery
  order: string
  onChange: (change: Partial<ListingQuery>) => void
  onClear: () => void
}) {
  const chosen = chosenFilters(library, query)
  return (
    <>
      {chosen.length > 0 ? (
        <p className="flex flex-wrap items-center gap-1.5">
          <span className="mr-0.5">{m.filter_summary({ filters: '' }).trim()}</span>
          {chosen.map(({ key, label, without }) => (
            <Chip key={key} label={label} action={m.remove_filter()} onClick={() => onChange(without)} />
          ))}
          {chosen.length > 1 ? (
            <button type="button" className="link min-h-6 px-1.5 text-[0.8125rem]" onClick={onClear}>
              {m.clear_filters()}
            </button>
          ) : null}
        </p>
      ) : null}
      {query.sort ? (
        <p className="flex flex-wrap items-center gap-1.5">
          <span className="mr-0.5">{m.sort_summary({ order: '' }).trim()}</span>
          <Chip label={order} action={m.reset_order()} onClick={() => onChange({ sort: null })} />
        </p>
      ) : null}
    </>
  )
}

function Chip({ label, action, onClick }: { label: string; action: string; onClick: () => void }) {
  return (
    <button type="button" className="filter-chip" title={action} onClick={onClick}>
      <bdi className="min-w-0 truncate">{label}</bdi>
      <Icon name="cross" className="size-3.5" />
      <span className="sr-only">, {action}</span>
    </button>
  )
}

type Chosen = { key: string; label: string; without: Partial<ListingQuery> }

function chosenFilters(library: Library, query: ListingQuery): Chosen[] {
  const chosen: Chosen[] = [
    ...query.tags.map((tag) => ({
      key: `tag ${tag}`,
      label: tag,
      without: { tags: query.tags.filter((other) => other !== tag) },
    })),
    ...query.versions.map((id) => ({
      key: `version ${id}`,
      label: library.versionName(id),
      without: { versions: query.versions.filter((other) => other !== id) },
    })),
  ]
  if (query.seen) {
    const label = query.seen === 'seen' ? m.filter_seen() : m.filter_unseen()
    chosen.push({ key: 'seen', label, without: { seen: null } })
  }
  if (query.favourites) {
    chosen.push({ key: 'favourites', label: m.filter_favourites(), without: { favourites: false } })
  }
  return chosen
}
