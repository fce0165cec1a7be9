import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tables } from '#server/platform/database/tables.ts'

/** Returns every row of a table in a fixed order: for counting, comparing, or searching for forbidden values. */
export async function allRows<Name extends keyof Tables & string>(
  db: Db,
  table: Name,
): Promise<Selectable<Tables[Name]>[]> {
  const { rows } = await sql<Selectable<Tables[Name]>>`
    select * from ${sql.table(table)} as kept order by kept::text`.execute(db)
  return rows
}

/** Empties tables. */
export async function emptyTables(db: Db, ...tables: readonly (keyof Tables & string)[]): Promise<void> {
  for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(db)
}

/** A setting of any name, as something that can be written and counted. */
export async function storeSetting(db: Db, name: string): Promise<void> {
  await db.insertInto('setting').values({ name, value: '{}' }).execute()
}

/** The names of the site's own tables, by the alphabet. */
export async function tableNames(db: Db): Promise<(keyof Tables & string)[]> {
  const { rows } = await sql<{ name: keyof Tables & string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Returns the contents of tables by name: each row as text, in a fixed order, exact to the microsecond. `but`: a field
 * that may change.
 */
export async function contentsOf(
  db: Db,
  tables: readonly (keyof Tables & string)[],
  { but = '' }: { readonly but?: string } = {},
): Promise<ReadonlyMap<string, readonly string[]>> {
  const contents = new Map<string, readonly string[]>()
  for (const table of tables) {
    const { rows } = await sql<{ row: string }>`
      select (to_jsonb(kept) - ${but}::text)::text as row from ${sql.table(table)} as kept order by 1`.execute(
      db,
    )
    contents.set(
      table,
      rows.map(({ row }) => row),
    )
  }
  return contents
}

/** Hides a table during `work`, as if the database could not be read. */
export async function withoutTable(
  db: Db,
  table: keyof Tables & string,
  work: () => Promise<void>,
): Promise<void> {
  const away = sql.table(`${table}_away`)
  await sql`alter table ${sql.table(table)} rename to ${away}`.execute(db)
  try {
    await work()
  } finally {
    await sql`alter table ${away} rename to ${sql.table(table)}`.execute(db)
  }
}

/** Stores a row, bypassing the product. */
export async function storeRow<Name extends keyof Tables & string>(
  db: Db,
  table: Name,
  row: Insertable<Tables[Name]>,
): Promise<void> {
  await db
    .insertInto(table)
    .values(row as never)
    .execute()
}

/** Stores rows in this order, bypassing the product. */
export async function storeRows<Name extends keyof Tables & string>(
  db: Db,
  table: Name,
  ...rows: readonly Insertable<Tables[Name]>[]
): Promise<void> {
  for (const row of rows) await storeRow(db, table, row)
}
