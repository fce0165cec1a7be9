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

/** Credit notes and refunds. Every part of an invoice that is no longer owed is credited at that invoice's rate. */
export type Corrections = {
  readonly refunds: readonly RefundOrder[]
  readonly credits: readonly CreditOrder[]
  readonly payments: readonly Payment[]
  /** Increase of the balance, gross. */
  readonly balanceCents: number
}

/** A part of an invoice that is no longer owed; `levelCents`: reduction of the price of a whole period. */
type Part = { readonly payment: Payment; readonly levelCents: number; readonly amount: Amount }

/**
 * Spreads a net sum over the invoices of the period, newest first, each up to its remaining amount: users added last are
 * removed first. The parts sum to the total unless the invoices have less left.
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

/** Credits the parts to the balance: the price is reduced from now on. */
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

/** Returns the parts: as a refund up to the card's share of each invoice, the rest to the balance. */
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

/** Refunds all card payments and credits the rest of the invoices: the balance is as before them. */
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

/**
 * Returns a gross part of a payment, within what is left of its invoice: `moneyCents` of it to the card, the rest to the
 * balance. The card's last money closes an invoice that the card alone has paid.
 */
export function giveBackPart(
  payment: Payment,
  part: {
    readonly grossCents: number
    readonly moneyCents: number
    readonly reason: RefundOrder['reason']
  },
): Corrections {
  const { grossCents, moneyCents, reason } = part
  const isLast = moneyCents > 0 && moneyCents === moneyLeft(payment) && !isPaidByBalance(payment)
  const left = leftOf(payment)
  const amount = isLast ? left : creditablePart(left, grossCents)
  return corrected([{ payment, amount, moneyCents }], reason)
}

/** The corrections as effects of a decision. */
export function correcting({ refunds, credits }: Pick<Corrections, 'refunds' | 'credits'>): Partial<Effects> {
  return { ...(refunds.length > 0 && { refunds }), ...(credits.length > 0 && { credits }) }
}

/** Returns the uncredited part of an invoice; at most `netCents`. */
export function remainder(payment: Payment, netCents = payment.amount.netCents): Amount {
  return creditableNet(leftOf(payment), netCents)
}

/** Returns what credit notes have not corrected of the invoice, gross. */
export function invoicedLeft(payment: Payment): number {
  return leftOf(payment).grossCents
}

function leftOf({ amount, creditedNetCents, creditedVatCents }: Payment): Amount {
  const netCents = amount.netCents - creditedNetCents
  const vatCents = Math.max(amount.vatCents - creditedVatCents, 0)
  return { netCents, vatBasisPoints: amount.vatBasisPoints, vatCents, grossCents: netCents + vatCents }
}

/** Returns the refundable card payment, gross. */
export function moneyLeft({ amount, creditCents, refundedCents }: Payment): number {
  return amount.grossCents - creditCents - refundedCents
}

/**
 * Refunds a payment that is no longer wanted: it came after the grace period, after a cancellation, or twice. It is
 * refunded in full and the operator is notified; it buys nothing.
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
 * Records a refund made elsewhere: of the whole card payment, or of a gross part. The balance's share stays paid. The
 * last refund closes an invoice paid by card alone.
 */
export function takenBack<Kind extends Payment>(payment: Kind, grossCents = moneyLeft(payment)): Kind {
  const moneyCents = Math.max(Math.min(grossCents, moneyLeft(payment)), 0)
  const isLast = moneyCents === moneyLeft(payment) && !isPaidByBalance(payment)
  const left = leftOf(payment)
  return credited(payment, isLast ? left : creditablePart(left, moneyCents), moneyCents)
}

/** Paid by the balance in part. */
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

/** Splits a part of an invoice into two credit notes: of the refunded money, and of the balance's share. */
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
