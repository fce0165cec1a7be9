import {
  type CreditOrder,
  type Decision,
  decided,
  type Effects,
  type RefundOrder,
} from '#domain/billing/decision.ts'
import type { Payment, SubscriptionState } from '#domain/billing/state.ts'
import { type Amount, amountOf, divideHalfUp } from '#domain/money.ts'

/** Credit notes and refunds: every part of an invoice that is no longer owed is credited at the rate of that invoice. */
export type Corrections = {
  readonly refunds: readonly RefundOrder[]
  readonly credits: readonly CreditOrder[]
  readonly payments: readonly Payment[]
  /** By how much the balance grows, gross. */
  readonly balanceCents: number
}

/** The part of an invoice that is no longer owed; `levelCents`: what a whole period costs less from now on. */
type Part = { readonly payment: Payment; readonly levelCents: number; readonly amount: Amount }

/**
 * Spreads a net sum over the invoices of the period, newest first, each by what it still pays for: users bought last are
 * the first to go. The parts add up to the sum, unless an invoice has less than that left.
 * @param levelCents net price of a whole period that is no longer owed; the sum is its share
 */
export function partsOf(payments: readonly Payment[], levelCents: number, netCents: number): readonly Part[] {
  let before = 0
  // mutant `levelCents → true`: nothing of nothing is nothing
  // mutant `0 → 1`: a share is the difference of two
  const shareOf = (level: number) => (levelCents ? divideHalfUp(netCents * level, levelCents) : 0)
  return payments.toReversed().map((payment) => {
    const level = Math.min(payment.levelCents, levelCents - before)
    const share = shareOf(before + level) - shareOf(before)
    before += level
    return { payment, levelCents: level, amount: remainder(payment, share) }
  })
}

/** Credits the parts to the balance: the price is lower from now on. */
export function creditParts(parts: readonly Part[]): Corrections {
  return corrected(
    parts.map(({ payment, levelCents, amount }) => ({
      payment: { ...payment, levelCents: payment.levelCents - levelCents },
      amount,
      moneyCents: 0,
    })),
    // mutant `'notice' → ''`: no money goes back that would need a reason
    'notice',
  )
}

/** Gives the parts back: as money as far as each invoice was paid with money, the rest onto the balance. */
export function giveBackParts(parts: readonly Part[], reason: RefundOrder['reason']): Corrections {
  return corrected(
    parts.map(({ payment, amount }) => ({
      payment,
      amount,
      moneyCents: Math.min(amount.grossCents, moneyLeft(payment)),
    })),
    reason,
  )
}

/** Gives all back that was paid, and credits what is left of the invoices: the balance is what it was before them. */
export function undoPayments(payments: readonly Payment[], reason: RefundOrder['reason']): Corrections {
  const undone = corrected(
    payments.toReversed().map((payment) => ({
      payment: { ...payment, levelCents: 0, formerCreditCents: 0, returned: true as const },
      amount: remainder(payment),
      moneyCents: moneyLeft(payment),
    })),
    reason,
  )
  const formerCents = payments.reduce((sum, { formerCreditCents = 0 }) => sum + formerCreditCents, 0)
  return { ...undone, balanceCents: undone.balanceCents + formerCents }
}

/** The corrections as effects of a decision. */
export function correcting({ refunds, credits }: Pick<Corrections, 'refunds' | 'credits'>): Partial<Effects> {
  return { ...(refunds.length > 0 && { refunds }), ...(credits.length > 0 && { credits }) }
}

/**
 * What of an invoice no credit note has corrected; at most `netCents`. Its parts add up to exactly its tax; of nothing
 * there is no tax, even where a part that went back by its gross sum had a cent less of it.
 */
