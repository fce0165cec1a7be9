import { Secret, TOTP } from 'otpauth'
import type { Secrets } from '#server/platform/runtime/derived-key.ts'
import { isSealedAnew, type Seal, seal, unseal } from '#server/platform/runtime/sealed.ts'

/** As every authenticator app reads it (RFC 6238): SHA-1, six digits, 30 seconds. */
const usual = { algorithm: 'SHA1', digits: 6, period: 30 } as const

/** Length of a secret in bytes: 160 bit, as long as the hash (RFC 4226, section 4). */
export const totpSecretBytes = 20

/**
 * The 30 second step that a code of six digits belongs to: the present one, the one before or the one after, since clocks
 * differ and people type slowly. Undefined for a wrong code.
 */
export function totpStep(secret: Uint8Array, code: string, now: Date): number | undefined {
  // the library throws at six letters that are more than six bytes
  if (!/^\d{6}$/.test(code)) return undefined
  const timestamp = now.getTime()
  const delta = TOTP.validate({ ...usual, secret: secretOf(secret), token: code, timestamp, window: 1 })
  return delta === null ? undefined : TOTP.counter({ period: usual.period, timestamp }) + delta
}

/** How a secret comes into an authenticator app: the address that a QR code shows, and the secret for typing. */
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
 * An authenticator app's secret as it is stored: sealed (runtime/sealed.ts) and bound to its user, so that neither a copy
 * of the database nor a row moved to another user opens anything.
 */
export function sealTotpSecret(secrets: Secrets, userId: string, secret: Uint8Array): Buffer {
  return seal(secrets, sealOf(userId), secret)
}

/** Undefined when it was sealed for another user or with another APP_SECRET. */
export function openTotpSecret(secrets: Secrets, userId: string, sealed: Buffer): Buffer | undefined {
  return unseal(secrets, sealOf(userId), sealed)
}

/** The same sealed by today's APP_SECRET; undefined where it is already, or cannot be opened. */
export function resealTotpSecret(secrets: Secrets, userId: string, sealed: Buffer): Buffer | undefined {
  if (isSealedAnew(secrets, sealOf(userId), sealed)) return undefined
  const secret = openTotpSecret(secrets, userId, sealed)
  return secret && sealTotpSecret(secrets, userId, secret)
}

function sealOf(owner: string): Seal {
  return { purpose: 'authenticator app secrets', owner }
}
