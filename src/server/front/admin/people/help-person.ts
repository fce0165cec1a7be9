import { findPersonBehind } from '#server/front/admin/admin-accounts.store.ts'
import { changeAsAdmin } from '#server/front/admin/change-as-admin.ts'
import { confirmAdminLately } from '#server/front/admin/confirm-admin.ts'
import { adminAccountId } from '#server/identity/sessions/admin-account.ts'
import { mailToUser } from '#server/identity/sessions/mail-to-user.ts'
import { lockUser } from '#server/identity/sessions/user-lock.store.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { loginReleasedMail } from '#server/platform/mail/templates/credentials.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { deleteSessionOf, readLogin } from './person-login.store.ts'

const done = { status: 200, body: { status: 'ok' } } as const

/** Ends one session of a user. 403 `forbidden` for the admin's own account, 404 for one of somebody else or one that has ended. */
export const endSessionAsAdmin: UseCase<'endUserSession'> = async (services, context) => {
  const { id, sessionId } = context.body
  const by = await confirmAdminLately(services, context)
  return changeAsAdmin(services, context, by, async (trx) => {
    const person = await personBehind(trx, id)
    if (person instanceof Problem) return person
    const { accountId, userId } = person
    if (!(await deleteSessionOf(trx, { userId, sessionId }))) return new Problem('not-found')
    const after = { userId, sessionId }
    return { action: 'session-ended', target: accountId, after }
  })
}

/**
 * Takes back the wrong passwords and codes that lock a user out, at all of their addresses, and tells them by mail. 403
 * `forbidden` for the admin's own account: an intruder in the admin's session must not get more guesses.
 */
export const releaseLoginAsAdmin: UseCase<'releaseLogin'> = async (services, context) => {
  const { config, clock, database, limits } = services
  const by = await confirmAdminLately(services, context)
  if (by instanceof Problem) return by
  const released = await inTransaction(database.db, async (trx) => {
    const person = await personBehind(trx, context.body.id)
    if (person instanceof Problem) return person
    const { accountId, userId } = person
    await lockUser(trx, userId)
    await mailToUser(trx, services, userId, {
      template: 'login-released',
      limited: true,
      contentFor: (name, language) => loginReleasedMail({ name }, config, language),
    })
    const { emailKeys } = await readLogin(trx, userId, clock.real())
    await context.remember(trx, done)
    await recordAudit(trx, services, by, { action: 'login-released', target: accountId, after: { userId } })
    return { userId, emailKeys }
  })
  if (released instanceof Problem) return released
  // attempts are counted outside of the transaction
  for (const key of released.emailKeys) await limits.login.release(key)
  await limits.secondFactor.clear(released.userId)
  return done
}

/** The owner of an account, or the user of a contact; never the admin. */
async function personBehind(trx: Trx, id: string) {
  const person = await findPersonBehind(trx, id)
  if (!person) return new Problem('not-found')
  return person.accountId === adminAccountId ? new Problem('forbidden') : person
}
