import { createHmac } from 'node:crypto'
import { personKey } from '#domain/accounts/contact.ts'
import { readKeptKey } from '#server/platform/database/kept-key.ts'
import type { Db } from '#server/platform/database/tables.ts'
import type { Secrets } from '#server/platform/runtime/derived-key.ts'

/**
 * Returns the key under which a person's trial is remembered. It outlives the account, so it is a keyed hash: a dump
 * reveals no one, and only this site can test an address.
 */
export function trialUseOf(trialKey: Buffer, email: string): string {
  return personUse(trialKey, personKey(email))
}

/** @param person as in `personKey` */
export function personUse(trialKey: Buffer, person: string): string {
  return createHmac('sha256', trialKey).update(person).digest('base64url')
}

/** Returns the key of those hashes, which cannot be recomputed and never changes (database/kept-key.ts). */
export function readTrialKey(db: Db, secrets: Secrets): Promise<Buffer> {
  return readKeptKey(db, secrets, 'trial-key')
}
