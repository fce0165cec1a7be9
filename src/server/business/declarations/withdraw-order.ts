import { isSameName } from '#domain/accounts/declaration.ts'
import { localDate } from '#domain/billing/billing-period.ts'
import { addPieces, type Pieces } from '#domain/shop/given-back.ts'
import { openPieces } from '#domain/shop/voucher-places.ts'
import { typedOrderNumber, withdrawalOf, withdrawnPieces } from '#domain/shop/withdrawal.ts'
import type { ChargeFacts } from '#server/books/billing/charge-facts.ts'
import type { PaymentStep } from '#server/books/billing/charging/run-payment-steps.ts'
import { giveUpOrder } from '#server/business/shop/cancel-order.ts'
import { soldPieces, standingOf } from '#server/business/shop/lines-of-order.ts'
import { findOrderByNumber, type OrderRow, updateOrder } from '#server/business/shop/order.store.ts'
import { giveBack, worthOfPieces } from '#server/business/shop/return-order.ts'
import { vouchersOf } from '#server/business/shop/voucher.store.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import type { Declaration } from './declaration.store.ts'

/** `goods-back`: refunded when the goods have come back. `waits`: a payment or a refund is pending. */
export type OrderOutcome = {
  readonly kind: 'order-done' | 'goods-back' | 'waits' | 'operator'
}

/** Returns the order that a withdrawal names by its number. */
export async function orderNamed(
  db: Db,
  { kind, contract }: Pick<Declaration, 'kind' | 'contract'>,
): Promise<OrderRow | undefined> {
  const number = kind === 'withdrawal' ? typedOrderNumber(contract) : undefined
  return number === undefined ? undefined : findOrderByNumber(db, number)
}

/** Returns whether the declarer knows more than the number: the order's address, or the buyer's name. */
export function isBuyerKnown(declaration: Declaration, { email_key: emailKey, facts }: OrderRow): boolean {
  const { name } = (facts as ChargeFacts).buyer
  return declaration.email_key === emailKey || (name !== '' && isSameName(name, declaration.name))
}

type Withdrawal = { readonly outcome: OrderOutcome; readonly steps: readonly PaymentStep[] }

/**
 * Withdraws from an order, or from pieces of it, as declared, as of its receipt: automatically what the law gives every
 * consumer; what the operator has accepted in any case. The caller has locked the order, and passes `steps` to the
 * provider after the commit. Finished parts stay unchanged.
 */
export async function withdrawOrder(
  trx: Trx,
  services: Services,
  declaration: Declaration,
  order: OrderRow,
): Promise<Withdrawal> {
  const { zone } = services.config.seller
  const isAccepted = declaration.accepted_at !== null
  if (!isAccepted && !isBuyerKnown(declaration, order)) return ended('operator')
  const asked = withdrawnPieces(soldPieces(order), order.awaited_pieces, declaration)
  if (asked === undefined) return ended('operator')
  const { pieces, isWhole } = asked
  // withdrawn from before
  if (pieces.every((count) => count === 0))
    return ended(order.awaited_pieces?.some((count) => count > 0) ? 'goods-back' : 'order-done')
  const { lines } = soldPieces(order)
  const open = openPieces(
    lines,
    (await vouchersOf(trx, order.id)).map(({ state }) => state),
  )
  const isPaid = order.paid_at !== null
  const { buyer } = order.facts as ChargeFacts
  const day = (moment: Date) => localDate(moment, zone)
  const withdrawal = withdrawalOf({
    ...standingOf(order),
    ships: lines.some(({ kind }, at) => kind === 'goods' && Number(pieces[at]) > 0),
    isBusiness: !isAccepted && buyer.business,
    placedOn: day(order.placed_at),
    deliveredOn: order.delivered_at ? day(order.delivered_at) : undefined,
    today: isAccepted ? day(order.delivered_at ?? order.placed_at) : day(declaration.received_at),
    hasRedeemed:
      !isAccepted &&
      isPaid &&
      lines.some(({ kind }, at) => kind === 'voucher' && Number(pieces[at]) > Number(open[at])),
  })
  switch (withdrawal) {
    case 'operator':
      return ended('operator')
    case 'closed':
      return ended('order-done')
    case 'goods-back':
      await noteWithdrawn(trx, order, declaration, pieces)
      return ended('goods-back')
    case 'cancel':
      if (isWhole) return withdrawalBy(await giveUpOrder(trx, services, order, false))
      // nothing is ordered until the card has paid
      return order.due_on === null
        ? ended('waits')
        : withdrawalBy(await givePiecesBack(trx, services, order, { declaration, pieces }))
    case 'refund':
      return withdrawalBy(await givePiecesBack(trx, services, order, { declaration, pieces }))
  }
}

function ended(kind: OrderOutcome['kind']): Withdrawal {
  return { outcome: { kind }, steps: [] }
}

function withdrawalBy(done: readonly PaymentStep[] | Problem): Withdrawal {
  if (!(done instanceof Problem)) return { outcome: { kind: 'order-done' }, steps: done }
  return ended(done.code === 'charge-in-flight' ? 'waits' : 'operator')
}

async function noteWithdrawn(
  trx: Trx,
  order: OrderRow,
  { received_at: withdrawnAt }: Declaration,
  pieces: Pieces,
): Promise<void> {
  const { awaited_pieces: awaited } = order
  await updateOrder(trx, order.id, {
    withdrawn_at: withdrawnAt,
    awaited_pieces: [...(awaited ? addPieces(awaited, pieces) : pieces)],
  })
}

async function givePiecesBack(
  trx: Trx,
  services: Services,
  order: OrderRow,
  { declaration, pieces }: { declaration: Declaration; pieces: Pieces },
): Promise<readonly PaymentStep[] | Problem> {
  const money = await worthOfPieces(trx, order, pieces)
  const back = await giveBack(trx, services, order, { ...money, pieces })
  if (back instanceof Problem) return back
  await updateOrder(trx, order.id, { withdrawn_at: declaration.received_at })
  return back.steps
}
