import { purgeDueAccount } from '#server/business/own-data/purge-account.ts'
import { listPurged } from '#server/business/own-data/purge-list.ts'
import { removeFromProviders } from '#server/business/own-data/remove-from-providers.ts'
import { adminAccountId } from '#server/identity/sessions/admin-account.ts'
import { isRecorded } from '#server/platform/audit/audit.store.ts'
import { type AuditActor, recordAudit } from '#server/platform/audit/record-audit.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { orderDeletion } from './admin-accounts.store.ts'
import { confirmAdmin } from './confirm-admin.ts'

/**
 * Deletes an account at once (product.md section 2, Admin screens), as its owner's request would after 14 days: cards
 * and charges are ended first, invoices are retained. 403 `forbidden` for the admin's own; 404 `not-found` for a
 * deleted one; 409 `charge-in-flight` while a payment is pending or its provider is unavailable: its users are signed
 * out already, and the upkeep continues the deletion. `purgeList` reports that the data are gone but the purge list
 * could not be written, so that a restored backup would bring them back.
 */
export const purgeAsAdmin: UseCase<'purgeAccount'> = async (services, context) => {
  const { id } = context.body
  if (id === adminAccountId) return new Problem('forbidden')
  const by = await confirmAdmin(services, context)
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
 * Records the deletion and its actor before any provider is called: from then on the upkeep completes it, so a failure
 * leaves no half of it. False for a deleted account.
 */
async function order(
  services: Pick<Services, 'database' | 'clock' | 'log'>,
  by: AuditActor,
  id: string,
  now: Date,
): Promise<boolean> {
  return inTransaction(services.database.db, async (trx) => {
    const before = await orderDeletion(trx, id, now)
    if (!before) return false
    // a repeated request, after a pending payment
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
