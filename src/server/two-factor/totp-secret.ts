import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { derivedKey } from '#server/runtime/derived-key.ts'

/**
 * An authenticator app's secret as it is stored: AES-256-GCM with a key made from APP_SECRET, bound to its user, so that
 * neither a copy of the database nor a row moved to another user opens anything. Nonce, tag and text, in this order.
 */
export function sealTotpSecret(appSecret: string, userId: string, secret: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', keyOf(appSecret), nonce).setAAD(Buffer.from(userId))
  const text = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

/** Undefined when it was sealed for another user or with another APP_SECRET. */
export function openTotpSecret(appSecret: string, userId: string, sealed: Buffer): Buffer | undefined {
  const text = sealed.subarray(nonceBytes + tagBytes)
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(appSecret), sealed.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    })
      .setAAD(Buffer.from(userId))
      .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
    return Buffer.concat([decipher.update(text), decipher.final()])
  } catch {
    return undefined
  }
}

const nonceBytes = 12
const tagBytes = 16

function keyOf(appSecret: string): Buffer {
  return derivedKey(appSecret, 'authenticator app secrets')
}
