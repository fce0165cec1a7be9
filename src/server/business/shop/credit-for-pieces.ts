import type { InvoicedOrder, InvoiceLine } from '#domain/invoices/invoice-lines.ts'
import {
  creditedParts,
  type Pieces,
  partsOfPieces,
  type ValuedPart,
  valueOfPieces,
} from '#domain/shop/given-back.ts'
import type { ChargeFacts } from '#server/books/billing/charge-facts.ts'
import type { ChargeRow } from '#server/books/billing/charging/charging.store.ts'
import { partOfCharge } from '#server/books/billing/charging/part-of-charge.ts'
import type { CreditedPart } from '#server/books/invoices/issue-invoice.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { linesOfOrder, soldPieces, taxesOfOrder } from './lines-of-order.ts'
import type { OrderRow } from './order.store.ts'
import { lineDetail } from './order-mails.ts'

/**
 * Returns the credit note's part for refunded pieces of an order: the sum at each rate, and the articles with their
 * share. Without pieces it states a sum only. The caller has locked the charge.
 */
export async function creditFor(
  trx: Trx,
  charge: ChargeRow,
  { order, pieces, grossCents }: { order: OrderRow; pieces: Pieces; grossCents: number },
): Promise<CreditedPart> {
  const sold = soldPieces(order)
  const parts = partsOfPieces(sold, pieces)
  if (parts.length === 0) return partOfCharge(trx, charge, grossCents)
  const part = await partOfCharge(trx, charge, grossCents, (left) => valueOfPieces(sold, pieces, left))
  const { netCents, taxes } = part
  const [first] = parts
  const rates = taxes ?? [{ vatBasisPoints: first?.vatBasisPoints ?? 0, netCents }]
  return { ...part, articles: creditedParts(parts, rates).map((one) => lineOf(order, one)) }
}

/** Returns an order's lines in the form of its invoice. */
export function invoicedLines(order: OrderRow): InvoicedOrder['lines'] {
  const { vat, buyer } = order.facts as ChargeFacts
  return linesOfOrder(order).map((line) => ({
    name: line.name,
    detail: lineDetail(line, buyer.language),
    quantity: line.quantity,
    netCents: line.netCents,
    vatBasisPoints: line.vatBasisPoints,
    ...(vat.reverseCharge &&
      taxesOfOrder(order).length > 1 &&
      line.kind === 'voucher' && { reverseCharge: true }),
  }))
}

function lineOf(order: OrderRow, { line, quantity, netCents, vatBasisPoints }: ValuedPart): InvoiceLine {
  const sold = line === undefined ? undefined : invoicedLines(order)[line]
  if (!sold) return { kind: 'shipping', name: order.shipping?.name ?? '', netCents, vatBasisPoints }
  return { kind: 'article', ...sold, quantity, netCents, vatBasisPoints }
}
