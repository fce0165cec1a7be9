import type { ReactNode } from 'react'
import { m } from '#messages/generated/messages.js'
import { LongAddress } from '#web/business/team/long-address.tsx'
import type { DraftUser } from './team-draft.ts'
import { type RowTools, UserActions, UserConfirmed, UserName, UserRole } from './user-cells.tsx'

/** The users on narrow screens. */
export function UserCards({ users, tools }: { users: readonly DraftUser[]; tools: RowTools }) {
  return (
    <ul className="grid gap-3">
      {users.map((user) => (
        <li key={user.key} className="card grid gap-3 p-4 text-sm">
          <div className={`wrap-anywhere ${user.removed ? 'text-muted' : ''}`}>
            <div className="font-medium">
              <UserName user={user} tools={tools} />
            </div>
            <LongAddress email={user.email} />
          </div>
          <Line label={m.users_confirmed()}>
            <UserConfirmed user={user} tools={tools} />
          </Line>
          <Line label={m.users_role()}>
            <UserRole user={user} tools={tools} />
          </Line>
          <UserActions user={user} tools={tools} />
        </li>
      ))}
    </ul>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6rem_1fr] items-center gap-3">
      <span className="caption">{label}</span>
      <div>{children}</div>
    </div>
  )
}
