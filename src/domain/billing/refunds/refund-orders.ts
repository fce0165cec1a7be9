import {
  type CreditOrder,
  type Decision,
  decided,
  type Effects,
  type RefundOrder,
} from '#domain/billing/decision.ts'
import type { Payment, SubscriptionState } from '#domain/billing/state.ts'
import { creditableNet, creditablePart } from '#domain/invoices/creditable-part.ts'
import { type Amount, divideHalfUp } from '#domain/money.ts'

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

/** What of an invoice no credit note has corrected; at most `netCents` of it. */
export function remainder(payment: Payment, netCents = payment.amount.netCents): Amount {
  return creditableNet(leftOf(payment), netCents)
}

function leftOf({ amount, creditedNetCents, creditedVatCents }: Payment): Amount {
  const netCents = amount.netCents - creditedNetCents
  const vatCents = Math.max(amount.vatCents - creditedVatCents, 0)
  return { netCents, vatBasisPoints: amount.vatBasisPoints, vatCents, grossCents: netCents + vatCents }
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
 * paid. The last of the card's money closes an invoice that the card alone paid.
 */
export function takenBack<Kind extends Payment>(payment: Kind, grossCents = moneyLeft(payment)): Kind {
  const moneyCents = Math.max(Math.min(grossCents, moneyLeft(payment)), 0)
  const isLast = moneyCents === moneyLeft(payment) && !isPaidByBalance(payment)
  const left = leftOf(payment)
  return credited(payment, isLast ? left : creditablePart(left, moneyCents), moneyCents)
}

/** In part. */
function isPaidByBalance({ creditCents }: Payment): boolean {
  return creditCents > 0
}

type Correction = { readonly payment: Payment; readonly amount: Amount; readonly moneyCents: number }

function corrected(parts: readonly Correction[], reason: RefundOrder['reason']): Corrections {
  const refunds: RefundOrder[] = []
  const credits: CreditOrder[] = []
  const after: Payment[] = []
  let balanceCents = 0
  for (const { payment, amount, moneyCents } of parts) {
    const [back, rest] = notesOf(payment, amount, moneyCents)
    const alsoCents = moneyCents - back.grossCents
    if (moneyCents > 0) refunds.push({ key: payment.key, reason, amount: back, alsoCents })
    if (rest.grossCents > 0) credits.push({ key: payment.key, amount: rest })
    balanceCents += back.grossCents + rest.grossCents - moneyCents
    after.push(credited(credited(payment, back, moneyCents), rest, 0))
  }
  return { refunds, credits, payments: after.toReversed(), balanceCents }
}

/** A part of an invoice as its two credit notes: of what goes back as money, and of what the balance had paid. */
function notesOf(payment: Payment, amount: Amount, moneyCents: number): readonly [Amount, Amount] {
  const isAll = moneyCents > 0 && !isPaidByBalance(payment)
  const back = isAll ? amount : creditablePart(amount, moneyCents)
  return [back, creditablePart(leftOf(credited(payment, back, 0)), amount.grossCents - back.grossCents)]
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
