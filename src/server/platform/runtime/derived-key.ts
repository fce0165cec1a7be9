import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** The site's secret, and the one before it while it is being changed (APP_SECRET_PREVIOUS). */
export type Secrets = { readonly appSecret: string; readonly previousAppSecret?: string | undefined }

/** A key for one purpose from the site's secret, so that a token made for one purpose means nothing for another. */
export function derivedKey(appSecret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', appSecret, '', `lectern ${purpose}`, 32))
}

/** The keys by which something is read: today's, by which it is written as well, and the one before. */
export function derivedKeys(
  { appSecret, previousAppSecret }: Secrets,
  purpose: string,
): readonly [Buffer, ...Buffer[]] {
  const former = previousAppSecret === undefined ? [] : [derivedKey(previousAppSecret, purpose)]
  return [derivedKey(appSecret, purpose), ...former]
}

/** Whether a signature over a text is one of ours, by today's key or by the one before. */
export function isSignature(secrets: Secrets, purpose: string, text: string, said: string): boolean {
  return derivedKeys(secrets, purpose).some((key) => isSignatureBy(key, text, said))
}

/** An HMAC-SHA-256 over a text by today's key, in base64url. */
export function signature({ appSecret }: Secrets, purpose: string, text: string): string {
  return signatureBy(derivedKey(appSecret, purpose), text)
}

/** An HMAC-SHA-256 over a text by a key, in base64url. */
export function signatureBy(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** Whether a signature over a text was made by a key; compared in constant time. */
export function isSignatureBy(key: Buffer, text: string, said: string): boolean {
  const own = Buffer.from(signatureBy(key, text))
  const other = Buffer.from(said)
  return own.length === other.length && timingSafeEqual(own, other)
}

/** What is stored of a token that only its bearer may know. */
export function sha256(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
