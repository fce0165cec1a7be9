import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type * as z from 'zod/mini'
import type { Usage, UsageReport } from '#contract/team/team.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { LongAddress } from '#web/business/team/long-address.tsx'
import { shownTotalDuration, shownViewedAt } from '#web/library/videos/shown.ts'
import { usePages } from '#web/platform/layout/table-pages.tsx'

/** The usage of a team, ten users a page, sorted by name or last visit. */
export function UsageTable({ report }: { report: z.output<typeof UsageReport> }) {
  const [order, setOrder] = useState(firstOrder('name'))
  const users = sortUsage(report.users, order, getLocale())
  const { shown, pages, toFirst } = usePages(users, m.usage_title())
  const sortBy = (sort: UsageSort) => {
    setOrder(order.sort === sort ? { sort, descending: !order.descending } : firstOrder(sort))
    toFirst()
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
      {report.users.some(({ estimated }) => estimated) ? (
        <p className="caption">{m.usage_estimated()}</p>
      ) : null}
      {pages}
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

/** Usage of one user. On phones the numbers are below the day of the last visit. */
function UsageRow({ user }: { user: Usage }) {
  const { name, email, confirmed, seat, lastSeenAt, videosOpened } = user
  const notes = [confirmed ? '' : m.usage_unconfirmed(), seat ? '' : m.usage_no_seat()].filter(Boolean)
  const time = shownTime(user)
  return (
    <tr>
      <th scope="row" className="w-full max-w-0 pl-0! whitespace-normal!">
        <bdi className="block font-medium wrap-anywhere whitespace-normal">{name}</bdi>
        <span className="block text-[0.8125rem] wrap-anywhere whitespace-normal text-muted">
          <LongAddress email={email} />
        </span>
        {notes.length > 0 ? <span className="caption block">{notes.join(' · ')}</span> : null}
      </th>
      <td className="align-top max-sm:pr-0!">
        {lastSeenAt === null ? (
          <span className="text-muted">{m.usage_never()}</span>
        ) : (
          <time dateTime={lastSeenAt}>{shownViewedAt(lastSeenAt)}</time>
        )}
        {/* phones have no columns for the numbers */}
        <span className="num mt-0.5 block text-muted sm:hidden">
          {m.video_count({ count: videosOpened })}, {time}
        </span>
      </td>
      <td className="num text-right align-top max-sm:hidden">{videosOpened}</td>
      <td className="num pr-0! text-right align-top max-sm:hidden">{time}</td>
    </tr>
  )
}

function shownTime({ watchedSeconds, estimated }: Usage): string {
  if (watchedSeconds === 0) return m.usage_no_time()
  const time = shownTotalDuration(watchedSeconds)
  return estimated ? m.usage_about({ time }) : time
}

type UsageSort = 'name' | 'lastSeen'
type UsageOrder = { readonly sort: UsageSort; readonly descending: boolean }

/** Returns the initial direction of a sort: names from A, last visits from the latest. */
export function firstOrder(sort: UsageSort): UsageOrder {
  return { sort, descending: sort === 'lastSeen' }
}

/** Sorts users by name in the reader's collation, or by last visit; those without one come last. */
export function sortUsage(
  users: readonly Usage[],
  { sort, descending }: UsageOrder,
  locale: string,
): Usage[] {
  const { compare } = new Intl.Collator(locale, { sensitivity: 'base', numeric: true })
  const byName = (a: Usage, b: Usage) => compare(a.name, b.name) || compare(a.email, b.email)
  const seen = ({ lastSeenAt }: Usage) => (lastSeenAt === null ? 0 : Date.parse(lastSeenAt))
  const direction = descending ? -1 : 1
  return users.toSorted((a, b) =>
    sort === 'name' ? direction * byName(a, b) : direction * (seen(a) - seen(b)) || byName(a, b),
  )
}
