import type { ReactNode } from 'react'
import { m } from '#messages/generated/messages.js'
import { useLocalState } from '#web/platform/site/store.ts'

export type FilterValue = {
  readonly value: string
  readonly label: string
  readonly chosen: boolean
  /** Number of videos left after choosing it; hidden if choosing it changes nothing. */
  readonly count?: number
  /** Number of videos in the library with this value. Selects the values of the short list, which thus stays stable. */
  readonly total?: number
}

const shortLength = 8

/** A list of filter values. A long one begins with the most frequent, and always shows selected ones. */
export function FilterList({
  title,
  values,
  onChoose,
}: {
  title: string
  values: readonly FilterValue[]
  onChoose: (value: string) => void
}) {
  const whole = useLocalState((state) => state.filtersOpen)
  const remember = useLocalState((state) => state.set)
  if (values.length === 0) return null
  const long = values.length > shortLength + 2
  const shown = long && !whole ? mostFrequent(values) : values
  return (
    <FilterSection title={title}>
      <ul className="grid grid-cols-1 gap-px">
        {shown.map(({ value, label, chosen, count }) => (
          <li key={value}>
            <button
              type="button"
              className="filter-value"
              aria-pressed={chosen}
              onClick={() => onChoose(value)}
            >
              <bdi className="min-w-0 flex-1 truncate">{label}</bdi>
              {count === undefined ? null : <span className="num text-muted">{count}</span>}
            </button>
          </li>
        ))}
      </ul>
      {long ? (
        <button
          type="button"
          className="filter-value mt-px text-ink underline underline-offset-4"
          aria-expanded={whole}
          onClick={() => remember({ filtersOpen: !whole })}
        >
          {whole ? m.show_fewer_values() : m.show_all_values({ count: values.length })}
        </button>
      ) : null}
    </FilterSection>
  )
}

function mostFrequent(values: readonly FilterValue[]): FilterValue[] {
  const frequent = new Set(values.toSorted((a, b) => (b.total ?? 0) - (a.total ?? 0)).slice(0, shortLength))
  return values.filter((value) => value.chosen || frequent.has(value))
}

/** A collapsible section of the panel. */
export function FilterSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <details open>
        <summary className="cursor-pointer min-h-6 px-2 py-1 text-xs">
          <h3 className="inline text-xs font-semibold">{title}</h3>
        </summary>
        {children}
      </details>
    </section>
  )
}