export function remainder(payment: Payment, netCents = payment.amount.netCents): Amount {
  const { amount, creditedNetCents, creditedVatCents } = payment
  const { vatBasisPoints } = amount
  const part = Math.max(Math.min(netCents, amount.netCents - creditedNetCents), 0)
  const after = creditedNetCents + part
  if (part === 0) return { netCents: 0, vatBasisPoints, vatCents: 0, grossCents: 0 }
  const vatAfter = after === amount.netCents ? amount.vatCents : amountOf(after, vatBasisPoints).vatCents
  // a part that went back by its gross sum may have had a cent more
  const vatCents = Math.max(vatAfter - creditedVatCents, 0)
  return { netCents: part, vatBasisPoints, vatCents, grossCents: part + vatCents }
}

/** Gross, paid by card and not given back. */
export function moneyLeft({ amount, creditCents, refundedCents }: Payment): number {
  return amount.grossCents - creditCents - refundedCents
}

/**
 * Money came for something that is no longer wanted: after the grace, after cancelling, or because it was paid another
 * way. It is refunded in full and the operator is notified; it is never kept silently, and buys nothing.
 */
export function returnPayment(
  state: SubscriptionState,
  { key, grossCents }: { readonly key: string; readonly grossCents: number },
): Decision {
  const amount = { netCents: grossCents, vatBasisPoints: 0, vatCents: 0, grossCents }
  return decided(
    state,
    {},
    {
      refunds: [{ key, reason: 'late', amount, alsoCents: 0 }],
      mails: ['payment-returned'],
      alert: 'late-payment',
    },
  )
}

/**
 * Money of a payment went back without us: all that the card paid, or so much of it, gross. What the balance paid is still
 * paid.
 */
export function takenBack<Kind extends Payment>(payment: Kind, grossCents = moneyLeft(payment)): Kind {
  const moneyCents = Math.max(Math.min(grossCents, moneyLeft(payment)), 0)
  const left = remainder(payment)
  const [gone] = splitOf(left, Math.min(moneyCents, left.grossCents))
  return credited(payment, gone, moneyCents)
}

type Correction = { readonly payment: Payment; readonly amount: Amount; readonly moneyCents: number }

function corrected(parts: readonly Correction[], reason: RefundOrder['reason']): Corrections {
  const refunds: RefundOrder[] = []
  const credits: CreditOrder[] = []
  let balanceCents = 0
  for (const { payment, amount, moneyCents } of parts) {
    const [back, rest] = splitOf(amount, Math.min(moneyCents, amount.grossCents))
    const alsoCents = moneyCents - back.grossCents
    if (moneyCents > 0) refunds.push({ key: payment.key, reason, amount: back, alsoCents })
    if (rest.grossCents > 0) credits.push({ key: payment.key, amount: rest })
    balanceCents += amount.grossCents - moneyCents
  }
  const payments = parts.map(({ payment, amount, moneyCents }) => credited(payment, amount, moneyCents))
  return { refunds, credits, payments: payments.toReversed(), balanceCents }
}

function credited<Kind extends Payment>(
  payment: Kind,
  { netCents, vatCents }: Amount,
  moneyCents: number,
): Kind {
  return {
    ...payment,
    creditedNetCents: payment.creditedNetCents + netCents,
    creditedVatCents: payment.creditedVatCents + vatCents,
    refundedCents: payment.refundedCents + moneyCents,
  }
}

/** An amount in two: so much of it gross, and the rest. */
function splitOf(amount: Amount, grossCents: number): readonly [Amount, Amount] {
  const { vatBasisPoints } = amount
  const netCents =
    // mutant `amount.grossCents === 0 → false`: nothing of nothing is nothing
    amount.grossCents === 0 ? amount.netCents : divideHalfUp(amount.netCents * grossCents, amount.grossCents)
  const part = { netCents, vatBasisPoints, vatCents: grossCents - netCents, grossCents }
  return [
    part,
    {
      netCents: amount.netCents - part.netCents,
      vatBasisPoints,
      vatCents: amount.vatCents - part.vatCents,
      grossCents: amount.grossCents - grossCents,
    },
  ]
}
