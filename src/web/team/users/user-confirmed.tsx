import { teamCalls } from '#contract/team/team-calls.ts'
import { m } from '#messages/generated/messages.js'
import { call } from '#web/site/api.ts'
import { useCall } from '#web/site/use-call.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { notify, notifyRefusal } from '#web/ui/notifications-store.ts'
import { Named } from './named.tsx'
import type { RowOf } from './row-tools.ts'
import { hasNewEmail } from './team-draft.ts'

/** Whether a user has confirmed their address. Who has not can be sent the message again; a new address, or none yet. */
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
