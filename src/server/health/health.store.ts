import type { Database } from '#server/database/database.ts'

/** Names of the migrations that the database has seen. */
export async function readAppliedMigrations({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>('select name from kysely_migration order by name')
  return rows.map(({ name }) => name)
}

/** Whether a mail waits that should have been tried at `since`, or that nobody has taken for a long time. */
export async function mailIsStuck({ db }: Database, since: Date): Promise<boolean> {
  const stuck = await db
    .selectFrom('mail')
    .select('id')
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where((where) => where.or([where('next_attempt_at', '<', since), where('attempts', '>=', 10)]))
    .limit(1)
    .executeTakeFirst()
  return stuck !== undefined
}
