import { localDate } from '#domain/billing/billing-period.ts'
import { remindersDue } from '#domain/shop/on-invoice.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { oneByOne, type StepOutcome } from '#server/platform/jobs/upkeep-step.ts'
import type { Services } from '#server/platform/services/services.ts'
import { owedOf } from './await-transfer.ts'
import { standingOf } from './lines-of-order.ts'
import { findOrder, lockOrder, ordersOverdue, updateOrder } from './order.store.ts'
import { mailReminder } from './order-mails.ts'

/** Reminds buyers of unpaid orders on invoice after their due date, twice: the rest is up to the operator. */
export async function remindOfInvoices(services: Services): Promise<StepOutcome> {
  const { database, clock, config, log } = services
  const today = localDate(clock.now(), config.seller.zone)
  return oneByOne(
    await ordersOverdue(database.db, today),
    (orderId) => remind(services, orderId, today),
    (error, orderId) => log.error({ err: error, orderId }, 'nobody could be reminded of an unpaid invoice'),
  )
}

async function remind(services: Services, orderId: string, today: string): Promise<void> {
  await inTransaction(services.database.db, async (trx) => {
    await lockOrder(trx, orderId)
    const order = await findOrder(trx, orderId)
    if (!order?.due_on || !standingOf(order).isOwed || order.state === 'cancelled') return
    const due = remindersDue(order.due_on, today)
    if (due <= order.reminders) return
    await updateOrder(trx, orderId, { reminders: due })
    await mailReminder(trx, services, order, { count: due, owedCents: await owedOf(trx, order) })
  })
}
