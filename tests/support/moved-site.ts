import { resolve } from 'node:path'
import type { Database } from '#server/platform/database/database.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { silentLog } from './database.ts'

const migrationsDir = resolve(import.meta.dirname, '../../migrations')

/** A site's database, of either kind. */
export type Place = { readonly databaseUrl: string | undefined; readonly dataDir: string }

/** Opens a database, also one that a start refuses because of a move. */
export async function look<Result>(
  place: Place,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({ ...place, migrationsDir, log: silentLog, forMove: true })
  return work(database).finally(() => database.close())
}

/** Why the site does not start there; undefined where it does. */
export async function refusal(place: Place): Promise<string | undefined> {
  try {
    await (await openDatabase({ ...place, migrationsDir, log: silentLog })).close()
    return undefined
  } catch (problem) {
    return String(problem)
  }
}

/** When the queue was looked after last, which it notes wherever it is opened. */
const queueTimes = '{bam_on,cron_on,flow_on,monitor_backoff_on,reindex_on}'

/** The number of rows of every table, the queue's too, with a digest of them, and the positions of sequences. */
export function contents(place: Place): Promise<ReadonlyMap<string, string>> {
  return look(place, async ({ pool, withoutTimeLimit }) => {
    const { rows: tables } = await pool.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = relnamespace
       where relkind = 'r' and nspname <> 'information_schema' and nspname !~ '^pg_' and relname <> 'moving_in'`,
    )
    const found = new Map<string, string>()
    for (const { name } of tables.toSorted((one, other) => one.name.localeCompare(other.name))) {
      const mark = name === 'public.setting' ? `where name <> 'moved'` : ''
      const { rows } = await withoutTimeLimit(() =>
        pool.query<{ digest: string }>(
          `select count(*) || ' rows, ' || coalesce(sum(hashtextextended((to_jsonb(kept) - $1::text[])::text, 0)), 0) as digest
           from ${name} as kept ${mark}`,
          [queueTimes],
        ),
      )
      found.set(name, rows[0]?.digest ?? '')
    }
    const { rows } = await pool.query<{ position: string }>(
      `select schemaname || '.' || sequencename || ' ' || coalesce(last_value::text, 'unused') as position
       from pg_sequences order by 1`,
    )
    return found.set('sequences', rows.map(({ position }) => position).join())
  })
}
