import { canonicalEmail, emailKey, isEmail } from '#domain/accounts/contact.ts'
import { changePerson } from '#server/front/admin/change-person.ts'
import { readOwnContacts } from '#server/identity/accounts/contact.store.ts'
import { insertContactMove, isAddressTaken } from '#server/identity/accounts/contact-move.store.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { languageOfUser } from '#server/platform/mail/mail-language.store.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { moveAddressMail } from '#server/platform/mail/templates/moved-addresses.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import { Problem } from '#server/platform/runtime/problem.ts'

/**
 * Mails a link to another address of a user; the user's primary contact becomes that address once the link is followed.
 * Replaces a move that was not proven. 422 in the field `email` for text that is no address; 409 `address-taken` if somebody
 * has it, `address-unconfirmed` if the present one was never confirmed, because such a user can register again; else as
 * `changePerson`.
 */
export const moveContactAsAdmin: UseCase<'moveContact'> = async (services, context) => {
  const { accountId, email: typed, reason } = context.body
  const email = canonicalEmail(typed)
  if (!isEmail(email)) return new Problem('invalid', { fields: { email: 'field_email_invalid' } })
  const { clock, config, random } = services
  const facts = { reason: reason.trim() }
  return changePerson(services, context, 'contact-move-asked', facts, async (trx, userId) => {
    const { name, contacts } = await readOwnContacts(trx, userId)
    const present = contacts.find(({ primary }) => primary)
    if (!present?.confirmed) return new Problem('address-unconfirmed')
    const about = { user_id: userId, email_key: emailKey(email) }
    if (await isAddressTaken(trx, { ...about, account_id: accountId })) return new Problem('address-taken')
    const [id, token] = [random.id(), random.token()]
    await insertContactMove(trx, {
      ...about,
      id,
      contact_id: present.id,
      email,
      proof_hash: sha256(token),
      created_at: clock.now(),
    })
    await queueMail(trx, services, {
      effectKey: `move-address ${userId} ${id}`,
      template: 'move-address',
      to: email,
      content: moveAddressMail({ name, email, token }, config, await languageOfUser(trx, userId)),
    })
    return undefined
  })
}
