import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Subscription } from '#contract/accounts/accounts.ts'
import type { CallReply } from '#contract/call.ts'
import type { UsersChange, UsersQuote } from '#contract/team/team.ts'
import { teamCalls } from '#contract/team/team-calls.ts'
import { m } from '#messages/generated/messages.js'
import { usageQuery } from '#web/business/team/team-queries.ts'
import { CallProblem, call } from '#web/platform/site/api.ts'
import { changeSession, renewSession } from '#web/platform/site/site.ts'
import { type Attempt, firstFault, Refusal, useCall } from '#web/platform/site/use-call.ts'
import { notify } from '#web/platform/ui/notifications-store.ts'
import type { SavedTeam } from './team-draft.ts'

type Change = Omit<UsersChange, 'quoteId'>
type Wanted = { readonly change: Change; readonly count: UserCount }
/** Waits for the user to confirm its price. */
type Asked = Wanted & { readonly quote: UsersQuote }
type Saved = CallReply<typeof teamCalls.saveUsers>

/**
 * Saves users, and announces the result. A change of price must be confirmed first (`quote`; product.md section 4).
 * After a conflict with another user's change, the draft is rebased on the newest version, for review.
 */
export function useSaveUsers(onSaved: (team: SavedTeam) => void): {
  readonly save: (change: Change, count: UserCount) => Promise<void>
  /** The price to be confirmed. */
  readonly quote: UsersQuote | undefined
  readonly confirm: () => Promise<void>
  readonly closeQuote: () => void
  readonly busy: boolean
  readonly refusal: string | undefined
  readonly forgetRefusal: () => void
} {
  const [asked, setAsked] = useState<Asked>()
  const pricing = useCall(({ count }: Wanted, { signal }: Attempt) => askPrice(count, signal), {
    onDone: ({ quote }, wanted) => quote && setAsked({ ...wanted, quote }),
  })
  const saving = useSaving(setAsked, onSaved)
  const forgetRefusal = () => {
    pricing.forget()
    saving.forget()
  }
  return {
    save: async (change, count) => {
      forgetRefusal()
      const price = mayChangePrice(count) ? await pricing.send({ change, count }) : { quote: undefined }
      if (price && !price.quote) await saving.send({ change, count })
    },
    quote: asked?.quote,
    confirm: async () => {
      if (!asked) return
      forgetRefusal()
      const { change, count, quote } = asked
      await saving.send({ change, count, quoteId: quote.quoteId })
    },
    closeQuote: () => {
      forgetRefusal()
      setAsked(undefined)
    },
    busy: pricing.busy || saving.busy,
    refusal: pricing.refusal ?? saving.refusal,
    forgetRefusal,
  }
}

/** Sends users. `setAsked` gets another price to be confirmed, if the confirmed one no longer applies. */
function useSaving(setAsked: (asked: Asked | undefined) => void, onSaved: (team: SavedTeam) => void) {
  const showSaved = useShowSaved(onSaved)
  return useCall(
    async ({ change, count, quoteId }: Wanted & { quoteId?: string }, { keyOf, signal }) => {
      const body = quoteId === undefined ? change : { ...change, quoteId }
      const reply = await call(teamCalls.saveUsers, { body, idempotencyKey: keyOf(body) })
      if (quoteId === undefined || !isStale(reply)) return reply
      const price = await askPrice(count, signal)
      if (!(price instanceof CallProblem)) {
        if (!price.quote) return reply
        setAsked({ change, count, quote: price.quote })
      }
      return new Refusal(m.price_change_stale())
    },
    {
      sentenceOf: firstFault,
      onDone: (reply) => {
        setAsked(undefined)
        showSaved(reply.body)
        notify(savedText(reply), 'success')
      },
      onRefused: (refused) => {
        const isAskedOn = refused instanceof Refusal || isStale(refused) || refused.code === 'card-declined'
        if (!isAskedOn) setAsked(undefined)
      },
      onConflict: async () => {
        await renewSession()
        setAsked(undefined)
        return m.users_conflict()
      },
    },
  )
}

export type UserCount = {
  readonly before: number
  readonly after: number
  readonly subscription: Subscription | null
}

/** Whether the number of users can change the price: of an active plan, or above prepaid licences. */
function mayChangePrice({ before, after, subscription }: UserCount): boolean {
  if (!subscription || before === after) return false
  return (
    subscription.status === 'active' ||
    (subscription.status === 'prepaid' && after > before && after > subscription.licenseCount)
  )
}

/** Returns the price of another number of users, now and from the next charge on; undefined if unknown. */
export async function priceOf(count: UserCount, signal: AbortSignal): Promise<UsersQuote | undefined> {
  if (!count.subscription || count.before === count.after) return undefined
  const reply = await askQuote(count, signal)
  // the price is requested again, and must be confirmed, before anything is charged
  return reply instanceof CallProblem ? undefined : reply.body
}

function askQuote({ after }: UserCount, signal: AbortSignal) {
  return call(teamCalls.usersQuote, { body: { userCount: after }, signal })
}

/** Returns the price of the number of users; no quote if it does not change. */
async function askPrice(
  count: UserCount,
  signal: AbortSignal,
): Promise<{ readonly quote: UsersQuote | undefined } | CallProblem> {
  const reply = await askQuote(count, signal)
  if (reply instanceof CallProblem) return reply
  const { paidUsersBefore, paidUsersAfter } = reply.body
  return { quote: paidUsersBefore === paidUsersAfter ? undefined : reply.body }
}

function isStale(reply: unknown): boolean {
  return reply instanceof CallProblem && reply.code === 'quote-stale'
}

/** Shows the saved users everywhere. */
function useShowSaved(onSaved: (team: SavedTeam) => void): (saved: Saved['body']) => void {
  const client = useQueryClient()
  return ({ users, version, subscription, waitingUsers }) => {
    onSaved({ users, version })
    changeSession((session) => {
      const { waitingUsers: _, ...account } = session.account
      const team = { users, version, ...(waitingUsers && { waitingUsers }) }
      return { ...session, subscription, account: { ...account, ...team } }
    })
    client.invalidateQueries({ queryKey: usageQuery.queryKey })
  }
}

function savedText(saved: Saved): string {
  if (saved.status === 200) return m.users_saved()
  return saved.body.status === 'payment-pending' ? m.users_payment_pending() : m.users_confirmation_required()
}
