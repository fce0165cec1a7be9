import type { Transaction } from 'kysely'
import type { calls } from '#contract/calls.ts'
import type { AuditAction } from '#contract/desk/audit-actions.ts'
import { adminAccountId } from '#server/identity/sessions/admin-account.ts'
import { lockUser } from '#server/identity/sessions/user-lock.store.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { CallContext } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { findPersonId } from './admin-accounts.store.ts'
import { confirmAdmin } from './confirm-admin.ts'

const done = { status: 200, body: { status: 'ok' } } as const

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
  change: (trx: Transaction<Tables>, userId: string) => Promise<Problem | undefined>,
): Promise<typeof done | Problem> {
  const { accountId, contactId, password } = context.body
  if (accountId === adminAccountId) return new Problem('forbidden')
  const by = await confirmAdmin(services, context, password)
  if (by instanceof Problem) return by
  return inTransaction(services.database.db, async (trx) => {
    const userId = await findPersonId(trx, { accountId, contactId })
    if (userId === undefined) return new Problem('not-found')
    await lockUser(trx, userId)
    const refused = await change(trx, userId)
    if (refused) return refused
    await context.remember(trx, done)
    await recordAudit(trx, services, by, { action, target: accountId, after: { userId, ...facts } })
    return done
  })
}
