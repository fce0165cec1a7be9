import type { codeHostCalls } from '#contract/accounts/code-host-calls.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { CallAnswer, CallContext } from '#server/http/route.ts'
import { Problem } from '#server/runtime/problem.ts'
import type { Services } from '#server/services/services.ts'
import { deleteAvatar } from './avatar.store.ts'
import { forgetPicture } from './avatar-job.ts'
import { deleteIdentity, findIdentityOfUser } from './code-host.store.ts'
import { notifyOfLink } from './notify-of-link.ts'

/**
 * Ends signing in by the code host, takes the picture that came from there away, and tells the user by mail. Refused
 * with 409 `password-needed` to somebody who has no password: they could not come in any more. Does nothing where there
 * is no link.
 */
export async function unlinkPerson(
  services: Services,
  { viewer: { userId } }: CallContext<typeof codeHostCalls.unlinkCodeHost>,
): Promise<CallAnswer<typeof codeHostCalls.unlinkCodeHost>> {
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
  if (unlinked?.key) await forgetPicture(services, unlinked.key)
  return { status: 200, body: { identity: null } }
}
