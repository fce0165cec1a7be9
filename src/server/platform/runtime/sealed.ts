import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { derivedKeys, type Secrets } from './derived-key.ts'

const idBytes = 4
const nonceBytes = 12
const tagBytes = 16

/** What a sealed value is for, and what it belongs to: moved elsewhere it does not open. */
export type Seal = { readonly purpose: string; readonly owner: string }

/**
 * A secret as it is stored: AES-256-GCM with a key for its purpose from the site's secret. Id of the key, nonce, tag and
 * text, in this order; the id tells which secret it was sealed by while two are in use.
 */
export function seal(secrets: Secrets, { purpose, owner }: Seal, text: Uint8Array): Buffer {
  const [key] = derivedKeys(secrets, purpose)
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([idOf(key), nonce, cipher.getAuthTag(), sealed])
}

/** Opens what was sealed by today's secret or the one before; undefined for anything else. */
export function unseal(secrets: Secrets, { purpose, owner }: Seal, sealed: Buffer): Buffer | undefined {
  const keys = derivedKeys(secrets, purpose)
  const named = keys.find((key) => idOf(key).equals(sealed.subarray(0, idBytes)))
  // mutant `named → true`: nothing opens without a key
  const opened = named && openBy(named, owner, sealed.subarray(idBytes))
  // before keys had ids there was none in front
  return opened ?? keys.map((key) => openBy(key, owner, sealed)).find((text) => text !== undefined)
}

/** Whether it was sealed by today's secret, and says so. */
export function isSealedAnew(secrets: Secrets, { purpose }: Pick<Seal, 'purpose'>, sealed: Buffer): boolean {
  return idOf(derivedKeys(secrets, purpose)[0]).equals(sealed.subarray(0, idBytes))
}

function idOf(key: Buffer): Buffer {
  return createHmac('sha256', key).update('id').digest().subarray(0, idBytes)
}

function openBy(key: Buffer, owner: string, sealed: Buffer): Buffer | undefined {
  const text = sealed.subarray(nonceBytes + tagBytes)
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    })
      .setAAD(Buffer.from(owner))
      .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
    return Buffer.concat([decipher.update(text), decipher.final()])
  } catch {
    return undefined
  }
}
