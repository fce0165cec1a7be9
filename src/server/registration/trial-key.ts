import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import { personKey } from '#domain/accounts/contact.ts'
import { ensureSetting, readSetting, writeSetting } from '#server/database/setting.store.ts'
import type { Tables } from '#server/database/tables.ts'
import { derivedKey, type Secrets } from '#server/runtime/derived-key.ts'
import { isSealedAnew, seal, unseal } from '#server/runtime/sealed.ts'

/**
 * What it is remembered by that a person had their trial. It outlives their account, so it is a keyed hash: a dump names
 * nobody by it, and only this site can ask whether an address it is given had one.
 */
export function trialUseOf(trialKey: Buffer, email: string): string {
  return personUse(trialKey, personKey(email))
}

/** @param person as `personKey` names them */
export function personUse(trialKey: Buffer, person: string): string {
  return createHmac('sha256', trialKey).update(person).digest('base64url')
}

const sealed = { purpose: 'trial key', owner: 'lectern' } as const

/**
 * The key of those hashes. They cannot be computed anew, so it stays the same for ever: it is kept sealed, and a changed
 * APP_SECRET forgets no trial. The first is the one that was derived from APP_SECRET before it was kept.
 */
export async function readTrialKey(db: Kysely<Tables>, secrets: Secrets): Promise<Buffer> {
  const first = derivedKey(secrets.previousAppSecret ?? secrets.appSecret, 'trial use')
  const stored =
    (await readSetting(db, 'trial-key')) ?? (await ensureSetting(db, 'trial-key', textOf(secrets, first)))
  const key = unseal(secrets, sealed, Buffer.from(String(stored), 'base64url'))
  if (!key) throw new Error('the key of trials was sealed with another APP_SECRET')
  return key
}

/** Seals the key with today's APP_SECRET. */
export async function resealTrialKey(db: Kysely<Tables>, secrets: Secrets): Promise<void> {
  const key = await readTrialKey(db, secrets)
  const stored = Buffer.from(String(await readSetting(db, 'trial-key')), 'base64url')
  if (!isSealedAnew(secrets, sealed, stored)) await writeSetting(db, 'trial-key', textOf(secrets, key))
}

function textOf(secrets: Secrets, key: Buffer): string {
  return seal(secrets, sealed, key).toString('base64url')
}
