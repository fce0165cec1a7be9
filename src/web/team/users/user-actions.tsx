import { mayChangeMember } from '#domain/team/team.ts'
import { m } from '#messages/generated/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Named } from './named.tsx'
import type { RowOf } from './row-tools.ts'

/** Edit, and 'Remove!' with its way back. Nothing for the owner, oneself, and whom only the owner may touch. */
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
      {/* one button that changes its word keeps the focus */}
      <Button onClick={() => tools.dispatch({ type: removed ? 'restore' : 'remove', key })}>
        <Named name={name}>{removed ? m.users_restore() : m.users_remove()}</Named>
      </Button>
    </div>
  )
}
