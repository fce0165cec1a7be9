import type { ReactNode } from 'react'
import { teamCalls } from '#contract/team/team-calls.ts'
import { mayChangeMember, type TeamChange } from '#domain/team/team.ts'
import { m } from '#messages/generated/messages.js'
import { call } from '#web/platform/site/api.ts'
import { useCall } from '#web/platform/site/use-call.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { Checkbox } from '#web/platform/ui/checkbox.tsx'
import { notify, notifyRefusal } from '#web/platform/ui/notifications-store.ts'
import { type DraftUser, hasNewEmail, isChanged, type TeamAction } from './team-draft.ts'

/**
 * Edit, and 'Remove!' with its undo. Empty for the owner, for oneself, and for users that only the owner may change.
 */
export function UserActions({ user, tools }: RowOf) {
  const { key, saved, name, removed } = user
  if (saved && !mayChangeMember(tools.by, saved)) return null
  return (
    <div className="flex gap-2 md:justify-end">
      {removed ? null : (
        <Button variant="quiet" onClick={() => tools.edit(user)}>
          <Named name={name}>{m.users_edit()}</Named>
        </Button>
      )}
      {/* one button with two labels keeps the focus */}
      <Button onClick={() => tools.dispatch({ type: removed ? 'restore' : 'remove', key })}>
        <Named name={name}>{removed ? m.users_restore() : m.users_remove()}</Named>
      </Button>
    </div>
  )
}

/** Distinguishes the controls of several users for screen readers. */
function Named({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span>
      {children} <bdi className="sr-only">{name}</bdi>
    </span>
  )
}

/** A user's name with their badges. */
export function UserName({ user, tools }: RowOf) {
  const { saved, name, removed } = user
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <bdi className={removed ? 'text-muted line-through' : ''}>{name}</bdi>
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

const roles = { owner: m.users_role_owner, manager: m.users_role_manager, user: m.users_role_user }

/** A user's role, which only the owner can change. */
export function UserRole({ user, tools }: RowOf) {
  const { key, saved, name, role, removed } = user
  const isMine = tools.by.role === 'owner' && (!saved || mayChangeMember(tools.by, saved))
  if (!isMine || removed) return roles[role]()
  return (
    <select
      className="input min-h-9 w-full py-1 text-sm"
      aria-label={m.users_role_of({ name })}
      value={role}
      onChange={({ target }) =>
        tools.dispatch({
          type: 'change',
          key,
          change: { role: target.value === 'manager' ? 'manager' : 'user' },
        })
      }
    >
      <option value="user">{m.users_role_user()}</option>
      <option value="manager">{m.users_role_manager()}</option>
    </select>
  )
}

/** Whether a user has confirmed their address. The message to an unconfirmed one can be sent again. */
export function UserConfirmed({ user, tools }: RowOf) {
  const { key, saved, removed, notify: notified } = user
  if (saved?.confirmed) return m.users_yes()
  if (removed) return m.users_no()
  if (hasNewEmail(user))
    return (
      <Checkbox
        label={<Named name={user.name}>{m.users_notify()}</Named>}
        checked={notified}
        onChange={({ target }) => tools.dispatch({ type: 'change', key, change: { notify: target.checked } })}
      />
    )
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {m.users_no()}
      {saved && saved.role !== 'owner' ? <Resend id={saved.id} name={saved.name} /> : null}
    </span>
  )
}

function Resend({ id, name }: { id: string; name: string }) {
  const { busy, send } = useCall(() => call(teamCalls.notifyNewUser, { body: { userId: id } }), {
    onDone: ({ body: { email } }) => notify(m.users_notified({ email }), 'success'),
    onRefused: notifyRefusal,
  })
  return (
    <Button busy={busy} onClick={() => send()}>
      <Named name={name}>{m.users_resend()}</Named>
    </Button>
  )
}

/** What a row of the users needs for its actions. */
export type RowTools = {
  /** The user who edits. */
  readonly by: TeamChange['by']
  readonly dispatch: (action: TeamAction) => void
  /** Opens the dialog for a user's name and address. */
  readonly edit: (user: DraftUser) => void
}

type RowOf = { readonly user: DraftUser; readonly tools: RowTools }
