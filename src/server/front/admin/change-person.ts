import type { calls } from '#contract/calls.ts'
import type { AuditAction } from '#contract/desk/audit-actions.ts'
import { adminAccountId } from '#server/identity/sessions/admin-account.ts'
import { lockUser } from '#server/identity/sessions/user-lock.store.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import type { CallContext } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { findPersonId } from './admin-accounts.store.ts'
import { changeAsAdmin } from './change-as-admin.ts'
import { confirmAdmin } from './confirm-admin.ts'

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
