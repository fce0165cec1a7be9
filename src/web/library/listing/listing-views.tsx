import type { ListingQuery } from '#domain/catalogue/listing-query.ts'
import { m } from '#messages/generated/messages.js'
import { type ListingPlace, sortOf } from '#web/library/videos/listing-place.ts'
import { useLocalState } from '#web/platform/site/store.ts'

/** Switches the library between publishing date and topic, and between cards and compact list. Both are remembered. */
export function ListingViews({
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
