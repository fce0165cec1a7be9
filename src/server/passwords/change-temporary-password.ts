import type { FastifyInstance } from 'fastify'
import type { credentialCalls } from '#contract/accounts/credential-calls.ts'
import { fieldMessageKey } from '#contract/problems.ts'
import { readOwnContacts } from '#server/accounts/contact.store.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { CallContext } from '#server/http/route.ts'
import { Problem } from '#server/runtime/problem.ts'
import type { Services } from '#server/services/services.ts'
import { endSessionsOf, openSession } from '#server/sessions/sessions.ts'
import { refuseNewPassword } from './check-new-password.ts'
import { setPassword } from './set-password.ts'
import { verifyUsedTemporaryPassword } from './temporary-password.ts'

/**
 * Ends the sign-in with a temporary password: it is said once more, and another one chosen, which it cannot be itself.
 * Only then is somebody signed in. 403 `wrong-password`, ten times at most in 15 minutes; 422 `invalid`.
 */
export async function changeTemporaryPassword(
  app: FastifyInstance,
  services: Services,
  {
    body,
    visitor: { pending },
    request,
    reply,
  }: Pick<CallContext<typeof credentialCalls.changePassword>, 'body' | 'visitor' | 'request' | 'reply'>,
): Promise<Problem | undefined> {
  if (pending?.kind !== 'password-change') return new Problem('login-required')
  const { config, database, passwords } = services
  const { userId, accountId, staySignedIn } = pending
  const { contacts } = await readOwnContacts(database.db, userId)
  const known = { productName: config.productName, emails: contacts.map(({ email }) => email) }
  const fault = refuseNewPassword(body.password, known)
  if (fault) return fault
  if (body.password === body.currentPassword)
    return new Problem('invalid', { fields: { password: fieldMessageKey('password-temporary') } })
  // counted before the password is looked at, so that many at once cannot slip past
  const wait = await app.limits.passwordAgain.consume(userId)
  if (wait) return wait
  const isRight = await verifyUsedTemporaryPassword(services, userId, body.currentPassword)
  if (isRight instanceof Problem) return isRight
  if (!isRight) return new Problem('wrong-password')
  await app.limits.passwordAgain.forgive(userId)
  const passwordHash = await passwords.hash(body.password)
  if (passwordHash instanceof Problem) return passwordHash
  await inTransaction(database.db, (trx) => setPassword(trx, services, { userId, passwordHash }))
  await endSessionsOf(services, userId)
  await openSession(services, { request, reply }, { userId, accountId, staySignedIn })
  return undefined
}
