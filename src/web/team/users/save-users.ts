import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Subscription } from '#contract/accounts/accounts.ts'
import type { UsersChange, UsersQuote } from '#contract/team/team.ts'
import { teamCalls } from '#contract/team/team-calls.ts'
import { m } from '#messages/generated/messages.js'
import { CallProblem, call } from '#web/site/api.ts'
import { newIdempotencyKey } from '#web/site/idempotency-key.ts'
import { changeSession, renewSession } from '#web/site/site.ts'
import { usageQuery } from '#web/team/team-queries.ts'
import { notify } from '#web/ui/notifications-store.ts'
import type { SavedTeam } from './team-draft.ts'

type Change = Omit<UsersChange, 'quoteId'>

/**
 * Saves users, and says how it went. Where it changes what is paid, the price is asked for first and `quote` is to be
 * confirmed (product.md section 4); otherwise it saves directly. Whoever was slower than somebody else gets the newest
 * version, and is asked to look again.
 */
export function useSaveUsers(onSaved: (team: SavedTeam) => void): {
  readonly save: (change: Change, count: UserCount) => Promise<void>
  /** The price that is to be confirmed. */
  readonly quote: UsersQuote | undefined
  readonly confirm: () => Promise<void>
  readonly closeQuote: () => void
  readonly busy: boolean
  readonly refusal: string | undefined
  readonly forgetRefusal: () => void
} {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [asked, setAsked] = useState<{ change: Change; count: UserCount; quote: UsersQuote }>()
  const [keyOf] = useState(newIdempotencyKey)
  const client = useQueryClient()

  const begin = () => {
    setBusy(true)
    setRefusal(undefined)
  }

  const send = async (change: UsersChange): Promise<CallProblem | undefined> => {
    const reply = await call(teamCalls.saveUsers, { body: change, idempotencyKey: keyOf(change) })
    if (reply instanceof CallProblem) {
      const isLate = reply.code === 'version-conflict'
      if (isLate) await renewSession()
      setRefusal(isLate ? m.users_conflict() : (Object.values(reply.errors)[0] ?? reply.detail))
      return reply
    }
    const { users, version, subscription, waitingUsers } = reply.body
    onSaved({ users, version })
    changeSession((session) => {
      if (!session.authenticated) return session
      const { waitingUsers: _, ...account } = session.account
      const team = { users, version, ...(waitingUsers && { waitingUsers }) }
      return { ...session, subscription, account: { ...account, ...team } }
    })
    client.invalidateQueries({ queryKey: usageQuery.queryKey })
    if (reply.status === 200) notify(m.users_saved(), 'success')
    else
      notify(
        reply.body.status === 'payment-pending' ? m.users_payment_pending() : m.users_confirmation_required(),
        'success',
      )
    return undefined
  }

  /** Asks for the price; undefined where it stays what it is, or could not be had. */
  const askPrice = async (
    change: Change,
    count: UserCount,
  ): Promise<UsersQuote | CallProblem | undefined> => {
    if (!mayChangePrice(count)) return undefined
    const reply = await call(teamCalls.usersQuote, { body: { userCount: count.after } })
    if (reply instanceof CallProblem) {
      setRefusal(reply.detail)
      return reply
    }
    const quote = reply.body
    if (quote.paidUsersBefore === quote.paidUsersAfter) return undefined
    setAsked({ change, count, quote })
    return quote
  }

  const save = async (change: Change, count: UserCount) => {
    begin()
    if ((await askPrice(change, count)) === undefined) await send(change)
    setBusy(false)
  }

  const confirm = async () => {
    if (!asked) return
    begin()
    const { change, count, quote } = asked
    const problem = await send({ ...change, quoteId: quote.quoteId })
    if (problem?.code === 'quote-stale') {
      if ((await askPrice(change, count)) !== undefined) setRefusal(m.price_change_stale())
    } else if (problem?.code !== 'card-declined') setAsked(undefined)
    setBusy(false)
  }

  return {
    save,
    quote: asked?.quote,
    confirm,
    closeQuote: () => setAsked(undefined),
    busy,
    refusal,
    forgetRefusal: () => setRefusal(undefined),
  }
}

export type UserCount = {
  readonly before: number
  readonly after: number
  readonly subscription: Subscription | null
}

/** Only an active plan follows the number of users; prepaid licences are exceeded at a price. */
function mayChangePrice({ before, after, subscription }: UserCount): boolean {
  if (!subscription || before === after) return false
  return (
    subscription.status === 'active' ||
    (subscription.status === 'prepaid' && after > before && after > subscription.licenseCount)
  )
}
