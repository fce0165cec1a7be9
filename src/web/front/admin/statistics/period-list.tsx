import type { UseQueryResult } from '@tanstack/react-query'
import { type Column, DeskTable } from '#web/front/desk/desk-table.tsx'
import { DownloadLink } from '#web/front/desk/download-link.tsx'
import { ReadState } from '#web/front/desk/read-state.tsx'
import { TablePages } from '#web/platform/layout/table-pages.tsx'

import { PeriodFields, type usePeriod } from './use-period.tsx'

/** The table of a period, with its first and last day, its pages and its file. */
export function PeriodList<Row>({
  title,
  hint,
  none,
  place: { period, page, setPage, setDay },
  query,
  columns,
  keyOf,
  csv,
}: {
  title: string
  hint: string
  /** Shown in place of a table without rows. */
  none: string
  place: ReturnType<typeof usePeriod>
  /** `count`: on all pages. */
  query: UseQueryResult<{ readonly count: number; readonly rows: readonly Row[] }>
  columns: readonly Column<Row>[]
  keyOf: (row: Row) => string
  /** Path of the file. */
  csv: string
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="caption max-w-[65ch]">{hint}</p>
      <PeriodFields period={period} setDay={setDay} />
      <ReadState read={query} none={none} />
      {query.data && query.data.count > 0 ? (
        <>
          <DeskTable label={title} columns={columns} rows={query.data.rows} keyOf={keyOf} />
          <TablePages table={title} page={page} count={query.data.count} onPage={setPage} />
          <DownloadLink path={csv} query={period} />
        </>
      ) : null}
    </div>
  )
}
