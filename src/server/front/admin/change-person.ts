import type { calls } from '#contract/calls.ts'
import type { AuditAction } from '#contract/desk/audit-actions.ts'
import { notifyOfChange } from '#server/identity/passwords/notify-of-change.ts'
import { assignTemporaryPassword } from '#server/identity/passwords/temporary-password.ts'
import { adminAccountId } from '#server/identity/sessions/admin-account.ts'
import { mailToUser } from '#server/identity/sessions/mail-to-user.ts'
import { deleteSessionsOf } from '#server/identity/sessions/session.store.ts'
import { lockUser } from '#server/identity/sessions/user-lock.store.ts'
import { deleteSecondFactors } from '#server/identity/two-factor/second-factor.store.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import type { CallContext, UseCase } from '#server/platform/http/route.ts'
import { sessionsEndedMail } from '#server/platform/mail/templates/credentials.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { findPersonId } from './admin-accounts.store.ts'
import { changeAsAdmin } from './change-as-admin.ts'
import { confirmAdmin } from './confirm-admin.ts'

/**
 * Assigns a user a temporary password (product.md section 2, Admin screens), which signs them out everywhere. Refused
 * as `changePerson` and `assignTemporaryPassword`.
 */
export const assignPasswordAsAdmin: UseCase<'assignTemporaryPassword'> = async (services, context) => {
  const { temporaryPassword: password } = context.body
  return changePerson(services, context, 'password-assigned', {}, (trx, userId) =>
    assignTemporaryPassword(trx, services, { userId, password }),
  )
}

/**
 * Signs a user out everywhere, pending sign-ins included, and notifies them at each confirmed contact. Refused as
 * `changePerson`.
 */
export const endSessionsAsAdmin: UseCase<'endUserSessions'> = async (services, context) =>
  changePerson(services, context, 'sessions-ended', {}, async (trx, userId) => {
    await deleteSessionsOf(trx, userId)
    await mailToUser(trx, services, userId, {
      template: 'sessions-ended',
      contentFor: (name, language) => sessionsEndedMail({ name }, services.config, language),
    })
    return undefined
  })

/**
 * Removes all second factors (authenticator app, passkeys, recovery codes) of a user who has lost them. Their sessions
 * end, because an intruder with the factors may have one. The user is notified at each confirmed contact, and signs in
 * by password until they set up another. 409 `second-factor-off` for a user without any; else as `changePerson`.
 */
export const resetSecondFactorAsAdmin: UseCase<'resetSecondFactor'> = async (services, context) =>
  changePerson(services, context, 'second-factor-reset', {}, async (trx, userId) => {
    if (!(await deleteSecondFactors(trx, userId))) return new Problem('second-factor-off')
    await deleteSessionsOf(trx, userId)
    await notifyOfChange(trx, services, userId, 'two-factor-reset')
    return undefined
  })

/**
 * Changes a user's credentials for the admin, with an audit entry that has `facts`. 403 `forbidden` for the admin's own account, which
 * uses its security page or the command line; 404 for a user of another account; else as `confirmAdmin` and `change`,
 * which runs with the user locked.
 */
export async function changePerson(
  services: Services,
  context: CallContext<typeof calls.endUserSessions>,
  action: AuditAction,
  facts: { readonly reason?: string },
  change: (trx: Trx, userId: string) => Promise<Problem | undefined>,
): ReturnType<typeof changeAsAdmin> {
  const { accountId, contactId } = context.body
  if (accountId === adminAccountId) return new Problem('forbidden')
  const by = await confirmAdmin(services, context)
  return changeAsAdmin(services, context, by, async (trx) => {
    const userId = await findPersonId(trx, { accountId, contactId })
    if (userId === undefined) return new Problem('not-found')
    await lockUser(trx, userId)
    const refused = await change(trx, userId)
    if (refused) return refused
    return { action, target: accountId, after: { userId, ...facts } }
  })
}
