import { comingCharge } from '#domain/billing/coming/coming-charge.ts'
import type { BillingContext, Decision } from '#domain/billing/decision.ts'
import type { SubscriptionState } from '#domain/billing/state.ts'

/** What an account has, and what it is charged next. Cents are gross. */
export type Standing = Pick<
  SubscriptionState,
  'status' | 'until' | 'pausedFrom' | 'pausedUntil' | 'licenseCount'
> & {
  readonly balanceCents: number
  readonly nextCharge: { readonly at: Date; readonly cardCents: number } | undefined
}

/**
 * Returns what a state means for its holder.
 * @param users in the account
 */
export function standingOf(state: SubscriptionState, users: number, context: BillingContext): Standing {
  const { status, until, pausedFrom, pausedUntil, licenseCount, creditCents: balanceCents } = state
  const standing = { status, until, pausedFrom, pausedUntil, licenseCount, balanceCents }
  const coming = comingCharge(state, users, context)
  if (!coming) return { ...standing, nextCharge: undefined }
  const { at, bill } = coming
  const { cardCents, alsoCents } = bill.paidBy
  return { ...standing, nextCharge: { at, cardCents: cardCents + alsoCents } }
}

/** Returns what a decision returns to cards and banks, gross. */
export function refundedBy({ refunds = [] }: Extract<Decision, { ok: true }>): number {
  return refunds.reduce((sum, { amount, alsoCents }) => sum + amount.grossCents + alsoCents, 0)
}
