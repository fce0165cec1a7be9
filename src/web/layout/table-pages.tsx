import { type ReactNode, useState } from 'react'
import { m } from '#messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'

/**
 * The rows that a table shows at a time, and the way to those before and after; nothing where all fit on one page.
 * @param table what the table holds, for whoever hears its pages named
 */
export function usePages<Row>(
  rows: readonly Row[],
  table: string,
): { readonly shown: readonly Row[]; readonly pages: ReactNode; readonly toFirst: () => void } {
  const [wanted, setWanted] = useState(0)
  const last = Math.max(0, Math.ceil(rows.length / pageSize) - 1)
  const page = Math.min(wanted, last)
  const shown = rows.slice(page * pageSize, (page + 1) * pageSize)
  const first = page * pageSize + 1
  const pages =
    last === 0 ? null : (
      <nav
        aria-label={m.table_pages({ table })}
        className="flex flex-wrap items-center justify-between gap-3"
      >
        <p role="status" className="text-sm text-muted">
          {m.table_range({ first, last: first + shown.length - 1, count: rows.length })}
        </p>
        <div className="flex gap-2">
          <Button disabled={page === 0} onClick={() => setWanted(page - 1)}>
            {m.table_previous()}
          </Button>
          <Button disabled={page === last} onClick={() => setWanted(page + 1)}>
            {m.table_next()}
          </Button>
        </div>
      </nav>
    )
  return { shown, pages, toFirst: () => setWanted(0) }
}

/** Rows of a page (product.md section 9, Default page size). */
const pageSize = 10
