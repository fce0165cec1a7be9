import { sql } from 'kysely'
import type { Db } from '#server/platform/database/tables.ts'

/** Rejects audit entries during `work`, as a full disk would. */
export async function withoutAudit(db: Db, work: () => Promise<void>): Promise<void> {
  await sql`alter table audit_entry add constraint closed check (position < 0) not valid`.execute(db)
  try {
    await work()
  } finally {
    await sql`alter table audit_entry drop constraint closed`.execute(db)
  }
}

/** Changes an audit entry, as the database's owner could. */
export async function forgeEntry(
  db: Db,
  position: number,
  change: { readonly target?: string; readonly after?: string },
): Promise<void> {
  await asOwner(db, () =>
    db.updateTable('audit_entry').set(change).where('position', '=', position).execute(),
  )
}

/** Removes an audit entry, as the database's owner could. */
export async function tearOutEntry(db: Db, position: number): Promise<void> {
  await asOwner(db, () => db.deleteFrom('audit_entry').where('position', '=', position).execute())
}

async function asOwner(db: Db, work: () => Promise<unknown>): Promise<void> {
  await sql`alter table audit_entry disable trigger user`.execute(db)
  try {
    await work()
  } finally {
    await sql`alter table audit_entry enable trigger user`.execute(db)
  }
}

/** Whether the transaction that stored the newest audit entry also stored the reply to an idempotent call. */
export async function isStoredWithReply(db: Db): Promise<boolean> {
  const { rows } = await sql<{ together: boolean }>`select exists (
    select from idempotent_reply where xmin =
      (select xmin from audit_entry order by position desc limit 1)) as together`.execute(db)
  return rows[0]?.together === true
}
