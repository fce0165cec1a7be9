import { Secret, TOTP } from 'otpauth'
import type { Secrets } from '#server/platform/runtime/derived-key.ts'
import { isSealedAnew, type Seal, seal, unseal } from '#server/platform/runtime/sealed.ts'

/** The parameters that every authenticator app supports (RFC 6238). */
const usual = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** Length of a secret in bytes: 160 bits, like the hash (RFC 4226, section 4). */
export const totpSecretBytes = 20

/**
 * Returns the 30 second step of a six-digit code: the current, previous or next one, because clocks differ and people
 * type slowly. Undefined for a wrong code.
 */
export function totpStep(secret: Uint8Array, code: string, now: Date): number | undefined {
  // the library throws for six characters of more than six bytes
  if (!/^\d{6}$/.test(code)) return undefined
  const timestamp = now.getTime()
  const delta = TOTP.validate({ ...usual, secret: secretOf(secret), token: code, timestamp, window: 1 })
  return delta === null ? undefined : TOTP.counter({ period: usual.period, timestamp }) + delta
}

/** Returns what sets up an authenticator app: the address for the QR code, and the secret for typing. */
export function totpInvitation(
  secret: Uint8Array,
  { issuer, label }: { issuer: string; label: string },
): { uri: string; secret: string } {
  const totp = new TOTP({ ...usual, issuer, label, secret: secretOf(secret) })
  return { uri: totp.toString(), secret: totp.secret.base32 }
}

function secretOf(bytes: Uint8Array): Secret {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer })
}

/**
 * Seals an authenticator secret (runtime/sealed.ts), bound to its user, so that neither a database copy nor a row moved
 * to another user is usable.
 */
export function sealTotpSecret(secrets: Secrets, userId: string, secret: Uint8Array): Buffer {
  return seal(secrets, sealOf(userId), secret)
}

/** Undefined when it was sealed for another user or with another APP_SECRET. */
export function openTotpSecret(secrets: Secrets, userId: string, sealed: Buffer): Buffer | undefined {
  return unseal(secrets, sealOf(userId), sealed)
}

/** Seals it with the current APP_SECRET; undefined where that is done already, or it cannot be opened. */
export function resealTotpSecret(secrets: Secrets, userId: string, sealed: Buffer): Buffer | undefined {
  if (isSealedAnew(secrets, sealOf(userId), sealed)) return undefined
  const secret = openTotpSecret(secrets, userId, sealed)
  return secret && sealTotpSecret(secrets, userId, secret)
}

function sealOf(owner: string): Seal {
  return { purpose: 'authenticator app secrets', owner }
}
