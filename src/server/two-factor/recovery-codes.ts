import { sha256 } from '#server/runtime/derived-key.ts'
import type { Random } from '#server/runtime/random.ts'

/** How many codes somebody gets at once. */
const atOnce = 10
/** 28 letters of 5 bit are 140 bit: more than the 112 that let a plain hash do (OWASP ASVS 5, 6.5.2). */
const letters = 28
/** Crockford's: nothing in it looks like something else. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Fresh recovery codes, to be shown once, in groups of four letters. */
export function freshRecoveryCodes(random: Pick<Random, 'token'>): string[] {
  return Array.from({ length: atOnce }, () => {
    const bytes = Buffer.from(random.token(), 'base64url').subarray(0, letters)
    const word = Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('')
    return word.replace(/(.{4})(?!$)/g, '$1-')
  })
}

/**
 * What is stored of a recovery code, however it is typed: in any case, with or without hyphens and spaces, with the
 * letters that people mistake for digits. Undefined for what cannot be one.
 */
export function recoveryCodeHash(typed: string): Buffer | undefined {
  const word = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  return new RegExp(`^[${alphabet}]{${letters}}$`).test(word) ? sha256(word) : undefined
}
