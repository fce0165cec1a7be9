import type { Transfer } from '#domain/invoices/invoice.ts'
import type { Amount } from '#domain/money.ts'
import { remainingPieces, type SoldPieces } from '#domain/shop/given-back.ts'
import { printedOrderNumber } from '#domain/shop/order-number.ts'
import type { Standing } from '#domain/shop/order-state.ts'
import type { SoldGoods, SoldLine } from '#domain/shop/sold-order.ts'
import type { ChargeFacts } from '#server/books/billing/charge-facts.ts'
import type { OrderRow } from './order.store.ts'

/** Returns the sold items as shown. Older orders have vouchers only, and one rate. */
export function linesOfOrder({ lines, facts }: Pick<OrderRow, 'lines' | 'facts'>): readonly SoldLine[] {
  const { vat } = facts as ChargeFacts
  const former = { kind: 'voucher', discountCents: 0, vatBasisPoints: vat.basisPoints }
  return (lines as readonly object[]).map((line) => ({ ...former, ...line }) as SoldLine)
}

/** Returns an order's lines with their refunded pieces, and the cost of shipping. */
export function soldPieces(order: Sold): Omit<SoldPieces, 'lines'> & { readonly lines: readonly SoldLine[] } {
  const lines = linesOfOrder(order)
  return {
    lines,
    shipping: order.shipping?.parts ?? [],
    returned: order.returned_pieces ?? lines.map(() => 0),
  }
}

/** Returns the tax of an order, by rate. */
export function taxesOfOrder(order: OrderRow): readonly Amount[] {
  const { net_cents: netCents, vat_cents: vatCents, gross_cents: grossCents, taxes } = order
  const { vat } = order.facts as ChargeFacts
  return taxes ?? [{ netCents, vatBasisPoints: vat.basisPoints, vatCents, grossCents }]
}

/** Returns the state of an order: of its goods, and, on invoice, of its payment. */
export function standingOf({ state, due_on: dueOn, paid_at: paidAt }: OrderRow): Standing {
  return { state, isOwed: dueOn !== null && paidAt === null }
}

/** Returns the transfer that an order's buyer owes; undefined for payment by card. */
export function awaitedTransfer({ bank, due_on: dueOn, number }: OrderRow): Transfer | undefined {
  if (bank === null || dueOn === null) return undefined
  return { ...bank, dueOn, reference: printedOrderNumber(number) }
}

/** Returns whether any part of an order is shipped. */
export function shipsGoods(order: Pick<OrderRow, 'lines' | 'facts'>): boolean {
  return linesOfOrder(order).some(({ kind }) => kind === 'goods')
}

/** Returns the goods of an order that were not refunded: in its parcel, or with its buyer. */
export function goodsKept(order: Sold): readonly SoldGoods[] {
  const sold = soldPieces(order)
  const kept = remainingPieces(sold)
  return sold.lines.flatMap((line, at) => {
    const quantity = kept[at] ?? 0
    return line.kind === 'goods' && quantity > 0 ? [{ ...line, quantity }] : []
  })
}

type Sold = Pick<OrderRow, 'lines' | 'facts' | 'shipping' | 'returned_pieces'>
