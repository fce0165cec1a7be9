import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'

/** The audit log takes no entry while `work` is done, as on a disk that is full. */
export async function withoutAudit(db: Kysely<Tables>, work: () => Promise<void>): Promise<void> {
  await sql`alter table audit_entry add constraint closed check (position < 0) not valid`.execute(db)
  try {
    await work()
  } finally {
    await sql`alter table audit_entry drop constraint closed`.execute(db)
  }
}

/** Changes an entry of the audit log as somebody can who owns the database. */
export async function forgeEntry(
  db: Kysely<Tables>,
  position: number,
  change: { readonly target?: string; readonly after?: string },
): Promise<void> {
  await asOwner(db, () =>
    db.updateTable('audit_entry').set(change).where('position', '=', position).execute(),
  )
}

/** Takes an entry out of the audit log as somebody can who owns the database. */
export async function tearOutEntry(db: Kysely<Tables>, position: number): Promise<void> {
  await asOwner(db, () => db.deleteFrom('audit_entry').where('position', '=', position).execute())
}

async function asOwner(db: Kysely<Tables>, work: () => Promise<unknown>): Promise<void> {
  await sql`alter table audit_entry disable trigger user`.execute(db)
  try {
    await work()
  } finally {
    await sql`alter table audit_entry enable trigger user`.execute(db)
  }
}
