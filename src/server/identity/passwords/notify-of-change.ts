import { mailToUser } from '#server/identity/sessions/mail-to-user.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import {
  type CredentialChange,
  credentialsChangedMail,
  type LinkedCodeHost,
} from '#server/platform/mail/templates/credentials.ts'
import type { MailServices } from '#server/platform/services/services.ts'

/**
 * Mails a user, at each confirmed contact, about a change of credentials. No limit applies, because the change may be
 * an attacker's, and each needs a password or a code.
 */
export async function notifyOfChange(
  trx: Trx,
  services: MailServices,
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
