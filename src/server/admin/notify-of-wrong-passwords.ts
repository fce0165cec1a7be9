import { inTransaction } from '#server/database/transaction.ts'
import { languageOfUser } from '#server/mail/mail-language.store.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { wrongAdminPasswordsMail } from '#server/mail/templates/credentials.ts'
import type { Services } from '#server/services/services.ts'
import { readConfirmedAddresses } from '#server/sessions/confirmed-addresses.store.ts'

/** Tells the admin, once in 15 minutes, that a wrong password was entered again and again at a session of theirs. */
export async function notifyOfWrongPasswords(services: Services, userId: string): Promise<void> {
  const quarter = Math.floor(services.clock.real().getTime() / (15 * 60_000))
  services.log.warn({ userId }, 'a wrong password was entered five times at a session of the admin')
  await inTransaction(services.database.db, async (trx) => {
    const { name, addresses } = await readConfirmedAddresses(trx, userId)
    const language = await languageOfUser(trx, userId)
    for (const address of addresses)
      await queueMail(trx, services, {
        effectKey: `wrong-admin-passwords ${userId} ${quarter} ${address}`,
        template: 'wrong-admin-passwords',
        to: address,
        content: wrongAdminPasswordsMail({ name }, services.config, language),
      })
  })
}
