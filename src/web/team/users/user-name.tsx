import type { ReactNode } from 'react'
import { m } from '#messages/generated/messages.js'
import type { RowOf } from './row-tools.ts'
import { isChanged } from './team-draft.ts'

/** A user's name, and what is to be known about them at a glance. */
export function UserName({ user, tools }: RowOf) {
  const { saved, name, removed } = user
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className={removed ? 'text-muted line-through' : ''}>{name}</span>
      {saved?.id === tools.by.userId ? <span className="caption">({m.users_you()})</span> : null}
      {removed ? <Mark>{m.users_leaving()}</Mark> : isChanged(user) ? <Mark>{m.users_unsaved()}</Mark> : null}
      {saved && !saved.seat && !removed ? (
        <span className="rounded-control bg-danger-soft px-2 py-0.5 text-[0.8125rem] font-medium text-danger">
          {m.users_without_license()}
        </span>
      ) : null}
    </span>
  )
}

function Mark({ children }: { children: ReactNode }) {
  return (
    <span className="rounded-control bg-accent-soft px-2 py-0.5 text-[0.8125rem] font-medium text-accent">
      {children}
    </span>
  )
}
