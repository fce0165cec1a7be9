import type { PaidBy } from './decision.ts'
import type { SubscriptionState } from './state.ts'

/** The balance pays what it can, the card the rest and what was open of before, unless that is too little to charge. */
export function paidBy(
  { creditCents: balanceCents }: Pick<SubscriptionState, 'creditCents'>,
  grossCents: number,
  dueCents: number,
): PaidBy {
  const cardCents = Math.min(dueCents, grossCents)
  const left = grossCents - cardCents
  // what a charge leaves was on the balance when it was ordered
  const creditCents = dueCents > 0 ? left : Math.min(Math.max(balanceCents, 0), left)
  return { creditCents, cardCents, openCents: left - creditCents, alsoCents: dueCents - cardCents }
}
