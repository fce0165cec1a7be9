import type { Kysely } from 'kysely'
import { isSameName } from '#domain/accounts/declaration.ts'
import { localDate } from '#domain/billing/billing-period.ts'
import { remainingPieces } from '#domain/shop/given-back.ts'
import { typedOrderNumber, withdrawalOf } from '#domain/shop/withdrawal.ts'
import type { ChargeFacts } from '#server/books/billing/charge-facts.ts'
import { cancelOrder } from '#server/business/shop/cancel-order.ts'
import { shipsGoods, soldPieces, standingOf } from '#server/business/shop/lines-of-order.ts'
import { findOrderByNumber, type OrderRow, updateOrder } from '#server/business/shop/order.store.ts'
import { leftOfOrder, refundOrder } from '#server/business/shop/return-order.ts'
import { vouchersOf } from '#server/business/shop/voucher.store.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import type { Declaration } from './declaration.store.ts'

/** `goods-back`: the money goes back when the goods have come back. `waits`: a payment or a refund is on its way. */
export type OrderOutcome = {
  readonly kind: 'order-done' | 'goods-back' | 'waits' | 'operator'
}

/** The order that a withdrawal names by its number. */
export async function orderNamed(
  db: Kysely<Tables>,
  { kind, contract }: Pick<Declaration, 'kind' | 'contract'>,
): Promise<OrderRow | undefined> {
  const number = kind === 'withdrawal' ? typedOrderNumber(contract) : undefined
  return number === undefined ? undefined : findOrderByNumber(db, number)
}

/** Whether whoever withdraws knows more than the number: the address that it was ordered by, or the buyer's name. */
export function isBuyerKnown(declaration: Declaration, { email_key: emailKey, facts }: OrderRow): boolean {
  const { name } = (facts as ChargeFacts).buyer
  return declaration.email_key === emailKey || (name !== '' && isSameName(name, declaration.name))
}

/**
 * Withdraws from an order as it was declared, counted from its receipt: by itself what the law gives every consumer; what the operator
 * has accepted in any case. Safe to run twice: an order that is over stays as it is.
 */
export async function withdrawOrder(
  services: Services,
  declaration: Declaration,
  order: OrderRow,
): Promise<OrderOutcome> {
  const { zone } = services.config.seller
  const isAccepted = declaration.accepted_at !== null
  if (!isAccepted && !isBuyerKnown(declaration, order)) return { kind: 'operator' }
  const vouchers = await vouchersOf(services.database.db, order.id)
  const { buyer } = order.facts as ChargeFacts
  const day = (moment: Date) => localDate(moment, zone)
  const withdrawal = withdrawalOf({
    ...standingOf(order),
    ships: shipsGoods(order),
    isBusiness: !isAccepted && buyer.business,
    placedOn: day(order.placed_at),
    deliveredOn: order.delivered_at ? day(order.delivered_at) : undefined,
    today: isAccepted ? day(order.delivered_at ?? order.placed_at) : day(declaration.received_at),
    hasRedeemed: !isAccepted && vouchers.some(({ state }) => state === 'redeemed'),
  })
  switch (withdrawal) {
    case 'operator':
      return { kind: 'operator' }
    case 'closed':
      return { kind: 'order-done' }
    case 'cancel':
      return outcomeOf(await cancelOrder(services, { orderId: order.id }))
    case 'goods-back':
      await noteWithdrawn(services, order, declaration)
      return { kind: 'goods-back' }
    case 'refund':
      await noteWithdrawn(services, order, declaration)
      return outcomeOf(await refundAll(services, order.id))
  }
}

async function noteWithdrawn(
  { database }: Services,
  order: OrderRow,
  { received_at: withdrawnAt }: Declaration,
): Promise<void> {
  const awaited = order.shipped_at === null ? null : [...remainingPieces(soldPieces(order))]
  await inTransaction(database.db, (trx) =>
    updateOrder(trx, order.id, { withdrawn_at: withdrawnAt, awaited_pieces: awaited }),
  )
}

async function refundAll(services: Services, orderId: string): Promise<Problem | undefined> {
  const left = await leftOfOrder(services.database.db, orderId)
  return refundOrder(services, { orderId, grossCents: left, leftCents: left })
}

function outcomeOf(refused: Problem | undefined): OrderOutcome {
  if (!refused) return { kind: 'order-done' }
  return { kind: refused.code === 'charge-in-flight' ? 'waits' : 'operator' }
}
