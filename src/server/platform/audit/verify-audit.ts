import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'
import type { Services } from '#server/platform/services/services.ts'
import { entriesAfter } from './audit.store.ts'
import { entryHash, noEntry } from './record-audit.ts'

/**
 * Whether the audit log is what was written: its length and the hash of its newest entry (to be noted down elsewhere, for
 * entries cut off its end leave no trace in it), or the first position at which an entry is missing or was changed.
 */
export async function verifyAudit(
  db: Kysely<Tables>,
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

/** Name of the command by which a running server verifies its audit log (command-line/control-socket.ts). */
export const verifyAuditCommand = 'verify-audit'

/** Verifies the log in the running server, which alone gets at the embedded database. */
export function verifyAuditOnRequest({
  database,
}: Pick<Services, 'database'>): ReturnType<typeof verifyAudit> {
  return verifyAudit(database.db)
}
