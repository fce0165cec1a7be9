import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UsersChange } from '#contract/team.ts'
import { teamCalls } from '#contract/team-calls.ts'
import { m } from '#messages/generated/messages.js'
import { newIdempotencyKey } from '#web/accounts/idempotency-key.ts'
import { CallProblem, call } from '#web/api.ts'
import { changeSession, renewSession } from '#web/site.ts'
import { notify } from '#web/ui/notifications-store.ts'
import type { SavedTeam } from './team-draft.ts'
import { usageQuery } from './team-queries.ts'

/**
 * Saves users, and says how it went. Whoever was slower than somebody else gets the newest version, and is asked to look
 * again. A change of what is paid is to be confirmed before `save` (product.md section 4), with the `quoteId` of the
 * amount that was shown.
 */
export function useSaveUsers(onSaved: (team: SavedTeam) => void): {
  readonly save: (change: UsersChange) => Promise<void>
  readonly busy: boolean
  readonly refusal: string | undefined
  readonly forgetRefusal: () => void
} {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [keyOf] = useState(newIdempotencyKey)
  const client = useQueryClient()

  const save = async (change: UsersChange) => {
    setBusy(true)
    setRefusal(undefined)
    const reply = await call(teamCalls.saveUsers, { body: change, idempotencyKey: keyOf(change) })
    if (reply instanceof CallProblem) {
      const isLate = reply.code === 'version-conflict'
      if (isLate) await renewSession()
      setRefusal(isLate ? m.users_conflict() : (Object.values(reply.errors)[0] ?? reply.detail))
    } else {
      const { users, version, subscription } = reply.body
      onSaved({ users, version })
      changeSession((session) =>
        session.authenticated
          ? { ...session, subscription, account: { ...session.account, users, version } }
          : session,
      )
      client.invalidateQueries({ queryKey: usageQuery.queryKey })
      notify(m.users_saved(), 'success')
    }
    setBusy(false)
  }
  return { save, busy, refusal, forgetRefusal: () => setRefusal(undefined) }
}
