import type { Bill } from '#domain/billing/decision.ts'
import type { Amount } from '#domain/money.ts'

/** Returns a bill over what is left of its invoice, for the invoice that replaces it. */
export function restOfBill(bill: Bill, amount: Amount): Bill {
  const { purpose, paidBy, amount: before } = bill
  if (before.netCents === amount.netCents && before.vatCents === amount.vatCents) return bill
  const { netCents, grossCents } = amount
  const openCents = Math.min(paidBy.openCents, grossCents)
  const creditCents = Math.min(paidBy.creditCents, grossCents - openCents)
  return {
    ...bill,
    purpose: { ...purpose, priceCents: netCents },
    amount,
    paidBy: { openCents, creditCents, cardCents: grossCents - openCents - creditCents, alsoCents: 0 },
  }
}
