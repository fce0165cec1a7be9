import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** Which second factors a user has in use. Any passkey is one; an authenticator app once its first code was sent. */
export type SecondFactors = {
  readonly totp: boolean
  readonly passkeys: number
  /** Those that were not used yet. */
  readonly recoveryCodes: number
}

export async function readSecondFactors(db: Kysely<Tables>, userId: string): Promise<SecondFactors> {
  const { rows } = await sql<SecondFactors>`
    select exists(select 1 from user_totp where user_id = ${userId} and confirmed_at is not null) as totp,
      (select count(*) from passkey where user_id = ${userId}) as passkeys,
      (select count(*) from recovery_code where user_id = ${userId} and used_at is null) as "recoveryCodes"`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('a query of counts answered no row')
  return row
}

/** Whether signing in takes a second step. */
export function isTwoFactorOn({ totp, passkeys }: Pick<SecondFactors, 'totp' | 'passkeys'>): boolean {
  return totp || passkeys > 0
}

/** Takes away all second factors of a user, and the recovery codes that stand in for them. False where there was none. */
export async function deleteSecondFactors(trx: Transaction<Tables>, userId: string): Promise<boolean> {
  const hadSome = isTwoFactorOn(await readSecondFactors(trx, userId))
  for (const table of ['passkey', 'user_totp', 'recovery_code'] as const)
    await trx.deleteFrom(table).where('user_id', '=', userId).execute()
  return hadSome
}
