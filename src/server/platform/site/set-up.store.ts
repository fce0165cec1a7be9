import { sql } from 'kysely'
import { readSetting } from '#server/platform/database/setting.store.ts'
import type { Db } from '#server/platform/database/tables.ts'

/**
 * Puts a database without any account into set-up; one with an account, or that was opened before, stays as it is. One
 * statement, so that of processes that start together all find the same.
 */
export async function beginSetUp(db: Db): Promise<void> {
  await sql`
    insert into setting (name, value)
    select 'set-up', '"running"'::jsonb
    where not exists (select from account)
    on conflict (name) do nothing`.execute(db)
}

/** Returns whether the site has not been opened yet: visitors see a page that says so. */
export async function isInSetUp(db: Db): Promise<boolean> {
  return (await readSetting(db, 'set-up')) === 'running'
}
