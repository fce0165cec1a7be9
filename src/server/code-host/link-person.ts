import type { CodeHostProblem } from '#contract/accounts/code-host.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { CodeHostPerson } from '#server/outside/code-host.ts'
import type { Services } from '#server/services/services.ts'
import { queueAvatar } from './avatar-job.ts'
import {
  deleteIdentity,
  findUserOfSubject,
  insertIdentity,
  lockSubject,
  renameIdentity,
} from './code-host.store.ts'
import { notifyOfLink } from './notify-of-link.ts'

/**
 * Lets a signed-in user sign in by the code host from now on, whatever addresses they have there, and tells them by
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
