import type { CodeHostProblem } from '#contract/accounts/code-host-calls.ts'
import { emailKey } from '#domain/accounts/contact.ts'
import { mailToUser } from '#server/identity/sessions/mail-to-user.ts'
import { checkProof } from '#server/identity/two-factor/check-proof.ts'
import { deleteUnlessNamed } from '#server/library/unused-media/keep-media.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { codeHostChangedMail } from '#server/platform/mail/templates/credentials.ts'
import type { CodeHostPerson } from '#server/platform/outside/code-host.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { MailServices, Services } from '#server/platform/services/services.ts'
import { keepArrival } from './arrival.store.ts'
import { deleteAvatar } from './avatar.store.ts'
import { queueAvatar } from './avatars.ts'
import {
  deleteIdentity,
  findIdentityOfUser,
  findUserOfAddresses,
  findUserOfSubject,
  insertIdentity,
  type KnownUser,
  lockSubject,
  renameIdentity,
} from './code-host.store.ts'

/** Milliseconds, long enough to read the terms before accepting. */
const arrivalMs = 60 * 60_000

/**
 * Returns the user of a code host user: the linked one; else one with a confirmed address that the code host has
 * confirmed too, who is then linked and notified. An address confirmed on one side only links no one. Others may
 * continue with a registration in this browser.
 */
export function findOrLinkUser(
  services: Services,
  person: CodeHostPerson,
  browserHash: Buffer,
): Promise<KnownUser | 'arrived' | CodeHostProblem> {
  const { clock, database } = services
  const { subject, login, name, emails, avatarUrl } = person
  return inTransaction(database.db, async (trx) => {
    await lockSubject(trx, subject)
    const linked = await findUserOfSubject(trx, subject)
    if (linked && !linked.removed) {
      await renameIdentity(trx, subject, login)
      await queueAvatar(trx, services, linked.userId, avatarUrl)
      return linked
    }
    // a removed user cannot sign in, and must not block other ways to sign in
    if (linked) await deleteIdentity(trx, subject)
    const user = await findUserOfAddresses(trx, emails.map(emailKey))
    if (user) {
      const { userId } = user
      if (!(await insertIdentity(trx, { subject, userId, login, now: clock.now() }))) return 'code-host-taken'
      await notifyOfLink(trx, services, userId, { login, linked: true })
      await queueAvatar(trx, services, userId, avatarUrl)
      return user
    }
    const [email] = emails
    if (email === undefined) return 'code-host-no-email'
    const arrival = { subject, login, name, email, avatarUrl: avatarUrl ?? null }
    await keepArrival(trx, browserHash, arrival, new Date(clock.real().getTime() + arrivalMs))
    return 'arrived'
  })
}

/**
 * Links a code host user to the signed-in user, whatever their addresses there, and notifies the user by mail. A code
 * host user is linked to one user, and a user to one: `code-host-taken` otherwise.
 */
export function linkPerson(
  services: Services,
  { subject, login, avatarUrl }: CodeHostPerson,
  userId: string,
): Promise<CodeHostProblem | undefined> {
  const { clock, database } = services
  return inTransaction(database.db, async (trx) => {
    await lockSubject(trx, subject)
    const linked = await findUserOfSubject(trx, subject)
    if (linked?.userId === userId) {
      await renameIdentity(trx, subject, login)
      return undefined
    }
    if (linked && !linked.removed) return 'code-host-taken'
    if (linked) await deleteIdentity(trx, subject)
    if (!(await insertIdentity(trx, { subject, userId, login, now: clock.now() }))) return 'code-host-taken'
    await notifyOfLink(trx, services, userId, { login, linked: true })
    await queueAvatar(trx, services, userId, avatarUrl)
    return undefined
  })
}

/**
 * Unlinks the code host after a proof of identity, deletes its picture, and notifies the user by mail. Refused with 409
 * `password-needed` for a user without a password, who could no longer sign in. Does nothing without a link.
 */
export const unlinkPerson: UseCase<'unlinkCodeHost'> = async (services, { body, viewer }) => {
  const { userId } = viewer
  const present = await findIdentityOfUser(services.database.db, userId)
  if (!present) return { status: 200, body: { identity: null } }
  const refusal = present.hasPassword
    ? await checkProof(services, viewer, body)
    : new Problem('password-needed')
  if (refusal) return refusal
  const unlinked = await inTransaction(services.database.db, async (trx) => {
    const identity = await findIdentityOfUser(trx, userId)
    if (!identity) return undefined
    if (!identity.hasPassword) return new Problem('password-needed')
    await deleteIdentity(trx, identity.subject)
    const key = await deleteAvatar(trx, userId)
    await notifyOfLink(trx, services, userId, { login: identity.login, linked: false })
    return { key }
  })
  if (unlinked instanceof Problem) return unlinked
  if (unlinked?.key) await deleteUnlessNamed(services, unlinked.key)
  return { status: 200, body: { identity: null } }
}

/**
 * Mails a user, at each confirmed contact, that the code host can now sign in for them, or no longer can. At most three
 * such mails an hour.
 */
async function notifyOfLink(
  trx: Trx,
  services: MailServices,
  userId: string,
  change: { readonly login: string; readonly linked: boolean },
): Promise<void> {
  await mailToUser(trx, services, userId, {
    template: 'credentials-changed',
    limited: true,
    contentFor: (name, language) => codeHostChangedMail({ name, ...change }, services.config, language),
  })
}
