import { comingCharge } from '#domain/billing/coming/coming-charge.ts'
import { dueCardReminder, dueReminders, type Reminder } from '#domain/billing/reminder.ts'
import type { SubscriptionState } from '#domain/billing/state.ts'
import type { ServiceMode } from '#domain/service-mode.ts'
import { type BilledSubscription, lockSubscription } from '#server/books/billing/billed-subscription.ts'
import { type MoneyFacts, moneyRows } from '#server/books/billing/charging/money-rows.ts'
import { cardOf, dueOf, pricesOf } from '#server/books/billing/charging/queue-billing-mails.ts'
import { stateOf } from '#server/books/billing/subscription-state.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { oneByOne, type StepOutcome } from '#server/platform/jobs/upkeep-step.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { billingMail } from '#server/platform/mail/templates/billing.ts'
import type { Services } from '#server/platform/services/services.ts'
import { readServiceMode } from '#server/platform/site/service-mode.ts'
import { expiryOfCard, subscriptionsToRemind, writtenMails } from './reminder.store.ts'

/**
 * Mails account holders before the end of their subscription, a long renewal, the end of a grace period, or their
 * card's expiry. Each mail is sent once: its key consists of its subject and date.
 */
export async function sendReminders(services: Services): Promise<StepOutcome> {
  const { log, stopping } = services
  return oneByOne(
    await accountsWithUnsent(services, await readServiceMode(services)),
    (accountId) => remind(services, accountId),
    (error, accountId) => {
      log.error({ err: error, accountId }, 'a reminder could not be written; it is tried again')
    },
    stopping,
  )
}

/** Accounts with a due reminder that was not written: only they are locked. */
async function accountsWithUnsent(
  { database: { db }, clock, config }: Pick<Services, 'config' | 'database' | 'clock'>,
  serviceMode: ServiceMode,
): Promise<readonly string[]> {
  const context = { now: clock.now(), graceDays: config.graceDays, serviceMode, zone: config.seller.zone }
  const due = (await subscriptionsToRemind(db, context.now)).flatMap((row) =>
    remindersOf(stateOf(row, true), row.expires ?? undefined, context).map((reminder) => ({
      accountId: row.account_id,
      key: keyOf(row.account_id, reminder),
    })),
  )
  const written = await writtenMails(
    db,
    due.map(({ key }) => key),
  )
  return [...new Set(due.filter(({ key }) => !written.has(key)).map(({ accountId }) => accountId))]
}

function remindersOf(
  state: SubscriptionState,
  expires: string | undefined,
  context: Parameters<typeof dueReminders>[1] & Parameters<typeof dueCardReminder>[2],
): readonly Reminder[] {
  const card = dueCardReminder(state, expires, context)
  return [...dueReminders(state, context), ...(card ? [card] : [])]
}

function keyOf(accountId: string, { kind, days, about }: Reminder): string {
  return `${kind} ${accountId} ${days} before ${about.toISOString()}`
}

function remind(services: Services, accountId: string): Promise<void> {
  return inTransaction(services.database.db, async (trx) => {
    // subscriptions with a pending change get no reminder
    const subscription = await lockSubscription(trx, services, accountId)
    if (!subscription?.account.confirmed || subscription.account.email === '') return
    const { account, state, context } = subscription
    const { zone } = services.config.seller
    const expires = state.method === null ? undefined : await expiryOfCard(trx, accountId, state.method)
    for (const reminder of remindersOf(state, expires, context)) {
      const { kind, about } = reminder
      const { name, language, email, contractNumber } = account
      await queueMail(trx, services, {
        effectKey: keyOf(accountId, reminder),
        template: 'billing',
        to: email,
        content: billingMail(
          {
            kind,
            name,
            until: about,
            licenseCount: state.licenseCount,
            contractNumber,
            zone,
            rows: moneyRows(await moneyOf(trx, services, subscription, kind), {
              language,
              product: services.config.productName,
              zone,
            }),
          },
          services.config,
          language,
        ),
      })
    }
  })
}

/** The amounts of a reminder: the overdue ones, or the next charge with its card. */
async function moneyOf(
  trx: Trx,
  services: Pick<Services, 'config'>,
  { account, state, context }: BilledSubscription,
  kind: Reminder['kind'],
): Promise<MoneyFacts> {
  if (kind === 'new-price-waits' || kind === 'new-price-or-end-waits')
    return pricesOf(state, account.users, context)
  const due = await dueOf(trx, services, account.id, state)
  const coming = comingCharge(state, account.users, context)
  const { card } = await cardOf(trx, account.id, state.method)
  return {
    ...(kind === 'card-expires' && card && { card }),
    ...(due && { due }),
    ...(coming && { coming: { ...coming, vat: context.vat, card } }),
  }
}
