import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** The site's secret, and during rotation the previous one (APP_SECRET_PREVIOUS). */
export type Secrets = { readonly appSecret: string; readonly previousAppSecret?: string | undefined }

/**
 * Derives a key for one purpose from the site's secret, so that a token made for one purpose is invalid for another.
 */
export function derivedKey(appSecret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', appSecret, '', `lectern ${purpose}`, 32))
}

/** The keys that reading accepts: the current one, which writing uses, and the previous one. */
export function derivedKeys(
  { appSecret, previousAppSecret }: Secrets,
  purpose: string,
): readonly [Buffer, ...Buffer[]] {
  const former = previousAppSecret === undefined ? [] : [derivedKey(previousAppSecret, purpose)]
  return [derivedKey(appSecret, purpose), ...former]
}

/** Returns whether a signature was made with the current or the previous key. */
export function isSignature(secrets: Secrets, purpose: string, text: string, said: string): boolean {
  return derivedKeys(secrets, purpose).some((key) => isSignatureBy(key, text, said))
}

/** Returns the HMAC-SHA-256 of a text under the current key, in base64url. */
export function signature({ appSecret }: Secrets, purpose: string, text: string): string {
  return signatureBy(derivedKey(appSecret, purpose), text)
}

/** Returns the HMAC-SHA-256 of a text under a key, in base64url. */
export function signatureBy(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** Verifies a signature of a text under a key, in constant time. */
export function isSignatureBy(key: Buffer, text: string, said: string): boolean {
  const own = Buffer.from(signatureBy(key, text))
  const other = Buffer.from(said)
  return own.length === other.length && timingSafeEqual(own, other)
}

/** Returns the hash that is stored in place of a secret token. */
export function sha256(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
