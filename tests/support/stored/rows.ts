import { type Kysely, type Selectable, sql } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** Every row of a table, in an order of their own: to be counted, compared before and after, or searched for what must not be there. */
export async function allRows<Name extends keyof Tables & string>(
  db: Kysely<Tables>,
  table: Name,
): Promise<Selectable<Tables[Name]>[]> {
  const { rows } = await sql<Selectable<Tables[Name]>>`
    select * from ${sql.table(table)} as kept order by kept::text`.execute(db)
  return rows
}

/** As if none of it had ever been. */
export async function emptyTables(
  db: Kysely<Tables>,
  ...tables: readonly (keyof Tables & string)[]
): Promise<void> {
  for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(db)
}

/** A setting of any name, as something that can be written and counted. */
export async function storeSetting(db: Kysely<Tables>, name: string): Promise<void> {
  await db.insertInto('setting').values({ name, value: '{}' }).execute()
}
