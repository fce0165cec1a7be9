import { localDate } from '#domain/billing/billing-period.ts'
import { invoicesKeptFrom } from '#domain/invoices/invoice.ts'
import { unpaidOrderHours } from '#domain/shop/order-state.ts'
import {
  daysBefore,
  oneByOne,
  type StepOutcome,
  together,
  type UpkeepStep,
} from '#server/platform/jobs/upkeep-step.ts'
import type { Services } from '#server/platform/services/services.ts'
import { cancelOrder } from './cancel-order.ts'
import { customersToForget, deleteOldOrders, noteForgotten, unpaidOrders } from './order.store.ts'
import { refundVouchersAtClosing } from './refund-vouchers.ts'
import { remindOfInvoices } from './remind-of-invoices.ts'

export const shopUpkeep: readonly UpkeepStep[] = [
  { name: 'cancel-unpaid-orders', every: 'hour', run: cancelUnpaidOrders },
  { name: 'remind-of-invoices', every: 'hour', run: remindOfInvoices },
  { name: 'refund-vouchers-at-closing', every: 'hour', run: refundVouchersAtClosing },
  { name: 'forget-payers-of-orders', every: 'hour', clearsAway: true, run: forgetPayers },
  {
    name: 'delete-old-orders',
    every: 'hour',
    clearsAway: true,
    run: ({ database, clock, config }) => {
      const today = localDate(clock.now(), config.seller.zone)
      return deleteOldOrders(database.db, {
        cancelledBefore: daysBefore(clock.now(), 30),
        // as long as the longest retained invoice
        placedBefore: new Date(`${invoicesKeptFrom(today, 'abroad')}T00:00:00Z`),
      })
    },
  },
]

/** Cancels orders whose card has not paid within a day, unless the payment may be pending. */
async function cancelUnpaidOrders(services: Services): Promise<StepOutcome> {
  const { database, clock, log } = services
  const before = new Date(clock.now().getTime() - unpaidOrderHours * 3_600_000)
  return oneByOne(
    await unpaidOrders(database.db, before),
    // an order with a pending payment waits
    (orderId) => cancelOrder(services, { orderId }),
    (error, orderId) => log.error({ err: error, orderId }, 'an unpaid order could not be cancelled'),
  )
}

/** Deletes the customers, with their cards, of paid, closed or abandoned checkouts at the providers. */
async function forgetPayers(
  services: Pick<Services, 'database' | 'clock' | 'payments' | 'log'>,
): Promise<StepOutcome> {
  const { database, clock, log, payments } = services
  const outcomes: StepOutcome[] = []
  for (const provider of payments.values()) {
    if (provider.isLeftAlone?.()) continue
    const { name, mode } = provider
    const before = daysBefore(clock.now(), 1)
    outcomes.push(
      await oneByOne(
        await customersToForget(database.db, { provider: name, mode, before }),
        async ({ order_id: orderId, customer }) => {
          await provider.forgetCustomer(customer)
          await noteForgotten(database.db, orderId)
        },
        (error, { order_id: orderId }) =>
          log.warn({ err: error, orderId }, 'the payer of an order could not be forgotten by the provider'),
      ),
    )
  }
  return together(...outcomes)
}
