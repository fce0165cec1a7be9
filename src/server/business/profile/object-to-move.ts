import { objectionDays } from '#domain/accounts/contact.ts'
import { removeOtherSignInMethods } from '#server/identity/accounts/confirmation.store.ts'
import { readOwnContacts, storePrimaryContact } from '#server/identity/accounts/contact.store.ts'
import {
  type ContactMove,
  findProvenMove,
  forgetPasswords,
  insertConfirmedContact,
  markObjected,
} from '#server/identity/accounts/contact-move.store.ts'
import { countAccountChange } from '#server/identity/accounts/profile.store.ts'
import { findConfirmedContact, lockAddress } from '#server/identity/accounts/registration.store.ts'
import { deleteSessionsOf } from '#server/identity/sessions/session.store.ts'
import { lockUser } from '#server/identity/sessions/user-lock.store.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { daysBefore } from '#server/platform/jobs/upkeep-step.ts'
import { languageOfUser } from '#server/platform/mail/mail-language.store.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { moveUndoneMail } from '#server/platform/mail/templates/moved-addresses.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'

/**
 * Undoes a move of an address, by the link mailed to the former one within 14 days. The new holder of the
 * address may have used the account: all sessions end, passwords, second factors and addresses added since are deleted, and a
 * link to the restored address lets its user choose a new password. The admin finds the objection on the first page of the desk. `told`: the former address
 * belongs to another account by now, so that only sessions and passwords end. 422 `move-link-wrong` for an unknown, used or
 * expired link.
 */
export const objectToContactMove: UseCase<'objectToContactMove'> = async (services, { body, visitor }) => {
  const wait = await services.limits.confirm.consume(visitor.network)
  if (wait) return wait
  const { clock, database } = services
  const hash = sha256(body.token)
  const after = daysBefore(clock.now(), objectionDays)
  const asked = await findProvenMove(database.db, hash, after)
  if (!asked?.former_key) return new Problem('move-link-wrong')
  const { former_key: formerKey, user_id: userId } = asked
  return inTransaction(database.db, async (trx) => {
    await lockAddress(trx, formerKey)
    await lockUser(trx, userId)
    const move = await findProvenMove(trx, hash, after)
    if (!move) return new Problem('move-link-wrong')
    const owner = await findConfirmedContact(trx, formerKey)
    const isTaken = owner !== undefined && owner.userId !== userId
    if (!isTaken) await restore(trx, services, move, owner?.id)
    await deleteSessionsOf(trx, userId)
    await forgetPasswords(trx, userId)
    await markObjected(trx, move, clock.now())
    const { name } = await readOwnContacts(trx, userId)
    await queueMail(trx, services, {
      effectKey: `move-undone ${userId} ${move.id}`,
      template: 'move-undone',
      to: move.email,
      content: moveUndoneMail({ name }, services.config, await languageOfUser(trx, userId)),
    })
    return { status: 200, body: { outcome: isTaken ? 'told' : 'restored' } } as const
  })
}

/** @param own the contact of the user that has the former address again, if any */
async function restore(
  trx: Trx,
  { clock, random }: Pick<Services, 'clock' | 'random'>,
  {
    user_id: userId,
    account_id: accountId,
    former_email: email,
    former_key: emailKey,
    proven_at,
  }: ContactMove,
  own: string | undefined,
): Promise<void> {
  const contactId = own ?? random.id()
  if (own === undefined && email !== null && emailKey !== null)
    await insertConfirmedContact(trx, { id: contactId, accountId, userId, email, emailKey, now: clock.now() })
  await storePrimaryContact(trx, userId, contactId)
  await removeOtherSignInMethods(trx, { userId, contactId, addedSince: proven_at })
  await countAccountChange(trx, accountId)
}
