import { randomBytes } from 'node:crypto'
import { derivedKey, type Secrets } from '#server/platform/runtime/derived-key.ts'
import { isSealedAnew, type Seal, seal, unseal } from '#server/platform/runtime/sealed.ts'
import { ensureSetting, readSetting, writeSetting } from './setting.store.ts'
import type { Db } from './tables.ts'

type Kept = { readonly seal: Seal; readonly firstPurpose: string }

/**
 * Keys that survive a change of APP_SECRET, by setting, sealed with APP_SECRET. Each starts as the key that was derived
 * from APP_SECRET for `firstPurpose`, so that what was signed before it was stored stays valid.
 */
const keptKeys = {
  'trial-key': { seal: { purpose: 'trial key', owner: 'lectern' }, firstPurpose: 'trial use' },
  'order-link-key': { seal: { purpose: 'order link key', owner: 'lectern' }, firstPurpose: 'shop order' },
  'unsubscribe-link-key': {
    seal: { purpose: 'unsubscribe link key', owner: 'lectern' },
    firstPurpose: 'newsletter unsubscribe',
  },
} as const satisfies Record<string, Kept>

export type KeptKey = keyof typeof keptKeys

/** Keys of long-lived links. */
const linkKeys = ['order-link-key', 'unsubscribe-link-key'] as const satisfies readonly KeptKey[]

/** Returns a stored key, creating it where missing. Throws where neither secret opens it. */
export async function readKeptKey(db: Db, secrets: Secrets, name: KeptKey): Promise<Buffer> {
  const kept: Kept = keptKeys[name]
  const first = derivedKey(secrets.previousAppSecret ?? secrets.appSecret, kept.firstPurpose)
  const stored =
    (await readSetting(db, name)) ?? (await ensureSetting(db, name, sealedText(secrets, kept, first)))
  const key = unseal(secrets, kept.seal, Buffer.from(String(stored), 'base64url'))
  if (!key) throw new Error(`the ${kept.seal.purpose} was sealed with another APP_SECRET`)
  return key
}

/** Seals all stored keys with the current APP_SECRET. */
export async function resealKeptKeys(db: Db, secrets: Secrets): Promise<void> {
  for (const name of Object.keys(keptKeys) as KeptKey[]) {
    const kept = keptKeys[name]
    const key = await readKeptKey(db, secrets, name)
    const stored = Buffer.from(String(await readSetting(db, name)), 'base64url')
    if (!isSealedAnew(secrets, kept.seal, stored))
      await writeSetting(db, name, sealedText(secrets, kept, key))
  }
}

/** Replaces the keys of links: every link signed with the old keys becomes invalid, in all processes. */
export async function renewLinkKeys(db: Db, secrets: Secrets): Promise<void> {
  for (const name of linkKeys)
    await writeSetting(db, name, sealedText(secrets, keptKeys[name], randomBytes(32)))
}

function sealedText(secrets: Secrets, kept: Kept, key: Buffer): string {
  return seal(secrets, kept.seal, key).toString('base64url')
}
