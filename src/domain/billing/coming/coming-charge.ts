import type { Bill, BillingContext } from '#domain/billing/decision.ts'
import { endIncluded } from '#domain/billing/grant.ts'
import { reachUntil } from '#domain/billing/renewal.ts'
import { isWaitedFor, type SubscriptionState } from '#domain/billing/state.ts'

/** The bill of the next period, and when it is due. */
export type ComingCharge = { readonly at: Date; readonly bill: Bill }

/**
 * Returns the bill of the next period as of now, computed by the same decision as the renewal itself. Undefined if
 * nothing follows, and while a renewal is late.
 * @param users in the account
 */
export function comingCharge(
  state: SubscriptionState,
  users: number,
  context: BillingContext,
): ComingCharge | undefined {
  const { until: at, includedUntil, openCharge } = state
  if (!at || (openCharge && !isWaitedFor(openCharge.purpose))) return undefined
  const now = new Date(Math.max(at.getTime(), context.now.getTime()))
  const then = { ...context, now }
  const alone = { ...state, openCharge: null }
  // included users end first
  const ended =
    includedUntil && includedUntil.getTime() <= at.getTime() ? endIncluded(alone, then) : undefined
  const decision = reachUntil(ended?.ok ? ended.next : alone, { type: 'until-reached', users }, then)
  if (!decision.ok) return undefined
  const { bill, next } = decision
  if (bill) return { at, bill }
  if (!next.openCharge) return undefined
  const { key, purpose, amount, dueCents } = next.openCharge
  const cardCents = Math.min(dueCents, amount.grossCents)
  const creditCents = amount.grossCents - cardCents
  return {
    at,
    bill: {
      key,
      purpose,
      amount,
      paidBy: { creditCents, cardCents, openCents: 0, alsoCents: dueCents - cardCents },
    },
  }
}
