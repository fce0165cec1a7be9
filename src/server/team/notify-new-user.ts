import type { FastifyInstance } from 'fastify'
import type { teamCalls } from '#contract/team/team-calls.ts'
import { emailKey } from '#domain/accounts/contact.ts'
import { lockAddress } from '#server/accounts/registration.store.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { CallAnswer, CallContext } from '#server/http/route.ts'
import { Problem } from '#server/runtime/problem.ts'
import type { Services } from '#server/services/services.ts'
import { mailNewUser } from './mail-new-user.ts'
import { beginAnew, findUser } from './team.store.ts'

/**
 * Mails a user who has not confirmed their address yet a fresh link to choose a first password; earlier links end, and
 * for somebody who came by an invite link what they began there. 404
 * for a user of another account, 409 `user-confirmed`, 403 for the owner, who confirms on their profile, 429 for the
 * fourth such mail within an hour.
 */
export async function notifyNewUser(
  app: FastifyInstance,
  services: Services,
  { body, viewer }: CallContext<typeof teamCalls.notifyNewUser>,
): Promise<CallAnswer<typeof teamCalls.notifyNewUser>> {
  const { database, random } = services
  const wait = await app.limits.newUserMails.consume(viewer.accountId)
  if (wait) return wait
  const wanted = { accountId: viewer.accountId, userId: body.userId }
  const seen = await findUser(database.db, wanted)
  if (!seen) return new Problem('not-found')
  const inviter = await findUser(database.db, { accountId: viewer.accountId, userId: viewer.userId })
  return inTransaction(database.db, async (trx) => {
    await lockAddress(trx, emailKey(seen.email))
    const user = await findUser(trx, wanted)
    // somebody gave them another address meanwhile, which is not locked
    if (user?.email !== seen.email) return new Problem('not-found')
    if (user.role === 'owner') return new Problem('forbidden')
    if (user.confirmed) return new Problem('user-confirmed')
    if (user.hasPassword) await beginAnew(trx, body.userId)
    const order = {
      effectKey: `create-password ${user.contactId} ${random.id()}`,
      invitedBy: inviter?.name ?? '',
    }
    if (!(await mailNewUser(trx, services, { ...user, userId: body.userId }, order)))
      return new Problem('too-many-requests', { retryAfterSeconds: 3600 })
    return { status: 200, body: { email: user.email } } as const
  })
}
