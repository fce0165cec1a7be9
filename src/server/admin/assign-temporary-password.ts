import type { FastifyInstance } from 'fastify'
import type { calls } from '#contract/calls.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { CallAnswer, CallContext } from '#server/http/route.ts'
import { assignTemporaryPassword } from '#server/passwords/temporary-password.ts'
import { Problem } from '#server/runtime/problem.ts'
import type { Services } from '#server/services/services.ts'
import { adminAccountId } from '#server/sessions/admin-account.ts'
import { findOwnerId } from './admin-accounts.store.ts'
import { confirmAdmin } from './confirm-admin.ts'

/**
 * The admin gives an account's owner a temporary password (product.md section 2, Admin screens), who is signed out
 * everywhere by it. 403 `forbidden` for the admin's own account, which has the usual ways; the rest as `confirmAdmin`
 * and `assignTemporaryPassword` say.
 */
export async function assignPasswordAsAdmin(
  app: FastifyInstance,
  services: Services,
  context: CallContext<typeof calls.assignTemporaryPassword>,
): Promise<CallAnswer<typeof calls.assignTemporaryPassword>> {
  const { accountId, password, temporaryPassword } = context.body
  if (accountId === adminAccountId) return new Problem('forbidden')
  const by = await confirmAdmin(app, services, context, password)
  if (by instanceof Problem) return by
  const answer = { status: 200, body: { status: 'ok' } } as const
  return inTransaction(services.database.db, async (trx) => {
    const userId = await findOwnerId(trx, accountId)
    if (userId === undefined) return new Problem('not-found')
    const refused = await assignTemporaryPassword(trx, services, { userId, password: temporaryPassword })
    if (refused) return refused
    await context.remember(trx, answer)
    await recordAudit(trx, services, by, { action: 'password-assigned', target: accountId })
    return answer
  })
}
