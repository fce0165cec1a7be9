import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'

/** An import of people without rows, checked or begun at a moment. */
export async function storePeopleImport(
  db: Kysely<Tables>,
  { id, state, at }: { id: string; state: 'checked' | 'done'; at: Date },
): Promise<void> {
  await db
    .insertInto('people_import')
    .values({
      id,
      state,
      file: 'customers.csv',
      columns: '[]',
      language: 'en',
      good: 0,
      bad: 0,
      checked_at: at,
      started_at: state === 'checked' ? null : at,
    })
    .execute()
}
