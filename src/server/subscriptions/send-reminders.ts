import { dueCardReminder, dueReminders } from '#domain/billing/reminder.ts'
import { lockSubscription } from '#server/billing/billed-subscription.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { oneByOne, type StepOutcome } from '#server/jobs/upkeep-step.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { billingMail } from '#server/mail/templates/billing.ts'
import type { Services } from '#server/services/services.ts'
import { readServiceMode } from '#server/site/service-mode.ts'
import { accountsToRemind, expiryOfCard } from './reminder.store.ts'

/**
 * Writes to account holders before something happens to their subscription: its end, a long renewal, the end of a grace, a
 * card that will have expired. Each mail goes out once: what it is about, and which of its dates, are its key.
 */
export async function sendReminders(services: Services): Promise<StepOutcome> {
  const { database, clock, log } = services
  const serviceMode = await readServiceMode(services)
  return oneByOne(
    await accountsToRemind(database.db, clock.now()),
    (accountId) => remind(services, accountId, serviceMode),
    (error, accountId) => {
      log.error({ err: error, accountId }, 'a reminder could not be written; it is tried again')
    },
  )
}

function remind(services: Services, accountId: string, serviceMode: 'open' | 'sunset'): Promise<void> {
  return inTransaction(services.database.db, async (trx) => {
    // what is about to change is not spoken of meanwhile
    const subscription = await lockSubscription(trx, services, serviceMode, accountId)
    if (!subscription?.account.confirmed || subscription.account.email === '') return
    const { account, state, context } = subscription
    const expires = state.method === null ? undefined : await expiryOfCard(trx, accountId, state.method)
    const card = dueCardReminder(state, expires, context)
    for (const { kind, days, about } of [...dueReminders(state, context), ...(card ? [card] : [])]) {
      const { name, language, email, contractNumber } = account
      await queueMail(trx, services, {
        effectKey: `${kind} ${accountId} ${days} before ${about.toISOString()}`,
        template: 'billing',
        to: email,
        content: billingMail(
          {
            kind,
            name,
            until: about,
            licenseCount: state.licenseCount,
            contractNumber,
            zone: services.config.seller.zone,
          },
          services.config,
          language,
        ),
      })
    }
  })
}
