import { type ReactNode, useState } from 'react'
import { pageSize } from '#domain/page-size.ts'
import { m } from '#messages/generated/messages.js'
import { Button } from '#web/platform/ui/button.tsx'

/**
 * Returns the current page of a table's rows, and links to the others; no links if all fit on one page.
 * @param table accessible name of the table
 */
export function usePages<Row>(
  rows: readonly Row[],
  table: string,
): {
  readonly shown: readonly Row[]
  readonly pages: ReactNode
  readonly toFirst: () => void
  readonly toLast: () => void
} {
  const [wanted, setWanted] = useState(0)
  const page = Math.min(wanted, lastPage(rows.length))
  const shown = rows.slice(page * pageSize, (page + 1) * pageSize)
  const pages = <TablePages table={table} page={page} count={rows.length} onPage={setWanted} />
  // the last page, with the row count of that time
  const toLast = () => setWanted(Number.MAX_SAFE_INTEGER)
  return { shown, pages, toFirst: () => setWanted(0), toLast }
}

/** Page links of a table whose rows are read page by page. */
export function TablePages({
  table,
  page,
  count,
  onPage,
}: {
  readonly table: string
  /** From 0. */
  readonly page: number
  /** Number of rows on all pages. */
  readonly count: number
  readonly onPage: (page: number) => void
}) {
  const last = lastPage(count)
  if (last === 0) return null
  const first = page * pageSize + 1
  return (
    <nav aria-label={m.table_pages({ table })} className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="text-sm text-muted">
        {m.table_range({ first, last: Math.min(first + pageSize - 1, count), count })}
      </p>
      <div className="flex gap-2">
        <Button disabled={page === 0} onClick={() => onPage(page - 1)}>
          {m.table_previous()}
        </Button>
        <Button disabled={page >= last} onClick={() => onPage(page + 1)}>
          {m.table_next()}
        </Button>
      </div>
    </nav>
  )
}

function lastPage(count: number): number {
  return Math.max(0, Math.ceil(count / pageSize) - 1)
}
