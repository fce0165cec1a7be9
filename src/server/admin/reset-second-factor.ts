import type { FastifyInstance } from 'fastify'
import type { calls } from '#contract/calls.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { CallAnswer, CallContext } from '#server/http/route.ts'
import { notifyOfChange } from '#server/passwords/notify-of-change.ts'
import { Problem } from '#server/runtime/problem.ts'
import type { Services } from '#server/services/services.ts'
import { adminAccountId } from '#server/sessions/admin-account.ts'
import { lockUser } from '#server/sessions/user-lock.store.ts'
import { deleteSecondFactors } from '#server/two-factor/second-factor.store.ts'
import { findPersonId } from './admin-accounts.store.ts'
import { confirmAdmin } from './confirm-admin.ts'

/**
 * The admin takes all second factors (authenticator app, passkeys, recovery codes) from somebody who has lost them; the person
 * is told at each confirmed contact, and signs in by password until they set up another. 403 `forbidden` for the admin's own
 * account, which has the command line; 404 for somebody who is not in that account, 409 `second-factor-off`
 * for somebody who has none; the rest as `confirmAdmin` says.
 */
export async function resetSecondFactorAsAdmin(
  app: FastifyInstance,
  services: Services,
  context: CallContext<typeof calls.resetSecondFactor>,
): Promise<CallAnswer<typeof calls.resetSecondFactor>> {
  const { accountId, contactId, password } = context.body
  if (accountId === adminAccountId) return new Problem('forbidden')
  const by = await confirmAdmin(app, services, context, password)
  if (by instanceof Problem) return by
  const answer = { status: 200, body: { status: 'ok' } } as const
  return inTransaction(services.database.db, async (trx) => {
    const userId = await findPersonId(trx, { accountId, contactId })
    if (userId === undefined) return new Problem('not-found')
    await lockUser(trx, userId)
    if (!(await deleteSecondFactors(trx, userId))) return new Problem('second-factor-off')
    await notifyOfChange(trx, services, userId, 'two-factor-reset')
    await context.remember(trx, answer)
    await recordAudit(trx, services, by, {
      action: 'second-factor-reset',
      target: accountId,
      after: { userId },
    })
    return answer
  })
}
