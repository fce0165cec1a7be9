import type { Transaction } from 'kysely'
import type { Ending } from '#domain/accounts/deletion.ts'
import type { Tables } from '#server/database/tables.ts'
import type { MailContent } from '#server/mail/compose-mail.ts'
import { hasEnoughMails, type MailTemplate, queueMail } from '#server/mail/queue-mail.ts'
import type { Services } from '#server/services/services.ts'
import type { Addressee } from './deletion.store.ts'

/** Who goes: all of an account, as this user of it asked, or one user alone. */
type Leaving = { readonly of: 'account' | 'user'; readonly userId: string | undefined }

type Telling = {
  readonly leaving: Leaving
  readonly template: MailTemplate
  readonly contentFor: (addressee: Addressee, ending: Ending) => MailContent
}

/**
 * Mails those whom an end concerns: whoever asked for it at all of their confirmed contacts, so that nobody ends an
 * account unseen by its owner; the other users of an account that ends, each at one.
 */
export async function notifyOfDeletion(
  trx: Transaction<Tables>,
  services: Services,
  addressees: readonly Addressee[],
  { leaving, template, contentFor }: Telling,
): Promise<void> {
  const own = addressees.filter(({ userId }) => userId === leaving.userId)
  const others = leaving.of === 'account' ? firstOfEach(addressees, leaving.userId) : []
  const ending = leaving.of === 'account' ? 'own-account' : 'own-user'
  for (const addressee of own) await tell(addressee, ending)
  for (const addressee of others) await tell(addressee, 'account-of-others')

  async function tell(addressee: Addressee, told: Ending): Promise<void> {
    const { email: to } = addressee
    // asked for and taken back again and again, it must not fill anybody's mailbox
    if (await hasEnoughMails(trx, services, { to, template })) return
    const effectKey = `${template} ${services.random.id()}`
    await queueMail(trx, services, { effectKey, template, to, content: contentFor(addressee, told) })
  }
}

function firstOfEach(addressees: readonly Addressee[], besides: string | undefined): Addressee[] {
  const first = new Map<string, Addressee>()
  for (const addressee of addressees)
    if (addressee.userId !== besides && !first.has(addressee.userId)) first.set(addressee.userId, addressee)
  return [...first.values()]
}
