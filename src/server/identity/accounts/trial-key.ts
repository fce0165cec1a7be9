import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import { personKey } from '#domain/accounts/contact.ts'
import { readKeptKey } from '#server/platform/database/kept-key.ts'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Secrets } from '#server/platform/runtime/derived-key.ts'

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

/** The key of those hashes, which cannot be computed anew: it stays the same for ever (database/kept-key.ts). */
export function readTrialKey(db: Kysely<Tables>, secrets: Secrets): Promise<Buffer> {
  return readKeptKey(db, secrets, 'trial-key')
}
