import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { giveBackStock } from './catalogue/goods.store.ts'
import { linesOfOrder } from './lines-of-order.ts'
import type { OrderRow } from './order.store.ts'

/** The goods of an order are there again. */
export async function restock(trx: Transaction<Tables>, order: OrderRow): Promise<void> {
  const pieces = linesOfOrder(order).flatMap(({ kind, productId: variantId, quantity }) =>
    kind === 'goods' ? [{ variantId, quantity }] : [],
  )
  await giveBackStock(trx, pieces)
}
