import { inTransaction } from '#server/platform/database/transaction.ts'
import { oneByOne, type StepOutcome, together, type UpkeepStep } from '#server/platform/jobs/upkeep-step.ts'
import type { Services } from '#server/platform/services/services.ts'
import { findDueAccounts, findDueUsers, lockDueUser } from './purge.store.ts'
import { purgeDueAccount, purgeUser } from './purge-account.ts'
import { listPurged, writePurgeList } from './purge-list.ts'
import { removeFromProviders } from './remove-from-providers.ts'

export const ownDataUpkeep: readonly UpkeepStep[] = [
  { name: 'purge-deleted', every: 'hour', run: purgeDue },
  { name: 'write-purge-list', every: 'minute', clearsAway: true, run: writePurgeList },
]

/**
 * Deletes the accounts and users that are due by business time, each in a separate transaction: after a crash each is
 * complete or gone, and the next run continues. A failure stops no other, and is retried in the next run. Each is added
 * to the purge list before the next is deleted.
 */
export async function purgeDue(services: Services): Promise<StepOutcome> {
  const { database, clock, log } = services
  const now = clock.now()
  let listed = true
  const accounts = await purgeEach('account', await findDueAccounts(database.db, now), async (id) => {
    const left = await removeFromProviders(services, id, now)
    return left && inTransaction(database.db, (trx) => purgeDueAccount(trx, services, id, now))
  })
  const users = await purgeEach('user', await findDueUsers(database.db, now), (id) =>
    inTransaction(
      database.db,
      async (trx) => (await lockDueUser(trx, id, now)) && (await purgeUser(trx, services, id)),
    ),
  )
  return together(accounts, users, listed ? 'done' : 'failed')

  function purgeEach(
    kind: 'account' | 'user',
    ids: readonly string[],
    purge: (id: string) => Promise<boolean>,
  ): Promise<StepOutcome> {
    return oneByOne(
      ids,
      async (id) => {
        if (!(await purge(id))) return
        log.info({ [kind]: id }, `a deleted ${kind} was purged`)
        listed = (await listPurged(services)) && listed
      },
      (error, id) => log.error({ err: error, [kind]: id }, `a deleted ${kind} could not be purged`),
    )
  }
}
