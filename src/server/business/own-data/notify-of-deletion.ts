import type { DeletionScope } from '#domain/accounts/deletion.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import type { MailContent } from '#server/platform/mail/compose-mail.ts'
import { hasEnoughMails, type MailTemplate, queueMail } from '#server/platform/mail/queue-mail.ts'
import type { MailServices } from '#server/platform/services/services.ts'
import type { Recipient } from './deletion.store.ts'

/** What is deleted: an account, as requested by this user, or a single user. */
type Leaving = { readonly of: 'account' | 'user'; readonly userId: string | undefined }

type Telling = {
  readonly leaving: Leaving
  readonly template: MailTemplate
  readonly contentFor: (recipient: Recipient, scope: DeletionScope) => MailContent
}

/**
 * Mails those affected by a deletion: the requesting user at all confirmed contacts, so that no one deletes an account
 * unseen by its owner; the other users of a deleted account at one each.
 */
export async function notifyOfDeletion(
  trx: Trx,
  services: MailServices,
  recipients: readonly Recipient[],
  { leaving, template, contentFor }: Telling,
): Promise<void> {
  const own = recipients.filter(({ userId }) => userId === leaving.userId)
  const others = leaving.of === 'account' ? firstOfEach(recipients, leaving.userId) : []
  const scope = leaving.of === 'account' ? 'own-account' : 'own-user'
  for (const recipient of own) await notify(recipient, scope)
  for (const recipient of others) await notify(recipient, 'account-of-others')

  async function notify(recipient: Recipient, shownScope: DeletionScope): Promise<void> {
    const { email: to } = recipient
    // limited, because requesting and cancelling could fill a mailbox
    if (await hasEnoughMails(trx, services, { to, template })) return
    const effectKey = `${template} ${services.random.id()}`
    await queueMail(trx, services, { effectKey, template, to, content: contentFor(recipient, shownScope) })
  }
}

function firstOfEach(recipients: readonly Recipient[], besides: string | undefined): Recipient[] {
  const first = new Map<string, Recipient>()
  for (const recipient of recipients)
    if (recipient.userId !== besides && !first.has(recipient.userId)) first.set(recipient.userId, recipient)
  return [...first.values()]
}
