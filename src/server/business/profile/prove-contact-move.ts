import { pendingContactDays } from '#domain/accounts/contact.ts'
import { disownAddress } from '#server/identity/accounts/confirmation.store.ts'
import {
  deleteContact,
  readOwnContacts,
  storePrimaryContact,
} from '#server/identity/accounts/contact.store.ts'
import {
  findOpenMove,
  insertConfirmedContact,
  isAddressTaken,
  markProven,
} from '#server/identity/accounts/contact-move.store.ts'
import { countAccountChange } from '#server/identity/accounts/profile.store.ts'
import { lockAddress } from '#server/identity/accounts/registration.store.ts'
import { lockUser } from '#server/identity/sessions/user-lock.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { daysBefore } from '#server/platform/jobs/upkeep-step.ts'
import { languageOfUser } from '#server/platform/mail/mail-language.store.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { addressMovedMail } from '#server/platform/mail/templates/moved-addresses.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import { Problem } from '#server/platform/runtime/problem.ts'

/**
 * Replaces an address that the admin moves, by the link mailed to the new one: mails go to it, and it logs in with the same
 * password. The former one can no longer log in, and is told, with a link to object. 422 `move-link-wrong` for an unknown,
 * used, replaced or expired link; 409 `address-taken` if the address got another owner meanwhile.
 */
export const proveContactMove: UseCase<'proveContactMove'> = async (services, { body, visitor }) => {
  const wait = await services.limits.confirm.consume(visitor.network)
  if (wait) return wait
  const { clock, config, database, random } = services
  const hash = sha256(body.token)
  const after = daysBefore(clock.now(), pendingContactDays)
  const asked = await findOpenMove(database.db, hash, after)
  if (!asked) return new Problem('move-link-wrong')
  const { user_id: userId, account_id: accountId, email, email_key: emailKey } = asked
  return inTransaction(database.db, async (trx) => {
    await lockAddress(trx, emailKey)
    await lockUser(trx, userId)
    const move = await findOpenMove(trx, hash, after)
    const { name, contacts } = await readOwnContacts(trx, userId)
    const former = contacts.find(({ id }) => id === move?.contact_id)
    if (!move || !former) return new Problem('move-link-wrong')
    if (await isAddressTaken(trx, move)) return new Problem('address-taken')
    const now = clock.now()
    const id = random.id()
    await insertConfirmedContact(trx, { id, accountId, userId, email, emailKey, now })
    if (former.primary) await storePrimaryContact(trx, userId, id)
    // its codes go with it
    await deleteContact(trx, former.id)
    await disownAddress(trx, { emailKey, userId })
    await countAccountChange(trx, accountId)
    const token = random.token()
    await markProven(trx, move.id, {
      former_email: former.email,
      former_key: former.emailKey,
      objection_hash: sha256(token),
      proven_at: now,
    })
    await queueMail(trx, services, {
      effectKey: `address-moved ${userId} ${move.id}`,
      template: 'address-moved',
      to: former.email,
      content: addressMovedMail({ name, email, token }, config, await languageOfUser(trx, userId)),
    })
    return { status: 200, body: { email } } as const
  })
}
