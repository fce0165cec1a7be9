import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { Services } from '#server/services/services.ts'
import { deleteRecoveryCodes, replaceRecoveryCodes } from './recovery-code.store.ts'
import { freshRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts'
import { isTwoFactorOn, readSecondFactors } from './second-factor.store.ts'

/** Gives a user ten recovery codes, which end all earlier ones, and answers them: only now can they be read. */
export async function giveRecoveryCodes(
  trx: Transaction<Tables>,
  { clock, random }: Services,
  userId: string,
): Promise<string[]> {
  const codes = freshRecoveryCodes(random)
  const hashes = codes.flatMap((code) => recoveryCodeHash(code) ?? [])
  await replaceRecoveryCodes(trx, { userId, hashes, now: clock.real() })
  return codes
}

/** Gives recovery codes to whoever has just got their first second factor; none where earlier ones are left. */
export async function giveFirstRecoveryCodes(
  trx: Transaction<Tables>,
  services: Services,
  userId: string,
): Promise<string[]> {
  const { recoveryCodes } = await readSecondFactors(trx, userId)
  return recoveryCodes > 0 ? [] : giveRecoveryCodes(trx, services, userId)
}

/** Recovery codes go with the last second factor: they stand in for one, and are none by themselves. */
export async function dropNeedlessRecoveryCodes(trx: Transaction<Tables>, userId: string): Promise<void> {
  if (!isTwoFactorOn(await readSecondFactors(trx, userId))) await deleteRecoveryCodes(trx, userId)
}
