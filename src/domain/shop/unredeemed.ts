import { amountOf } from '#domain/money.ts'
import type { SoldLine } from './sold-order.ts'

/**
 * What was paid, gross and after the discount, for those vouchers of an order that nobody has redeemed.
 *
 * @param isOpen of each voucher of the order, in the order in which its lines bring them
 */
export function unredeemedCents(lines: readonly SoldLine[], isOpen: readonly boolean[]): number {
  let first = 0
  let cents = 0
  for (const { kind, quantity, netCents, discountCents, vatBasisPoints } of lines) {
    if (kind !== 'voucher') continue
    const open = isOpen.slice(first, first + quantity).filter(Boolean).length
    const { grossCents } = amountOf(netCents - discountCents, vatBasisPoints)
    cents += Math.floor((grossCents * open) / quantity)
    first += quantity
  }
  return cents
}
