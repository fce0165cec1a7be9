import type { FastifyInstance } from 'fastify'
import type { Transaction } from 'kysely'
import type { CodeHostProblem, codeHostCalls } from '#contract/accounts/code-host-calls.ts'
import { emailKey } from '#domain/accounts/contact.ts'
import { mailToUser } from '#server/identity/sessions/mail-to-user.ts'
import { checkProof } from '#server/identity/two-factor/check-proof.ts'
import { deleteUnlessNamed } from '#server/library/unused-media/keep-media.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { CallAnswer, CallContext } from '#server/platform/http/route.ts'
import { codeHostChangedMail } from '#server/platform/mail/templates/credentials.ts'
import type { CodeHostPerson } from '#server/platform/outside/code-host.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
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

/** Long enough to read the terms before agreeing. */
const arrivalMs = 60 * 60_000

/**
 * Who a person of the code host is here: the user that they are linked to; else the user who has confirmed an address
 * that the code host has confirmed as well, who is linked and notified. An address that is confirmed on one side only
 * links nobody. Everybody else has arrived: this browser may go on with a registration.
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
    // a removed user cannot sign in, and does not keep the person from coming another way
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
 * Lets a signed-in user sign in by the code host from now on, whatever addresses they have there, and notifies them by
 * mail. A person of the code host belongs to one user, and a user has one: `code-host-taken` otherwise.
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
 * Ends signing in by the code host for a user who proves to be themselves, removes the picture that came from there, and
 * notifies them by mail. Refused with 409 `password-needed` to somebody who has no password: they could not sign in any
 * more. Does nothing where there is no link.
 */
export async function unlinkPerson(
  app: FastifyInstance,
  services: Services,
  { body, viewer }: CallContext<typeof codeHostCalls.unlinkCodeHost>,
): Promise<CallAnswer<typeof codeHostCalls.unlinkCodeHost>> {
  const { userId } = viewer
  const present = await findIdentityOfUser(services.database.db, userId)
  if (!present) return { status: 200, body: { identity: null } }
  const refusal = present.hasPassword
    ? await checkProof(app, services, viewer, body)
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
 * Notifies a user, at each of their confirmed contacts, that they can now sign in by the code host, or no longer can.
 * Three such mails an hour.
 */
async function notifyOfLink(
  trx: Transaction<Tables>,
  services: Services,
  userId: string,
  change: { readonly login: string; readonly linked: boolean },
): Promise<void> {
  await mailToUser(trx, services, userId, {
    template: 'credentials-changed',
    limited: true,
    contentFor: (name, language) => codeHostChangedMail({ name, ...change }, services.config, language),
  })
}
