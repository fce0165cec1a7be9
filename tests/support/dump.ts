import type { Database } from '#server/platform/database/database.ts'

/** Where a word was found that should not be there: the table and the row. */
export type Trace = { readonly table: string; readonly word: string; readonly row: string }

/**
 * Searches words in every row of every table, including the queue's, as the holder of a dump could: in text, JSON,
 * arrays, dates, and in bytes, as text or as hexadecimal. Ignores case.
 */
export async function findTraces({ pool }: Database, words: readonly string[]): Promise<Trace[]> {
  const tables = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`,
  )
  if (tables.rows.length < 20) throw new Error('The dump has not seen the tables')
  const traces: Trace[] = []
  for (const { name: table } of tables.rows) {
    const { rows } = await pool.query<{ row: string }>(
      `select lower(to_jsonb(t)::text) as row from ${table} t`,
    )
    for (const { row } of rows)
      for (const word of words)
        if (row.includes(word.toLowerCase()) || row.includes(Buffer.from(word).toString('hex')))
          traces.push({ table, word, row })
  }
  return traces
}
