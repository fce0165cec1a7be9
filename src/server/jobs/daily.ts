import { pendingContactDays } from '#domain/accounts/contact.ts'
import { deleteExpiredContacts } from '#server/accounts/contact.store.ts'
import { deleteOldPasswordCodes } from '#server/accounts/contact-code.store.ts'
import { deleteUnconfirmedAccounts } from '#server/accounts/registration.store.ts'
import { deleteExpiredAdminLink } from '#server/admin-link/admin-link.store.ts'
import { recoverCharges } from '#server/billing/charging/recover-charges.ts'
import { recheckVatIds } from '#server/billing/check-vat-id.ts'
import { releaseCouponReservations } from '#server/billing/coupon.store.ts'
import { deleteOldEvents } from '#server/billing/events/payment-event.store.ts'
import { workThroughEvents } from '#server/billing/events/work-through-events.ts'
import { reconcileDaily } from '#server/billing/reconciling/reconcile-daily.ts'
import { deleteExpiredAttempts } from '#server/code-host/code-host.store.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { deleteDeclarationsBefore } from '#server/declarations/declaration.store.ts'
import { settleDeclarations } from '#server/declarations/settle-declarations.ts'
import { deleteAnswersBefore } from '#server/http/idempotency.store.ts'
import { answersKeptMs } from '#server/http/idempotency.ts'
import { deleteOldInvoices } from '#server/invoices/delete-old-invoices.ts'
import { deleteOldMails } from '#server/mail/mail.store.ts'
import { purgeDue } from '#server/own-data/purge-due.ts'
import { deleteExpiredChallenges } from '#server/passkeys/passkey-challenge.store.ts'
import { isClockRight } from '#server/services/clock-check.ts'
import type { Services } from '#server/services/services.ts'
import { deleteUnseenBrowsers } from '#server/sessions/known-browser.store.ts'
import { deleteExpiredSessions } from '#server/sessions/session.store.ts'
import { keepSunset } from '#server/site/service-mode.ts'
import { runDueSubscriptions } from '#server/subscriptions/run-due-subscriptions.ts'
import { sendReminders } from '#server/subscriptions/send-reminders.ts'
import { deleteUnconfirmedJoiners } from '#server/team/join.store.ts'
import { forgetExpiredGrants } from '#server/watching/forget-expired-grants.ts'

/**
 * What time alone brings about, in this order. Each is safe to run at any time and as often as one likes: who may do
 * what is always computed from dates, these only write it down and clear away.
 */
const dailyWork: readonly ((services: Services) => Promise<void>)[] = [
  ({ database, clock }) => inTransaction(database.db, (trx) => releaseCouponReservations(trx, clock.now())),
  // they expire after 7 days; until they go, whoever clicks the link learns that it is too late
  ({ database, clock }) => deleteUnconfirmedAccounts(database.db, daysBefore(clock.now(), 30)),
  ({ database, clock }) =>
    inTransaction(database.db, (trx) =>
      deleteUnconfirmedJoiners(trx, daysBefore(clock.now(), pendingContactDays)),
    ),
  ({ database, clock }) => deleteExpiredContacts(database.db, daysBefore(clock.now(), pendingContactDays)),
  recheckVatIds,
  (services) => recoverCharges(services),
  workThroughEvents,
  reconcileDaily,
  runDueSubscriptions,
  sendReminders,
  async (services) => void (await settleDeclarations(services)),
  // claims from a contract end with the third year after it
  ({ database, clock }) => deleteDeclarationsBefore(database.db, daysBefore(clock.now(), 4 * 366)),
  purgeDue,
  keepSunset,
  ({ database, clock }) => deleteOldEvents(database.db, daysBefore(clock.real(), 90)),
  deleteOldInvoices,
  ({ database, clock }) => deleteOldMails(database.db, daysBefore(clock.now(), 90)),
  ({ database, clock }) => deleteExpiredSessions(database, clock.real()),
  ({ database, clock }) => deleteOldPasswordCodes(database.db, daysBefore(clock.real(), 30)),
  ({ database, clock }) => deleteUnseenBrowsers(database.db, daysBefore(clock.real(), 400)),
  ({ database, clock }) => deleteExpiredAttempts(database.db, clock.real()),
  ({ database, clock }) => deleteExpiredChallenges(database.db, clock.real()),
  ({ database, clock }) => deleteExpiredAdminLink(database.db, clock.real()),
  async (services) => void (await forgetExpiredGrants(services)),
  ({ database, clock }) => deleteAnswersBefore(database, new Date(clock.real().getTime() - answersKeptMs)),
]

/** Does all of it once, unless the clock is wrong. */
export async function runDailyWork(services: Services): Promise<void> {
  if (!(await isClockRight(services))) return
  for (const work of dailyWork) await work(services)
}

/** Has it done at every start and every hour, so that a machine that sleeps at night misses nothing. */
export async function startDailyWork(services: Services): Promise<void> {
  const { queue, database } = services
  await queue.work(jobName, async () => {
    await runDailyWork(services)
    await queue.enqueue(database.db, jobName, {}, { singletonKey: 'next', delayMs: everyMs })
  })
  await queue.enqueue(database.db, jobName, {}, { singletonKey: 'at start' })
}

const jobName = 'daily-work'
const everyMs = 3_600_000

function daysBefore(instant: Date, days: number): Date {
  return new Date(instant.getTime() - days * 86_400_000)
}
