import { detachReplacedCards } from '#server/books/billing/charging/ask-provider.ts'
import { correctFormerCredit } from '#server/books/billing/charging/correct-former-credit.ts'
import { recoverCharges } from '#server/books/billing/charging/recover-charges.ts'
import { returnUnowedTax } from '#server/books/billing/charging/return-tax.ts'
import { recheckVatIds } from '#server/books/billing/check-vat-id.ts'
import { releaseCouponReservations } from '#server/books/billing/coupon.store.ts'
import { deleteOldEvents } from '#server/books/billing/events/payment-event.store.ts'
import { workThroughEvents } from '#server/books/billing/events/work-through-events.ts'
import { reconcileDaily } from '#server/books/billing/reconciling/reconcile-daily.ts'
import { mailNotices } from '#server/books/billing/report-notices.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { daysBefore, type UpkeepStep } from '#server/platform/jobs/upkeep-step.ts'
import { announcePrices } from './announce-prices.ts'
import { retryUnpaidRenewals, runDueSubscriptions } from './run-due-subscriptions.ts'
import { sendReminders } from './send-reminders.ts'

/** Runs before unconfirmed accounts are deleted: they may have reserved a coupon. */
export const couponUpkeep: readonly UpkeepStep[] = [
  {
    name: 'release-coupon-reservations',
    every: 'hour',
    run: ({ database, clock }) =>
      inTransaction(database.db, (trx) => releaseCouponReservations(trx, clock.now())),
  },
]

/** Later payments degrade the site's health. */
const lateAfterMs = 10 * 60_000

export const billingUpkeep: readonly UpkeepStep[] = [
  { name: 'recheck-vat-ids', every: 'hour', run: recheckVatIds },
  {
    name: 'recover-charges',
    every: 'minute',
    lateAfterMs,
    run: (services, { atStart }) => recoverCharges(services, atStart),
  },
  { name: 'return-unowed-tax', every: 'minute', run: returnUnowedTax },
  { name: 'correct-former-credit', every: 'minute', run: correctFormerCredit },
  { name: 'forget-replaced-cards', every: 'minute', clearsAway: true, run: detachReplacedCards },
  { name: 'work-through-payment-events', every: 'minute', lateAfterMs, run: workThroughEvents },
  { name: 'compare-books', every: 'hour', run: reconcileDaily },
  // a separate step, so that a retry does not wait for a night of renewals
  { name: 'retry-unpaid-renewals', every: 'minute', run: retryUnpaidRenewals },
  {
    name: 'run-due-subscriptions',
    every: 'minute',
    apart: true,
    lateAfterMs,
    run: (services) => runDueSubscriptions(services),
  },
  { name: 'announce-prices', every: 'minute', run: announcePrices },
  { name: 'send-reminders', every: 'hour', run: sendReminders },
  { name: 'mail-payment-notices', every: 'hour', run: mailNotices },
  {
    name: 'delete-old-payment-events',
    every: 'hour',
    clearsAway: true,
    run: ({ database, clock }) => deleteOldEvents(database.db, daysBefore(clock.real(), 90)),
  },
]
