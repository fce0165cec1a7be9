import type { Db, Trx } from '#server/platform/database/tables.ts'

/**
 * Records a person's trial; false when they had one before. Outlives the account.
 * @param key keyed hash of the person
 */
export async function noteTrial(trx: Trx, key: string, now: Date): Promise<boolean> {
  const noted = await trx
    .insertInto('trial_use')
    .values({ email_key: key, started_at: now })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('email_key')
    .executeTakeFirst()
  return noted !== undefined
}

/**
 * Returns whether a person has had a trial.
 * @param key as in `noteTrial`
 */
export async function hadTrial(db: Db, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('trial_use')
    .select('email_key')
    .where('email_key', '=', key)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whether an account has, or had, a subscription. */
export async function hasSubscription(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('subscription')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the days of trial that an account was promised by mail; 0 for none. */
export async function promisedTrialDays(db: Db, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('account')
    .select('trial_days')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row?.trial_days ?? 0
}

/** Notes the days of trial that a mail to an account promises. */
export async function notePromisedTrial(trx: Trx, accountId: string, days: number): Promise<void> {
  await trx.updateTable('account').set({ trial_days: days }).where('id', '=', accountId).execute()
}
