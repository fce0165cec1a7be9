import { onTestFinished } from 'vitest'
import { addressOf, createTestDatabase } from './database.ts'

/**
 * Returns the address of a database on PostgreSQL that has one of the server's functions replaced, for the current test.
 * @param definition SQL from the function's name on
 */
export async function oddDatabase(definition: string): Promise<string> {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  await database.pool.query(`create function public.${definition}`)
  const { rows } = await database.pool.query('select current_database() as name')
  await database.pool.query(`alter database ${rows[0].name} set search_path = public, pg_catalog`)
  return addressOf(database)
}

/** The server calls itself PostgreSQL 99. */
export const ofTheFuture = `current_setting(text) returns text language sql as $$ select '990001' $$`
