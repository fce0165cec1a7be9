import type { accountCalls } from '#contract/accounts/account-calls.ts'
import { accountAnswer } from '#server/accounts/account-answer.ts'
import { storeAccountLanguage, storeNewsletter, storeUserLanguage } from '#server/accounts/profile.store.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { CallAnswer, CallContext } from '#server/http/route.ts'
import type { Services } from '#server/services/services.ts'

/** Subscribes the account to the newsletter, or unsubscribes it. */
export async function changeNewsletter(
  services: Services,
  { body, viewer }: CallContext<typeof accountCalls.changeNewsletter>,
): Promise<CallAnswer<typeof accountCalls.changeNewsletter>> {
  await storeNewsletter(services.database.db, viewer.accountId, body.newsletter)
  return accountAnswer(services, viewer)
}

/**
 * Chooses the language of the messages that a user gets. The owner chooses the account's with it, which holds for its
 * invoices and for the users who never chose.
 */
export async function changeLanguage(
  services: Services,
  { body, viewer }: CallContext<typeof accountCalls.changeLanguage>,
): Promise<CallAnswer<typeof accountCalls.changeLanguage>> {
  await inTransaction(services.database.db, async (trx) => {
    await storeUserLanguage(trx, viewer.userId, body.language)
    if (viewer.role === 'owner') await storeAccountLanguage(trx, viewer.accountId, body.language)
  })
  return accountAnswer(services, viewer)
}
