import type { Db } from '#server/platform/database/tables.ts'

/** An authenticator app set up by a user, with unknown codes; none if they have one. */
export async function giveTotp(db: Db, userId: string, at: Date): Promise<void> {
  await db
    .insertInto('user_totp')
    .values({ user_id: userId, secret: Buffer.from('of a test'), created_at: at, confirmed_at: at })
    .onConflict((on) => on.doNothing())
    .execute()
}

export async function hasTotp(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('user_totp')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** As if no user had ever entered the first code of their app, until `confirmTotps`. */
export async function unconfirmTotps(db: Db): Promise<void> {
  await db.updateTable('user_totp').set({ confirmed_at: null }).execute()
}

export async function confirmTotps(db: Db): Promise<void> {
  await db
    .updateTable('user_totp')
    .set(({ ref }) => ({ confirmed_at: ref('created_at') }))
    .execute()
}

/** The secrets of all apps, as they are sealed. */
export function sealedSecrets(db: Db): Promise<{ userId: string; secret: Buffer }[]> {
  return db.selectFrom('user_totp').select(['user_id as userId', 'secret']).execute()
}

export async function replaceSecret(db: Db, userId: string, secret: Buffer): Promise<void> {
  await db.updateTable('user_totp').set({ secret }).where('user_id', '=', userId).execute()
}

/** How many recovery codes a user has, used or not. */
export async function recoveryCodesOf(db: Db, userId: string): Promise<number> {
  const rows = await db.selectFrom('recovery_code').select('user_id').where('user_id', '=', userId).execute()
  return rows.length
}

/** An unknown recovery code. */
export async function giveRecoveryCode(db: Db, userId: string, at: Date): Promise<void> {
  await db
    .insertInto('recovery_code')
    .values({ code_hash: Buffer.from('planted'), user_id: userId, created_at: at })
    .execute()
}
