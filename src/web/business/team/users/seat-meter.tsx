import { m } from '#messages/generated/messages.js'
import { type TeamDraft, userCount } from './team-draft.ts'

/** The number of licences in use, and users without one: licences go by the order in which users were added. */
export function SeatMeter({ draft, total }: { draft: TeamDraft; total: number }) {
  const saved = draft.users.filter((user) => user.saved)
  const used = userCount(draft)
  const without = saved.filter((user) => !user.saved?.seat && !user.removed).length
  const text =
    used === saved.length ? m.users_licenses_used({ used, total }) : m.users_licenses_after({ used, total })
  return (
    <div className="card grid gap-2 p-4">
      <p className="flex flex-wrap justify-between gap-x-4 text-sm">
        <span className="font-medium">{m.users_licenses()}</span>
        <span className="num">{text}</span>
      </p>
      {/* the text says the same */}
      <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-raised">
        <div
          className={`h-full rounded-full ${used > total ? 'bg-danger' : 'bg-accent'}`}
          style={{ width: `${Math.min(100, (used / Math.max(total, 1)) * 100)}%` }}
        />
      </div>
      {without > 0 ? (
        <p className="text-[0.8125rem] text-danger">{m.users_licenses_missing({ count: without })}</p>
      ) : null}
    </div>
  )
}
