import type { teamCalls } from '#contract/team/team-calls.ts'
import { canonicalEmail, emailKey } from '#domain/accounts/contact.ts'
import type { Language } from '#domain/language.ts'
import { checkJoining, inviteWorks } from '#domain/team/invite.ts'
import { issueContactCode } from '#server/identity/accounts/contact-code.ts'
import { countAtAddress } from '#server/identity/accounts/count-at-address.ts'
import { countAccountChange } from '#server/identity/accounts/profile.store.ts'
import {
  findConfirmedContact,
  keepOrUndo,
  lockAddress,
  markPoint,
} from '#server/identity/accounts/registration.store.ts'
import { refuseFormWithPassword } from '#server/identity/passwords/check-new-password.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { CallContext, UseCase } from '#server/platform/http/route.ts'
import { languageOfUser } from '#server/platform/mail/mail-language.store.ts'
import { hasEnoughMails, queueMail, registrationsAnHour } from '#server/platform/mail/queue-mail.ts'
import { alreadyRegisteredMail } from '#server/platform/mail/templates/contacts.ts'
import { confirmJoiningMail, joinAccountMail } from '#server/platform/mail/templates/team.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { MailServices } from '#server/platform/services/services.ts'
import { countUse, type FoundInvite, findInvite, lockAccount } from './invite.store.ts'
import {
  becomeFormerUser,
  deleteFormerJoiners,
  findAddedContact,
  findOwner,
  insertJoiner,
  markJoined,
} from './join.store.ts'
import { hasSeatLeft } from './read-invitation.ts'

type Context = CallContext<typeof teamCalls.join>

/**
 * Joins an account by an invite link: the new user gets a seat at once, unconfirmed as after registering. Users with a
 * confirmed account get an "already registered" mail; reply and work are the same (decisions/086-invite-links.md). 404
 * for an invalid link, 422 `invalid` by field, 409 `no-seat-left`.
 */
export const join: UseCase<'join'> = async (services, { body, visitor, request, remember }) => {
  const { database, clock, config, passwords } = services
  const wait = await services.limits.join.consume(visitor.network)
  if (wait) return wait
  const invite = await findInvite(database.db, body.code.trim())
  if (!invite || !inviteWorks(invite, clock.now())) return new Problem('not-found')
  const refused = refuseFormWithPassword(config, body, checkJoining(body, invite.domain))
  if (refused) return refused
  const passwordHash = await passwords.hash(body.password)
  if (passwordHash instanceof Problem) return passwordHash

  const fromHere = await countAtAddress(services, { email: body.email, network: visitor.network })
  const answer = {
    status: 202,
    body: { status: 'confirmation-needed', email: body.email.trim() },
  } as const
  return inTransaction(database.db, async (trx) => {
    // in the lock order: addresses, then the account
    await lockAddress(trx, emailKey(body.email))
    await lockAccount(trx, invite.accountId)
    // the link may have changed while the password was hashed
    const current = await findInvite(trx, invite.code)
    if (!current || !inviteWorks(current, clock.now())) return new Problem('not-found')
    if (!hasSeatLeft(services, current)) return new Problem('no-seat-left')
    await storeJoining(trx, services, {
      invite: current,
      body,
      visitor,
      language: request.language,
      passwordHash,
      enoughFromHere: fromHere !== undefined,
    })
    await remember(trx, answer)
    return answer
  })
}

/**
 * Stores a new user, and rolls it back where the address has an account already, was added to this one by a manager, or
 * has had enough mails: all cases cost the same.
 */
async function storeJoining(
  trx: Trx,
  services: MailServices,
  {
    invite,
    body,
    visitor,
    language,
    passwordHash,
    enoughFromHere,
  }: Pick<Context, 'body' | 'visitor'> & {
    invite: FoundInvite
    language: Language
    passwordHash: string
    enoughFromHere: boolean
  },
): Promise<void> {
  const { clock, config, random } = services
  const now = clock.now()
  const [name, email] = [body.name.trim(), canonicalEmail(body.email)]
  const address = { accountId: invite.accountId, emailKey: emailKey(email) }
  const contactId = random.id()
  const purpose = 'confirm-contact'

  const known = await findConfirmedContact(trx, address.emailKey)
  const template = known ? 'already-registered' : 'confirm-contact'
  const enough =
    enoughFromHere ||
    (await hasEnoughMails(trx, services, { to: email, template, most: registrationsAnHour }))
  const added = await findAddedContact(trx, address)

  await markPoint(trx)
  const former = await deleteFormerJoiners(trx, address)
  const ids = { userId: random.id(), contactId, inviteId: invite.id }
  await insertJoiner(trx, { ...address, ...ids, name, email, passwordHash, language, now })
  const ownCode = await issueContactCode(trx, services, {
    contactId,
    purpose,
    browserHash: visitor.preSessionHash,
  })
  await countUse(trx, invite.id, { by: former > 0 ? 0 : 1, now })
  await countAccountChange(trx, invite.accountId)
  await keepOrUndo(trx, !known && !enough && added === undefined)
  if (enough) return

  // a user added by a manager has a seat already but no browser, so they choose a password when they confirm
  const code =
    !known && added ? await issueContactCode(trx, services, { contactId: added, purpose }) : ownCode
  const owner = await findOwner(trx, invite.accountId)
  await queueMail(trx, services, {
    effectKey: `${template} ${contactId}`,
    template,
    to: known?.email ?? email,
    content: known
      ? alreadyRegisteredMail({ email: known.email }, config, language)
      : confirmJoiningMail({ name, owner: owner?.name ?? '', email, code }, config, language),
  })
}

/**
 * Completes a join after its confirmation: a former user of the account gets their history back, and the owner, who
 * pays for the seat, is notified. Does nothing for other users. A whole team that joins within an hour causes three
 * mails, not forty.
 */
export async function finishJoining(
  trx: Trx,
  services: MailServices,
  {
    userId,
    accountId,
    email,
    emailKey,
  }: { userId: string; accountId: string; email: string; emailKey: string },
): Promise<void> {
  if (!(await markJoined(trx, userId))) return
  await becomeFormerUser(trx, { userId, accountId, emailKey, now: services.clock.now() })
  const owner = await findOwner(trx, accountId)
  if (!owner || (await hasEnoughMails(trx, services, { to: owner.email, template: 'join-account' }))) return
  const language = await languageOfUser(trx, owner.userId)
  await queueMail(trx, services, {
    effectKey: `join-account ${userId}`,
    template: 'join-account',
    to: owner.email,
    content: joinAccountMail({ name: owner.name, email }, services.config, language),
  })
}
