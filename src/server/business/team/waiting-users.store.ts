import type { TeamChange } from '#domain/team/team.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'

/** Queries of users who wait for their payment. */

/** A requested change of a team that waits for its payment. */
export type WaitingUsers = Pick<TeamChange, 'by' | 'users'> & {
  /** Name of the requesting user. */
  readonly byName: string
  /** Addresses that are mailed a link when their users are added. */
  readonly notify: readonly string[]
}

/** Stores a change that the charge with that key pays for, replacing another waiting one. */
export async function insertWaitingUsers(
  trx: Trx,
  waiting: { accountId: string; chargeKey: string; change: WaitingUsers; now: Date },
): Promise<void> {
  const row = {
    charge_key: waiting.chargeKey,
    change: JSON.stringify(waiting.change),
    created_at: waiting.now,
  }
  await trx
    .insertInto('waiting_users')
    .values({ account_id: waiting.accountId, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute()
}

export async function findWaitingUsers(
  db: Db,
  accountId: string,
): Promise<{ chargeKey: string; change: WaitingUsers } | undefined> {
  const row = await db
    .selectFrom('waiting_users')
    .select(['charge_key as chargeKey', 'change'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row && { chargeKey: row.chargeKey, change: row.change as WaitingUsers }
}

export async function deleteWaitingUsers(trx: Trx, accountId: string): Promise<void> {
  await trx.deleteFrom('waiting_users').where('account_id', '=', accountId).execute()
}
