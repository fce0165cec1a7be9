import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

export type TotpRow = { readonly secret: Buffer; readonly confirmedAt: Date | null }

export async function findTotp(db: Kysely<Tables>, userId: string): Promise<TotpRow | undefined> {
  return db
    .selectFrom('user_totp')
    .select(['secret', 'confirmed_at as confirmedAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Keeps a secret whose first code is still to come; one that came before it is forgotten. False when one is in use. */
export async function storeTotpSecret(
  db: Kysely<Tables>,
  { userId, secret, now }: { userId: string; secret: Buffer; now: Date },
): Promise<boolean> {
  const stored = await db
    .insertInto('user_totp')
    .values({ user_id: userId, secret, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret, created_at: now, last_step: 0 })
        .where('user_totp.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return stored !== undefined
}

/** Takes a 30 second step of a secret in use; false when it, or a later one, was taken before. */
export async function takeTotpStep(db: Kysely<Tables>, userId: string, step: number): Promise<boolean> {
  const taken = await db
    .updateTable('user_totp')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Puts a secret into use with the step of its first code; false when it has been replaced or confirmed meanwhile. */
export async function confirmTotpRow(
  trx: Transaction<Tables>,
  { userId, secret, step, now }: { userId: string; secret: Buffer; step: number; now: Date },
): Promise<boolean> {
  const confirmed = await trx
    .updateTable('user_totp')
    .set({ confirmed_at: now, last_step: step })
    .where('user_id', '=', userId)
    .where('secret', '=', secret)
    .where('confirmed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return confirmed !== undefined
}

export async function deleteTotp(trx: Transaction<Tables>, userId: string): Promise<void> {
  await trx.deleteFrom('user_totp').where('user_id', '=', userId).execute()
}
