import { mayChangeMember } from '#domain/team/team.ts'
import { m } from '#messages/generated/messages.js'
import type { RowOf } from './row-tools.ts'

const roles = { owner: m.users_role_owner, manager: m.users_role_manager, user: m.users_role_user }

/** A user's role, which the owner chooses. */
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
