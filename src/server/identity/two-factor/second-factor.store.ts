import { sql } from 'kysely'
import type { Db, Trx } from '#server/platform/database/tables.ts'

/** A user's active second factors: any passkey, and an authenticator app after its first code. */
type SecondFactors = {
  readonly totp: boolean
  readonly passkeys: number
  /** Unused codes. */
  readonly recoveryCodes: number
}

export async function readSecondFactors(db: Db, userId: string): Promise<SecondFactors> {
  const { rows } = await sql<SecondFactors>`
    select exists(select 1 from user_totp where user_id = ${userId} and confirmed_at is not null) as totp,
      (select count(*) from passkey where user_id = ${userId}) as passkeys,
      (select count(*) from recovery_code where user_id = ${userId} and used_at is null) as "recoveryCodes"`.execute(
    db,
  )
  // an aggregate always returns one row
  return (rows as [SecondFactors])[0]
}

/** Returns whether signing in needs a second step. */
export function isTwoFactorOn({ totp, passkeys }: Pick<SecondFactors, 'totp' | 'passkeys'>): boolean {
  return totp || passkeys > 0
}

/** Removes all second factors of a user, with the recovery codes. False where there was none. */
export async function deleteSecondFactors(trx: Trx, userId: string): Promise<boolean> {
  const hadSome = isTwoFactorOn(await readSecondFactors(trx, userId))
  for (const table of ['passkey', 'user_totp', 'recovery_code'] as const)
    await trx.deleteFrom(table).where('user_id', '=', userId).execute()
  return hadSome
}

/** Replaces all recovery codes of a user. */
export async function replaceRecoveryCodes(
  trx: Trx,
  { userId, hashes, now }: { userId: string; hashes: readonly Buffer[]; now: Date },
): Promise<void> {
  await deleteRecoveryCodes(trx, userId)
  await trx
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ code_hash: hash, user_id: userId, created_at: now, used_at: null })))
    .execute()
}

export async function deleteRecoveryCodes(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
}

/** Consumes a recovery code; false when it is unknown or used. */
export async function takeRecoveryCode(
  db: Db,
  { userId, hash, now }: { userId: string; hash: Buffer; now: Date },
): Promise<boolean> {
  const taken = await db
    .updateTable('recovery_code')
    .set({ used_at: now })
    .where('code_hash', '=', hash)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

type TotpRow = { readonly secret: Buffer; readonly confirmedAt: Date | null }

export async function findTotp(db: Db, userId: string): Promise<TotpRow | undefined> {
  return db
    .selectFrom('user_totp')
    .select(['secret', 'confirmed_at as confirmedAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Stores an unconfirmed secret in place of an earlier one. False when a confirmed one exists. */
export async function storeTotpSecret(
  db: Db,
  { userId, secret, now }: { userId: string; secret: Buffer; now: Date },
): Promise<boolean> {
  const stored = await db
    .insertInto('user_totp')
    .values({ user_id: userId, secret, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret, created_at: now })
        .where('user_totp.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return stored !== undefined
}

/** Consumes a 30 second step of a secret; false when it, or a later one, was used before. */
export async function takeTotpStep(db: Db, userId: string, step: number): Promise<boolean> {
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

/** Activates a secret with the step of its first code; false when it was replaced or confirmed meanwhile. */
export async function confirmTotpRow(
  trx: Trx,
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

export async function deleteTotp(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('user_totp').where('user_id', '=', userId).execute()
}

export async function readTotpSecrets(
  db: Db,
): Promise<readonly { readonly userId: string; readonly secret: Buffer }[]> {
  return db.selectFrom('user_totp').select(['user_id as userId', 'secret']).execute()
}

/** Stores the same secret, resealed, unless it was replaced meanwhile. */
export async function replaceTotpSecret(
  db: Db,
  { userId, former, secret }: { userId: string; former: Buffer; secret: Buffer },
): Promise<void> {
  await db
    .updateTable('user_totp')
    .set({ secret })
    .where('user_id', '=', userId)
    .where('secret', '=', former)
    .execute()
}
