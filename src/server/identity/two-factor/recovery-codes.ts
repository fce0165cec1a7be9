import type { Trx } from '#server/platform/database/tables.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import type { Random } from '#server/platform/runtime/random.ts'
import type { Services } from '#server/platform/services/services.ts'
import {
  deleteRecoveryCodes,
  isTwoFactorOn,
  readSecondFactors,
  replaceRecoveryCodes,
} from './second-factor.store.ts'

/** Number of codes that are issued together. */
const atOnce = 10
/** 28 characters of 5 bits are 140 bits: more than the 112 from which a plain hash suffices (OWASP ASVS 5, 6.5.2). */
const letters = 28
/** Crockford's alphabet, without ambiguous characters. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Creates recovery codes, to be shown once, in groups of four characters. */
export function freshRecoveryCodes(random: Pick<Random, 'token'>): string[] {
  return Array.from({ length: atOnce }, () => {
    const bytes = Buffer.from(random.token(), 'base64url').subarray(0, letters)
    const code = Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('')
    return code.replace(/(.{4})(?!$)/g, '$1-')
  })
}

/**
 * Returns the stored hash of a recovery code, ignoring case, hyphens, spaces, and letters confused with digits.
 * Undefined for a malformed code.
 */
export function recoveryCodeHash(typed: string): Buffer | undefined {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  return new RegExp(`^[${alphabet}]{${letters}}$`).test(code) ? sha256(code) : undefined
}

/** Replaces a user's recovery codes by ten new ones and returns them: they are never readable again. */
export async function giveRecoveryCodes(
  trx: Trx,
  { clock, random }: Pick<Services, 'clock' | 'random'>,
  userId: string,
): Promise<string[]> {
  const codes = freshRecoveryCodes(random)
  const hashes = codes.flatMap((code) => recoveryCodeHash(code) ?? [])
  await replaceRecoveryCodes(trx, { userId, hashes, now: clock.real() })
  return codes
}

/** Issues recovery codes with a user's first second factor; none where earlier ones are left. */
export async function giveFirstRecoveryCodes(
  trx: Trx,
  services: Pick<Services, 'clock' | 'random'>,
  userId: string,
): Promise<string[]> {
  const { recoveryCodes } = await readSecondFactors(trx, userId)
  return recoveryCodes > 0 ? [] : giveRecoveryCodes(trx, services, userId)
}

/** Deletes the recovery codes with the last second factor: they replace one, but are not one. */
export async function dropNeedlessRecoveryCodes(trx: Trx, userId: string): Promise<void> {
  if (!isTwoFactorOn(await readSecondFactors(trx, userId))) await deleteRecoveryCodes(trx, userId)
}
