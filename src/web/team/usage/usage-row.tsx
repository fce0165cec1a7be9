import type { Usage } from '#contract/team/team.ts'
import { m } from '#messages/generated/messages.js'
import { shownTotalDuration, shownViewedAt } from '#web/library/shown.ts'

/** What one user watched; on phones the figures stand below the day on which they were last here. */
export function UsageRow({ user }: { user: Usage }) {
  const { name, email, confirmed, seat, lastSeenAt, videosWatched, watchedSeconds } = user
  const notes = [confirmed ? '' : m.usage_unconfirmed(), seat ? '' : m.usage_no_seat()].filter(Boolean)
  const time = watchedSeconds > 0 ? shownTotalDuration(watchedSeconds) : m.usage_no_time()
  return (
    <tr>
      <th scope="row" className="w-full max-w-0 pl-0! whitespace-normal!">
        <span className="block truncate font-medium" title={name}>
          {name}
        </span>
        <span className="block truncate text-[0.8125rem] text-muted" title={email}>
          {email}
        </span>
        {notes.length > 0 ? <span className="caption block">{notes.join(' · ')}</span> : null}
      </th>
      <td className="align-top max-sm:pr-0!">
        {lastSeenAt === null ? (
          <span className="text-muted">{m.usage_never()}</span>
        ) : (
          <time dateTime={lastSeenAt}>{shownViewedAt(lastSeenAt)}</time>
        )}
        {/* on phones the figures have no columns of their own */}
        <span className="num mt-0.5 block text-muted sm:hidden">
          {m.video_count({ count: videosWatched })}, {time}
        </span>
      </td>
      <td className="num text-right align-top max-sm:hidden">{videosWatched}</td>
      <td className="num pr-0! text-right align-top max-sm:hidden">{time}</td>
    </tr>
  )
}
