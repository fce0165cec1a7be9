import { levelOf, type SubscriptionLevel, stepBetween } from '#domain/reports/subscription-level.ts'
import { deleteSetting } from '#server/platform/database/setting.store.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'
import { stateOf } from './subscription-state.ts'

/** Adds a row to the history of what subscriptions bring, in the transaction of the change; none where nothing changes. */
export async function recordLevel(
  trx: Trx,
  change: { accountId: string; before: SubscriptionLevel; after: SubscriptionLevel; at: Date },
): Promise<void> {
  const { accountId, before, after, at } = change
  const step = stepBetween(before, after)
  if (!step) return
  await trx
    .insertInto('subscription_level')
    .values({
      account_id: accountId,
      at,
      step,
      phase: after.phase,
      phase_before: before.phase,
      monthly_cents: after.monthlyCents,
      monthly_change: after.monthlyCents - before.monthlyCents,
      paid_seats: after.paidSeats,
      seats_change: after.paidSeats - before.paidSeats,
      free_seats: after.freeSeats,
    })
    .execute()
}

/**
 * Ends the history of an account that is deleted now, and keeps it for the sums under an id that belongs to nobody.
 * @param pseudonym a random UUID
 */
export async function keepLevelsOfNobody(
  trx: Trx,
  { accountId, pseudonym, at }: { accountId: string; pseudonym: string; at: Date },
): Promise<void> {
  const row = await subscriptionRow(trx, accountId)
  const before = levelOf(stateOf(row, true))
  const over = { phase: 'over', monthlyCents: 0, paidSeats: 0, freeSeats: 0 } as const
  if (before.phase !== 'none') await recordLevel(trx, { accountId, before, after: over, at })
  await trx
    .updateTable('subscription_level')
    .set({ account_id: pseudonym })
    .where('account_id', '=', accountId)
    .execute()
}

/** Deletes the history of accounts that never were customers: it is missing in the sums of reports too. */
export async function deleteHistory(trx: Trx, accountIds: readonly string[]): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('subscription_level')
    .where('account_id', 'in', accountIds)
    .executeTakeFirstOrThrow()
  // the stored sums of days had them
  if (numDeletedRows > 0n) await deleteSetting(trx, 'money-days')
}

async function subscriptionRow(db: Db, accountId: string) {
  return db
    .selectFrom('subscription')
    .select(['state', 'version'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}
