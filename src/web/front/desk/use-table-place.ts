import { useSearchParams } from '#web/platform/site/router.tsx'
import type { Sorting } from './desk-table.tsx'

/** Filters, order and page of a table, in the address: links and the back button work. A page is counted from 0. */
export function useTablePlace() {
  const [search, setSearch] = useSearchParams()
  const page = Math.max(0, Math.trunc(Number(search.get('page') ?? 1)) - 1 || 0)
  const sort = search.get('sort') ?? ''
  const sorting: Sorting = { by: sort.replace(/^-/, ''), descending: sort.startsWith('-') }
  const change = (name: string, value: string) =>
    setSearch((before) => {
      if (name !== 'page') before.delete('page')
      if (value) before.set(name, value)
      else before.delete(name)
      return before
    })
  return {
    page,
    sorting,
    /** The value of a filter; empty without one. */
    filter: (name: string) => search.get(name) ?? '',
    /** Leads to the first page with this filter; an empty one ends it. */
    setFilter: change,
    setPage: (next: number) => change('page', next === 0 ? '' : String(next + 1)),
    setSorting: ({ by, descending }: Sorting) => change('sort', by && `${descending ? '-' : ''}${by}`),
  }
}
