import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** Has jobs of a name that wait in the queue be due: their pauses are the machine's time, which a test does not have. */
export async function hurryJobs(db: Kysely<Tables>, name: string): Promise<void> {
  await sql`update pgboss.job set start_after = now() where name = ${name} and state = 'created'`.execute(db)
}
