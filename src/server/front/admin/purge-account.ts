import type { FastifyInstance } from 'fastify'
import type { calls } from '#contract/calls.ts'
import { purgeDueAccount } from '#server/business/own-data/purge-account.ts'
import { listPurged } from '#server/business/own-data/purge-list.ts'
import { removeFromProviders } from '#server/business/own-data/remove-from-providers.ts'
import { adminAccountId } from '#server/identity/sessions/admin-account.ts'
import { isRecorded } from '#server/platform/audit/audit.store.ts'
import { type AuditActor, recordAudit } from '#server/platform/audit/record-audit.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { CallAnswer, CallContext } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { orderDeletion } from './admin-accounts.store.ts'
import { confirmAdmin } from './confirm-admin.ts'

/**
 * The admin has an account deleted at once (product.md section 2, Admin screens), as it would be by its owner's wish after
 * 14 days: cards and charges are left first, invoices stay. 403 `forbidden` for the admin's own; 404 `not-found` for one
 * that is gone; 409 `charge-in-flight` while a payment is on its way or its provider can not be reached: nobody is signed
 * in any more, and the upkeep goes on with it. `purgeList` says that the data are gone and the list of purges could not be
 * written, so that a restored backup would bring them back.
 */
export async function purgeAsAdmin(
  app: FastifyInstance,
  services: Services,
  context: CallContext<typeof calls.purgeAccount>,
): Promise<CallAnswer<typeof calls.purgeAccount>> {
  const { id, password } = context.body
  if (id === adminAccountId) return new Problem('forbidden')
  const by = await confirmAdmin(app, services, context, password)
  if (by instanceof Problem) return by
  const now = services.clock.now()
  if (!(await order(services, by, id, now))) return new Problem('not-found')
  if (!(await isRemovedFromProviders(services, id, now)))
    return new Problem('charge-in-flight', { detail: { key: 'admin_account_purge_waits', values: {} } })
  const done = { status: 200, body: { status: 'ok' } } as const
  const isPurged = await inTransaction(services.database.db, async (trx) => {
    if (!(await purgeDueAccount(trx, services, id, now))) return false
    await context.remember(trx, done)
    return true
  })
  // the upkeep or another request was faster
  if (!isPurged) return new Problem('not-found')
  if (await listPurged(services)) return done
  const notListed = { status: 200, body: { status: 'ok', purgeList: 'not-written' } } as const
  await context.remember(services.database.db, notListed)
  return notListed
}

/**
 * Records that an account is to be purged and by whom, before any provider is called: from here on it is one of those
 * that the upkeep deletes, so nothing that breaks meanwhile leaves a half of it. False for one that is gone.
 */
async function order(services: Services, by: AuditActor, id: string, now: Date): Promise<boolean> {
  return inTransaction(services.database.db, async (trx) => {
    const before = await orderDeletion(trx, id, now)
    if (!before) return false
    // asked for again, because a payment was on its way
    if (!(await isRecorded(trx, 'account-purged', id)))
      await recordAudit(trx, services, by, { action: 'account-purged', target: id, before })
    return true
  })
}

async function isRemovedFromProviders(services: Services, id: string, now: Date): Promise<boolean> {
  try {
    return await removeFromProviders(services, id, now)
  } catch (error) {
    services.log.error(
      { err: error, account: id },
      'an account that the admin deletes has not left its provider',
    )
    return false
  }
}
