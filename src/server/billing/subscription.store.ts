import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/**
 * Notes that a person has had their trial; false when they had it before. Stays when the account goes.
 * @param key names the person by a keyed hash, so that it can outlive them
 */
export async function noteTrial(trx: Transaction<Tables>, key: string, now: Date): Promise<boolean> {
  const noted = await trx
    .insertInto('trial_use')
    .values({ email_key: key, started_at: now })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('email_key')
    .executeTakeFirst()
  return noted !== undefined
}
