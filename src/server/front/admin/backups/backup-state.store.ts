import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Database } from '#server/platform/database/database.ts'
import { readSetting, writeSetting } from '#server/platform/database/setting.store.ts'
import type { Db } from '#server/platform/database/tables.ts'

/** The backup that was asked for last at the desk. Times are on the real clock. */
const BackupState = z.object({
  file: z.string(),
  askedAt: z.coerce.date(),
  /** Null while it is being made. */
  endedAt: z.nullable(z.coerce.date()),
  /** Why the last backup failed; null if it did not. */
  problem: z.nullable(z.string()),
})
export type BackupState = z.output<typeof BackupState>

export async function readBackupState(db: Db): Promise<BackupState | undefined> {
  return BackupState.safeParse(await readSetting(db, 'backup')).data
}

export function writeBackupState(db: Db, state: BackupState): Promise<void> {
  return writeSetting(db, 'backup', state)
}

/** Returns the size of the database on its disk. */
export async function databaseBytes({ db }: Pick<Database, 'db'>): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`.execute(
    db,
  )
  return Number(rows[0]?.bytes ?? 0)
}
