import type { CodeHostProblem } from '#contract/accounts/code-host.ts'
import { emailKey } from '#domain/accounts/contact.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { CodeHostPerson } from '#server/outside/code-host.ts'
import type { Services } from '#server/services/services.ts'
import { keepArrival } from './arrival.store.ts'
import { queueAvatar } from './avatar-job.ts'
import {
  deleteIdentity,
  findUserOfAddresses,
  findUserOfSubject,
  insertIdentity,
  type KnownUser,
  lockSubject,
  renameIdentity,
} from './code-host.store.ts'
import { notifyOfLink } from './notify-of-link.ts'

/** For somebody who reads the terms before they agree. */
const arrivalMs = 60 * 60_000

/**
 * Who a person of the code host is here: the user that they are linked to; else the user who has confirmed an address
 * that the code host has confirmed as well, who is linked and told so. An address that only one of both knows to be
 * theirs links nobody. Everybody else has arrived: this browser may go on with a registration.
 */
export function admitPerson(
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
