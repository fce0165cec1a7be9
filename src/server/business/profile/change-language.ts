import type { Language } from '#domain/language.ts'
import {
  keepUserLanguages,
  storeAccountLanguage,
  storeUserLanguage,
} from '#server/identity/accounts/profile.store.ts'
import { accountAnswer } from '#server/identity/accounts/read-account.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { keepLanguage } from '#server/platform/http/request-language.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import type { Viewer } from '#server/platform/http/visitor.ts'
import type { Services } from '#server/platform/services/services.ts'

/**
 * Sets the language of the pages in this browser and of the user's mails. The owner's choice also applies to the
 * account's invoices and to future invitations; other users' languages are unchanged.
 */
export const changeLanguage: UseCase<'changeLanguage', 'config' | 'database'> = async (
  services,
  { body, viewer, reply },
) => {
  await store(services, viewer, body.language)
  keepLanguage(reply, services.config, body.language)
  return accountAnswer(services, viewer)
}

/** The same for any visitor: stored in the browser, signed in or not. */
export const chooseLanguage: UseCase<'chooseLanguage', 'config' | 'database'> = async (
  services,
  { body, visitor, reply },
) => {
  if (visitor.viewer) await store(services, visitor.viewer, body.language)
  keepLanguage(reply, services.config, body.language)
  return { status: 200, body: { status: 'ok' } }
}

async function store(
  { database }: Pick<Services, 'database'>,
  viewer: Viewer,
  language: Language,
): Promise<void> {
  await inTransaction(database.db, async (trx) => {
    await storeUserLanguage(trx, viewer.userId, language)
    if (viewer.role !== 'owner') return
    await keepUserLanguages(trx, viewer.accountId)
    await storeAccountLanguage(trx, viewer.accountId, language)
  })
}
