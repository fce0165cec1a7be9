import type { PaidBy } from './decision.ts'
import type { SubscriptionState } from './state.ts'

/**
 * Splits an invoice: the balance pays first, the card pays the rest and the open amount, unless that is below the
 * smallest charge.
 */
export function paidBy(
  { creditCents: balanceCents }: Pick<SubscriptionState, 'creditCents'>,
  grossCents: number,
  dueCents: number,
): PaidBy {
  const cardCents = Math.min(dueCents, grossCents)
  const left = grossCents - cardCents
  // a part not charged was on the balance when it was ordered
  const creditCents = dueCents > 0 ? left : Math.min(Math.max(balanceCents, 0), left)
  return { creditCents, cardCents, openCents: left - creditCents, alsoCents: dueCents - cardCents }
}
