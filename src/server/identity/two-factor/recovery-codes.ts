import type { Transaction } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import type { Random } from '#server/platform/runtime/random.ts'
import type { Services } from '#server/platform/services/services.ts'
import {
  deleteRecoveryCodes,
  isTwoFactorOn,
  readSecondFactors,
  replaceRecoveryCodes,
} from './second-factor.store.ts'

/** How many codes somebody gets at once. */
const atOnce = 10
/** 28 letters of 5 bit are 140 bit: more than the 112 that let a plain hash do (OWASP ASVS 5, 6.5.2). */
const letters = 28
/** Crockford's alphabet: no two of its letters look alike. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Fresh recovery codes, to be shown once, in groups of four letters. */
export function freshRecoveryCodes(random: Pick<Random, 'token'>): string[] {
  return Array.from({ length: atOnce }, () => {
    const bytes = Buffer.from(random.token(), 'base64url').subarray(0, letters)
    const code = Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('')
    return code.replace(/(.{4})(?!$)/g, '$1-')
  })
}

/**
 * What is stored of a recovery code, however it is typed: in any case, with or without hyphens and spaces, with the
 * letters that people mistake for digits. Undefined for what cannot be one.
 */
export function recoveryCodeHash(typed: string): Buffer | undefined {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  return new RegExp(`^[${alphabet}]{${letters}}$`).test(code) ? sha256(code) : undefined
}

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

/** Deletes the recovery codes along with the last second factor: they stand in for one, and are none by themselves. */
export async function dropNeedlessRecoveryCodes(trx: Transaction<Tables>, userId: string): Promise<void> {
  if (!isTwoFactorOn(await readSecondFactors(trx, userId))) await deleteRecoveryCodes(trx, userId)
}
