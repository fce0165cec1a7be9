import { localDate } from '#domain/billing/billing-period.ts'
import { isClosed } from '#domain/service-mode.ts'
import { openPieces } from '#domain/shop/voucher-places.ts'
import type { Db } from '#server/platform/database/tables.ts'
import { oneByOne, type StepOutcome } from '#server/platform/jobs/upkeep-step.ts'
import type { Services } from '#server/platform/services/services.ts'
import { beginClosing, readServiceMode } from '#server/platform/site/service-mode.ts'
import { linesOfOrder } from './lines-of-order.ts'
import { findOrder, type OrderRow } from './order.store.ts'
import { mailVouchersRefunded } from './order-mails.ts'
import { refundOrder, worthOfPieces } from './return-order.ts'
import { ordersWithOpenVouchers, vouchersOf } from './voucher.store.ts'

/**
 * Once the service is closed, refunds unredeemed vouchers, with a credit note and a mail, and voids their codes; until
 * then each can be redeemed. Each is refunded once.
 */
export async function refundVouchersAtClosing(services: Services): Promise<StepOutcome> {
  const { database, clock, config, log } = services
  await beginClosing(services)
  if (!isClosed(await readServiceMode(services))) return 'done'
  const today = localDate(clock.now(), config.seller.zone)
  return oneByOne(
    await ordersWithOpenVouchers(database.db, today),
    (orderId) => refundVouchers(services, orderId),
    (error, orderId) =>
      log.error({ err: error, orderId }, 'the vouchers of an order could not be refunded; it is tried again'),
  )
}

/** Returns the refunds of closing the service now: orders, their vouchers, and cents. */
export async function previewVoucherRefunds({
  database: { db },
  clock,
  config,
}: Pick<Services, 'clock'> & {
  database: Pick<Services['database'], 'db'>
  config: Pick<Services['config'], 'seller'>
}): Promise<{ orders: number; vouchers: number; grossCents: number }> {
  const preview = { orders: 0, vouchers: 0, grossCents: 0 }
  for (const orderId of await ordersWithOpenVouchers(db, localDate(clock.now(), config.seller.zone))) {
    const order = await findOrder(db, orderId)
    const { pieces, grossCents } = order ? await openVouchersOf(db, order) : { pieces: [], grossCents: 0 }
    if (grossCents === 0) continue
    preview.orders += 1
    preview.vouchers += pieces.reduce((sum, count) => sum + count, 0)
    preview.grossCents += grossCents
  }
  return preview
}

async function openVouchersOf(db: Db, order: OrderRow) {
  const states = (await vouchersOf(db, order.id)).map(({ state }) => state)
  const pieces = openPieces(linesOfOrder(order), states)
  return { states, pieces, ...(await worthOfPieces(db, order, pieces)) }
}

async function refundVouchers(services: Services, orderId: string): Promise<void> {
  const { db } = services.database
  const order = await findOrder(db, orderId)
  if (!order) return
  const { states, pieces, leftCents, grossCents } = await openVouchersOf(db, order)
  if (grossCents === 0) return
  const refused = await refundOrder(services, { orderId, pieces, grossCents, leftCents }, async (trx) => {
    const after = await vouchersOf(trx, orderId)
    // a voucher redeemed meanwhile is not refunded: this is rolled back, and the next round computes it again
    if (after.some(({ state }, at) => state !== (states[at] === 'open' ? 'void' : states[at])))
      throw new Error('a voucher was redeemed while it was refunded')
    await mailVouchersRefunded(trx, services, order, grossCents)
  })
  // another refund of the order is pending: the next round handles the rest
  if (refused && refused.code !== 'charge-in-flight') throw new Error(`refused: ${refused.code}`)
}
