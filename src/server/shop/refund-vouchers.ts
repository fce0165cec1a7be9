import { localDate } from '#domain/billing/billing-period.ts'
import { unredeemedCents } from '#domain/shop/unredeemed.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { oneByOne, type StepOutcome } from '#server/jobs/upkeep-step.ts'
import type { Services } from '#server/services/services.ts'
import { readServiceMode } from '#server/site/service-mode.ts'
import { linesOfOrder } from './lines-of-order.ts'
import { findOrder } from './order.store.ts'
import { mailVouchersRefunded } from './order-mails.ts'
import { leftOfOrder, refundOrder } from './return-order.ts'
import { ordersWithOpenVouchers, voidVouchers, vouchersOf } from './voucher.store.ts'

/**
 * While the service is closing, vouchers that nobody has redeemed can not be redeemed any more: what was paid for them goes
 * back, with a credit note and a mail, and their codes are void. Each is refunded once.
 */
export async function refundVouchersAtSunset(services: Services): Promise<StepOutcome> {
  const { database, clock, config, log } = services
  if ((await readServiceMode(services)) === 'open') return 'done'
  const today = localDate(clock.now(), config.seller.zone)
  return oneByOne(
    await ordersWithOpenVouchers(database.db, today),
    (orderId) => refundVouchers(services, orderId),
    (error, orderId) =>
      log.error({ err: error, orderId }, 'the vouchers of an order could not be refunded; it is tried again'),
  )
}

async function refundVouchers(services: Services, orderId: string): Promise<void> {
  const { db } = services.database
  const order = await findOrder(db, orderId)
  if (!order) return
  const vouchers = await vouchersOf(db, orderId)
  const isOpen = vouchers.map(({ state }) => state === 'open')
  const leftCents = await inTransaction(db, (trx) => leftOfOrder(trx, orderId))
  const grossCents = Math.min(leftCents, unredeemedCents(linesOfOrder(order), isOpen))
  if (grossCents === 0) return
  const refused = await refundOrder(services, { orderId, grossCents, leftCents }, async (trx) => {
    const now = services.clock.now()
    const validUntil = localDate(new Date(now.getTime() - 86_400_000), services.config.seller.zone)
    await voidVouchers(trx, { orderId, now, validUntil })
    const after = await vouchersOf(trx, orderId)
    // what was redeemed meanwhile is not refunded: then nothing is kept of this, and the next round computes it anew
    if (after.some(({ state }, at) => (state === 'void') !== (isOpen[at] || vouchers[at]?.state === 'void')))
      throw new Error('a voucher was redeemed while it was refunded')
    await mailVouchersRefunded(trx, services, order, grossCents)
  })
  // a refund of the order is on its way: the next round sees what is left
  if (refused && refused.code !== 'charge-in-flight') throw new Error(`refused: ${refused.code}`)
}
