import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { derivedKeys, type Secrets } from './derived-key.ts'

const idBytes = 4
const nonceBytes = 12
const tagBytes = 16

/** Purpose and owner of a sealed value: for any other purpose or owner it does not open. */
export type Seal = { readonly purpose: string; readonly owner: string }

/**
 * Encrypts a secret for storage: AES-256-GCM with a key derived for the purpose. The result is key id, nonce, tag and
 * ciphertext; the key id tells the two secrets apart during rotation.
 */
export function seal(secrets: Secrets, { purpose, owner }: Seal, text: Uint8Array): Buffer {
  const [key] = derivedKeys(secrets, purpose)
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(text), cipher.final()])
  return Buffer.concat([idOf(key), nonce, cipher.getAuthTag(), sealed])
}

/** Decrypts what was sealed with the current or the previous secret; undefined for anything else. */
export function unseal(secrets: Secrets, { purpose, owner }: Seal, sealed: Buffer): Buffer | undefined {
  const keys = derivedKeys(secrets, purpose)
  const named = keys.find((key) => idOf(key).equals(sealed.subarray(0, idBytes)))
  // mutant `named → true`: nothing opens without a key
  const opened = named && openBy(named, owner, sealed.subarray(idBytes))
  // values sealed before keys had ids have no id in front
  return opened ?? keys.map((key) => openBy(key, owner, sealed)).find((text) => text !== undefined)
}

/** Returns whether a value is sealed with the current secret and carries its key id. */
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
