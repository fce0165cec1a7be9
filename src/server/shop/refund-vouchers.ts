import type { Kysely } from 'kysely'
import { localDate } from '#domain/billing/billing-period.ts'
import { isClosed } from '#domain/service-mode.ts'
import { unredeemedCents } from '#domain/shop/unredeemed.ts'
import type { Tables } from '#server/database/tables.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { oneByOne, type StepOutcome } from '#server/jobs/upkeep-step.ts'
import type { Services } from '#server/services/services.ts'
import { beginClosing, readServiceMode } from '#server/site/service-mode.ts'
import { linesOfOrder } from './lines-of-order.ts'
import { findOrder, type OrderRow } from './order.store.ts'
import { mailVouchersRefunded } from './order-mails.ts'
import { leftOfOrder, refundOrder } from './return-order.ts'
import { ordersWithOpenVouchers, voidVouchers, vouchersOf } from './voucher.store.ts'

/**
 * Once the service is closed, what was paid for vouchers that nobody has redeemed goes back, with a credit note and a mail, and
 * their codes are void; until that moment each can be redeemed. Each is refunded once.
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

/** What closing the service would pay back now: orders, their vouchers, and cents. */
export async function previewVoucherRefunds({
  database: { db },
  clock,
  config,
}: Pick<Services, 'database' | 'clock'> & {
  config: Pick<Services['config'], 'seller'>
}): Promise<{ orders: number; vouchers: number; grossCents: number }> {
  const preview = { orders: 0, vouchers: 0, grossCents: 0 }
  for (const orderId of await ordersWithOpenVouchers(db, localDate(clock.now(), config.seller.zone))) {
    const order = await findOrder(db, orderId)
    const { isOpen, grossCents } = order ? await openVouchersOf(db, order) : { isOpen: [], grossCents: 0 }
    if (grossCents === 0) continue
    preview.orders += 1
    preview.vouchers += isOpen.filter(Boolean).length
    preview.grossCents += grossCents
  }
  return preview
}

async function openVouchersOf(db: Kysely<Tables>, order: OrderRow) {
  const vouchers = await vouchersOf(db, order.id)
  const isOpen = vouchers.map(({ state }) => state === 'open')
  const leftCents = await inTransaction(db, (trx) => leftOfOrder(trx, order.id))
  const grossCents = Math.min(leftCents, unredeemedCents(linesOfOrder(order), isOpen))
  return { vouchers, isOpen, leftCents, grossCents }
}

async function refundVouchers(services: Services, orderId: string): Promise<void> {
  const { db } = services.database
  const order = await findOrder(db, orderId)
  if (!order) return
  const { vouchers, isOpen, leftCents, grossCents } = await openVouchersOf(db, order)
  if (grossCents === 0) return
  const refused = await refundOrder(services, { orderId, grossCents, leftCents }, async (trx) => {
    const { clock, config } = services
    await voidVouchers(trx, { orderId, now: clock.now(), zone: config.seller.zone })
    const after = await vouchersOf(trx, orderId)
    // what was redeemed meanwhile is not refunded: then nothing is kept of this, and the next round computes it anew
    if (after.some(({ state }, at) => (state === 'void') !== (isOpen[at] || vouchers[at]?.state === 'void')))
      throw new Error('a voucher was redeemed while it was refunded')
    await mailVouchersRefunded(trx, services, order, grossCents)
  })
  // a refund of the order is on its way: the next round sees what is left
  if (refused && refused.code !== 'charge-in-flight') throw new Error(`refused: ${refused.code}`)
}
