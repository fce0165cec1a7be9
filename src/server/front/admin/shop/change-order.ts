import type { calls } from '#contract/calls.ts'
import { deskEvents, nextOrderState } from '#domain/shop/order-state.ts'
import { payByTransfer } from '#server/business/shop/await-transfer.ts'
import { cancelOrder } from '#server/business/shop/cancel-order.ts'
import { goodsKept, standingOf } from '#server/business/shop/lines-of-order.ts'
import { findOrder, lockOrder, type OrderChange, updateOrder } from '#server/business/shop/order.store.ts'
import { mailShipped } from '#server/business/shop/order-mails.ts'
import { refundOrder } from '#server/business/shop/return-order.ts'
import type { OrderHook } from '#server/business/shop/settle-order.ts'
import { confirmAdmin, confirmAdminLately } from '#server/front/admin/confirm-admin.ts'
import { type AuditActor, recordAudit } from '#server/platform/audit/record-audit.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Remember } from '#server/platform/http/idempotency.ts'
import type { CallContext, UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'

type Move = CallContext<typeof calls.moveOrder>['body']
const done = { status: 200, body: { status: 'ok' } } as const

/**
 * Packs, ships or delivers an order for the operator, or cancels an unpaid one. 404 for an unknown order, 409
 * `order-moved` where its state does not permit it; else as `confirmAdminLately` and `cancelOrder`.
 */
export const moveOrderAsAdmin: UseCase<'moveOrder'> = async (services, context) => {
  const { password: _, ...move } = context.body
  const by = await confirmAdminLately(services, context)
  if (by instanceof Problem) return by
  const tracking = move.event === 'ship' ? move.tracking?.trim() || undefined : undefined
  const { event, restock } = move
  const hook = recording(services, context.remember, by, {
    action: 'order-moved',
    orderId: move.id,
    more: { ...(tracking !== undefined && { tracking }), ...(event === 'cancel' && restock && { restock }) },
  })
  const refused =
    event === 'cancel'
      ? await cancelOrder(services, { orderId: move.id, isBack: move.restock ?? false }, hook)
      : await moveOrder(services, { ...move, tracking }, hook)
  return refused ?? done
}

/** Refunds an order, for the operator. Failures as `confirmAdmin` and `refundOrder`. */
export const refundOrderAsAdmin: UseCase<'refundOrder'> = async (services, context) => {
  const { id: orderId, pieces, grossCents, leftCents, restock = false } = context.body
  const by = await confirmAdmin(services, context)
  if (by instanceof Problem) return by
  const hook = recording(services, context.remember, by, {
    action: 'order-refunded',
    orderId,
    more: { ...(pieces && { pieces }), grossCents, leftCents, restock },
  })
  const refund = { orderId, pieces, grossCents, leftCents, restock }
  return (await refundOrder(services, refund, hook)) ?? done
}

/** Records the payment of an order on invoice. Failures as `confirmAdmin` and `payByTransfer`. */
export const markOrderPaidAsAdmin: UseCase<'markOrderPaid'> = async (services, context) => {
  const { id: orderId, receivedOn } = context.body
  const by = await confirmAdmin(services, context)
  if (by instanceof Problem) return by
  const hook = recording(services, context.remember, by, {
    action: 'order-paid',
    orderId,
    more: { receivedOn },
  })
  return (await payByTransfer(services, { orderId, receivedOn }, hook)) ?? done
}

async function moveOrder(
  services: Services,
  { id, event, tracking }: Move,
  hook: OrderHook,
): Promise<Problem | undefined> {
  return inTransaction(services.database.db, async (trx) => {
    await lockOrder(trx, id)
    const order = await findOrder(trx, id)
    if (!order) return new Problem('not-found')
    const standing = standingOf(order)
    const state = nextOrderState(standing, event)
    if (state === undefined || !deskEvents(standing, { ships: goodsKept(order).length > 0 }).includes(event))
      return new Problem('order-moved')
    await updateOrder(trx, id, { state, ...noted(event, services.clock.now()), ...trackedBy(tracking) })
    if (event === 'ship') await mailShipped(trx, services, order, tracking)
    await hook(trx, { before: order.state, after: state })
    return undefined
  })
}

function noted(event: Move['event'], now: Date): OrderChange {
  if (event === 'pack') return { packed_at: now }
  return event === 'ship' ? { shipped_at: now } : { delivered_at: now }
}

function trackedBy(tracking: string | undefined): OrderChange {
  return tracking === undefined ? {} : { tracking_number: tracking }
}

/** Stores answer and audit entry if the order changes. */
function recording(
  services: Pick<Services, 'clock' | 'log'>,
  remember: Remember,
  by: AuditActor,
  {
    action,
    orderId,
    more,
  }: {
    action: 'order-moved' | 'order-refunded' | 'order-paid'
    orderId: string
    more: Record<string, unknown>
  },
): OrderHook {
  return async (trx, { before, after }) => {
    await remember(trx, done)
    await recordAudit(trx, services, by, {
      action,
      target: orderId,
      before: { state: before },
      after: { state: after, ...more },
    })
  }
}
