import { createHash } from 'node:crypto'
import type { AuditRow } from './audit.store.ts'

/** What the first entry is chained to. */
export const noEntry = Buffer.alloc(32)

/** SHA-256 over all of an entry and the hash of the one before it: no field of either can change without being seen. */
export function entryHash(row: Omit<AuditRow, 'hash'>): Buffer {
  const facts = [
    row.position,
    row.at.toISOString(),
    row.actor_id,
    row.acting_as,
    row.action,
    row.target,
    row.network,
    row.request_id,
    row.before,
    row.after,
    row.previous_hash.toString('hex'),
  ]
  return createHash('sha256').update(JSON.stringify(facts)).digest()
}
