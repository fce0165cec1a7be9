import type { UseQueryResult } from '@tanstack/react-query'
import { m } from '#messages/generated/messages.js'
import { type Column, DeskTable } from '#web/front/desk/desk-table.tsx'
import { DownloadCsv } from '#web/front/desk/download-csv.tsx'
import { TablePages } from '#web/platform/layout/table-pages.tsx'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'

import { PeriodFields, type usePeriod } from './use-period.tsx'

/** The table of a period, with its first and last day, its pages and its file. */
export function PeriodList<Row>({
  title,
  hint,
  none,
  place: { period, page, setPage, setDay },
  query: { data, error, isFetching, refetch },
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
      {error && !data ? <FailedRead error={error} busy={isFetching} again={() => refetch()} /> : null}
      {!error && !data ? (
        <p role="status" className="text-muted">
          {m.admin_loading()}
        </p>
      ) : null}
      {data?.count === 0 ? <p className="text-muted">{none}</p> : null}
      {data && data.count > 0 ? (
        <>
          <DeskTable label={title} columns={columns} rows={data.rows} keyOf={keyOf} />
          <TablePages table={title} page={page} count={data.count} onPage={setPage} />
          <DownloadCsv path={csv} query={period} />
        </>
      ) : null}
    </div>
  )
}
