import { type Selectable, sql } from 'kysely'
import type { Db, Tables, Trx } from '#server/platform/database/tables.ts'

export type AuditRow = Selectable<Tables['audit_entry']>

/** Returns the newest entry, locked: nothing can be added until the transaction ends. */
export async function lockNewestEntry(trx: Trx): Promise<AuditRow | undefined> {
  await sql`lock table audit_entry in exclusive mode`.execute(trx)
  // mutant `1 → 2`: the first row is taken
  return trx.selectFrom('audit_entry').selectAll().orderBy('position', 'desc').limit(1).executeTakeFirst()
}

export async function insertEntry(trx: Trx, row: AuditRow): Promise<void> {
  await trx.insertInto('audit_entry').values(row).execute()
}

/** Returns up to `limit` entries after a position, oldest first. */
export function entriesAfter(db: Db, position: number, limit: number): Promise<AuditRow[]> {
  return db
    .selectFrom('audit_entry')
    .selectAll()
    .where('position', '>', position)
    .orderBy('position')
    .limit(limit)
    .execute()
}

/** Returns whether an entry with this action and target exists. */
export async function isRecorded(db: Db, action: string, target: string): Promise<boolean> {
  const row = await db
    .selectFrom('audit_entry')
    .select('position')
    .where('target', '=', target)
    .where('action', '=', action)
    .executeTakeFirst()
  return row !== undefined
}
