import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { giveBackDiscount } from './discount.store.ts'
import { giveBackStock } from './goods.store.ts'
import { linesOfOrder } from './lines-of-order.ts'
import type { OrderRow } from './order.store.ts'

/** An order was cancelled before it was paid: what it took out of the stock, and its use of a discount code, are there again. */
export async function giveBack(trx: Transaction<Tables>, order: OrderRow): Promise<void> {
  await restock(trx, order)
  if (order.discount) await giveBackDiscount(trx, order.discount.code)
}

/** The goods of an order are there again. */
export async function restock(trx: Transaction<Tables>, order: OrderRow): Promise<void> {
  const pieces = linesOfOrder(order).flatMap(({ kind, productId: variantId, quantity }) =>
    kind === 'goods' ? [{ variantId, quantity }] : [],
  )
  await giveBackStock(trx, pieces)
}
