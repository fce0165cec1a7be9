import type { Transaction } from 'kysely'
import { mailToUser } from '#server/identity/sessions/mail-to-user.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import {
  type CredentialChange,
  credentialsChangedMail,
  type LinkedCodeHost,
} from '#server/platform/mail/templates/credentials.ts'
import type { Services } from '#server/platform/services/services.ts'

/**
 * Tells a user by mail, at each of their confirmed contacts, that something changed about how they sign in. Whoever
 * changed it may not be them, so no limit keeps these mails back: every such change asks for a password or a code.
 */
export async function notifyOfChange(
  trx: Transaction<Tables>,
  services: Services,
  userId: string,
  change: CredentialChange,
  codeHost?: LinkedCodeHost,
): Promise<void> {
  await mailToUser(trx, services, userId, {
    template: 'credentials-changed',
    contentFor: (name, language) =>
      credentialsChangedMail({ name, change, codeHost }, services.config, language),
  })
}
