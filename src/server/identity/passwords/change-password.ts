import type { accountCalls } from '#contract/accounts/account-calls.ts'
import type { credentialCalls } from '#contract/accounts/credential-calls.ts'
import { fieldMessageKey } from '#contract/problems.ts'
import { readOwnContacts } from '#server/identity/accounts/contact.store.ts'
import { accountAnswer } from '#server/identity/accounts/read-account.ts'
import { openSession, rotateSession } from '#server/identity/sessions/sessions.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { CallContext, UseCase } from '#server/platform/http/route.ts'
import type { Viewer } from '#server/platform/http/visitor.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { refuseNewPassword } from './check-new-password.ts'
import { checkOwnPassword } from './own-password.ts'
import { readPasswordHash } from './password.store.ts'
import { isPasswordStill } from './password-proof.ts'
import { setPassword } from './set-password.ts'
import { verifyUsedTemporaryPassword } from './temporary-password.ts'

type PasswordSection = typeof accountCalls.changePasswordSection

/** `POST /api/user/change-password`: for a signed-in user, or after signing in with a temporary password. */
export const changePassword: UseCase<'changePassword'> = async (services, context) => {
  const { viewer, pending } = context.visitor
  if (!viewer && !pending) return new Problem('login-required')
  const refusal = viewer
    ? await changeOwnPassword(services, { ...context, viewer })
    : await changeTemporaryPassword(services, context)
  return refusal ?? { status: 200, body: { status: 'ok' } }
}

/** `PUT /api/account/password`: the same for a signed-in user; returns the account, like every section. */
export const changePasswordSection: UseCase<'changePasswordSection'> = async (services, context) =>
  (await changeOwnPassword(services, context)) ?? accountAnswer(services, context.viewer)

type Change = Pick<CallContext<PasswordSection>, 'body' | 'request' | 'reply'> & { readonly viewer: Viewer }

/**
 * Changes the password of a signed-in user who has entered the current one. This browser stays signed in, with a new
 * cookie; all others are signed out. 422 `invalid` for an invalid new password, and as `checkOwnPassword`; 403
 * `wrong-password` also after a concurrent change.
 */
async function changeOwnPassword(
  services: Services,
  { body, viewer, request, reply }: Change,
): Promise<Problem | undefined> {
  const { config, database, passwords } = services
  const { userId, sessionHash } = viewer
  const { unlinkCodeHost } = body
  const { contacts } = await readOwnContacts(database.db, userId)
  const known = { productName: config.productName, emails: contacts.map(({ email }) => email) }
  const said = (await readPasswordHash(database.db, userId)) ?? undefined
  const refusal =
    refuseNewPassword(body.password, known) ??
    (await checkOwnPassword(services, viewer, body.currentPassword))
  if (refusal) return refusal
  const passwordHash = await passwords.hash(body.password)
  if (passwordHash instanceof Problem) return passwordHash
  const changed = await inTransaction(database.db, (trx) =>
    setPassword(trx, services, { userId, passwordHash, said, kept: sessionHash, unlinkCodeHost }),
  )
  if (!changed) return new Problem('wrong-password')
  await rotateSession(services, { request, reply })
  return undefined
}

/**
 * Completes a sign-in with a temporary password: it is entered again, with a different new one. Only then is the user
 * signed in. 403 `wrong-password`, at most ten times in 15 minutes; 422 `invalid`.
 */
async function changeTemporaryPassword(
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
  // counted before the password is verified, so that parallel attempts cannot slip past
  const wait = await services.limits.passwordAgain.consume(userId)
  if (wait) return wait
  const said = await verifyUsedTemporaryPassword(services, userId, body.currentPassword)
  if (said instanceof Problem) return said
  if (said === undefined) return new Problem('wrong-password')
  await services.limits.passwordAgain.forgive(userId)
  const passwordHash = await passwords.hash(body.password)
  if (passwordHash instanceof Problem) return passwordHash
  const { unlinkCodeHost } = body
  const changed = await inTransaction(database.db, (trx) =>
    setPassword(trx, services, { userId, passwordHash, said, unlinkCodeHost }),
  )
  if (!changed) return new Problem('wrong-password')
  const stillProven = isPasswordStill(userId, passwordHash)
  const user = { userId, accountId, staySignedIn, stillProven }
  return (await openSession(services, { request, reply }, user)) ? undefined : new Problem('login-required')
}
