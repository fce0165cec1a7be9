import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type * as z from 'zod/mini'
import type { UsageReport } from '#contract/team/team.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { pageSize, TablePages } from './table-pages.tsx'
import { firstOrder, sortUsage, type UsageOrder, type UsageSort } from './usage-order.ts'
import { UsageRow } from './usage-row.tsx'

/** The usage of a team, ten users at a time, sorted by name or by who was here last. */
export function UsageTable({ report }: { report: z.output<typeof UsageReport> }) {
  const [order, setOrder] = useState(firstOrder('name'))
  const [page, setPage] = useState(0)
  const users = sortUsage(report.users, order, getLocale())
  const last = Math.max(0, Math.ceil(users.length / pageSize) - 1)
  const current = Math.min(page, last)
  const shown = users.slice(current * pageSize, (current + 1) * pageSize)
  const sortBy = (sort: UsageSort) => {
    setOrder(order.sort === sort ? { sort, descending: !order.descending } : firstOrder(sort))
    setPage(0)
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <table className="table w-full">
        <thead>
          <tr>
            <SortableHead sort="name" order={order} onSort={sortBy} className="pl-0!">
              {m.usage_name()}
            </SortableHead>
            <SortableHead sort="lastSeen" order={order} onSort={sortBy} className="max-sm:pr-0!">
              {m.usage_last_seen()}
            </SortableHead>
            <th scope="col" className="text-right max-sm:hidden">
              {m.usage_videos()}
            </th>
            <th scope="col" className="pr-0! text-right max-sm:hidden">
              {m.usage_time()}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((user) => (
            <UsageRow key={user.id} user={user} />
          ))}
        </tbody>
      </table>
      {last > 0 ? <TablePages count={users.length} page={current} onPage={setPage} /> : null}
    </div>
  )
}

function SortableHead({
  sort,
  order,
  onSort,
  className,
  children,
}: {
  sort: UsageSort
  order: UsageOrder
  onSort: (sort: UsageSort) => void
  className: string
  children: ReactNode
}) {
  const sorted = order.sort === sort
  const Arrow = order.descending ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={sorted ? (order.descending ? 'descending' : 'ascending') : 'none'}
      className={className}
    >
      <button
        type="button"
        className="inline-flex min-h-6 items-center gap-1 hover:text-ink"
        onClick={() => onSort(sort)}
      >
        {children}
        <Arrow className={`size-3.5 ${sorted ? '' : 'invisible'}`} aria-hidden />
      </button>
    </th>
  )
}
