import type { Db } from '#server/platform/database/tables.ts'
import type { Services } from '#server/platform/services/services.ts'
import { entriesAfter } from './audit.store.ts'
import { entryHash, noEntry } from './record-audit.ts'

/**
 * Verifies the audit log: returns its length and the newest hash (to be noted elsewhere, because truncation leaves no
 * trace), or the first position with a missing or changed entry.
 */
export async function verifyAudit(
  db: Db,
): Promise<{ entries: number; newestHash: string } | { faultAt: number; fault: 'missing' | 'changed' }> {
  let position = 0
  let previous: Buffer = noEntry
  for (;;) {
    const rows = await entriesAfter(db, position, batch)
    for (const row of rows) {
      position += 1
      if (row.position !== position) return { faultAt: position, fault: 'missing' }
      const intact = row.previous_hash.equals(previous) && row.hash.equals(entryHash(row))
      if (!intact) return { faultAt: position, fault: 'changed' }
      previous = row.hash
    }
    if (rows.length < batch) return { entries: position, newestHash: previous.toString('hex') }
  }
}

const batch = 1_000

/** The control command with which a running server verifies its audit log (command-line/control-socket.ts). */
export const verifyAuditCommand = 'verify-audit'

/** Verifies the log in the running server, which alone can open the embedded database. */
export function verifyAuditOnRequest({
  database,
}: Pick<Services, 'database'>): ReturnType<typeof verifyAudit> {
  return verifyAudit(database.db)
}
