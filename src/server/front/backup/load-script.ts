import type { Pool, PoolClient } from 'pg'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'

/** Characters of rows that are inserted at once; a row may be longer. */
const pieceLength = 2 * 2 ** 20

/** Characters of rows after which PostgreSQL's log is written out, which a checkpoint lets it reuse. */
const checkpointLength = 64 * 2 ** 20

/** What the embedded database has not: extensions, and what `pg_trgm` speeds up (migration 0020). */
const leftOut = /^(\\(un)?restrict |CREATE EXTENSION |COMMENT ON EXTENSION |CREATE INDEX .*\bgin_trgm_ops\b)/

type Copy = { readonly table: string; readonly insert: string; lines: string[]; length: number }

/**
 * Runs the script of a dump, as `pg_restore` writes it for `psql`, on an empty database. Statements run as they are;
 * rows of `COPY` are inserted in pieces, so that memory stays flat. Throws `StartProblem` for a script that ends early or
 * that the database refuses.
 */
export async function loadScript(
  pool: Pool,
  script: AsyncIterable<string>,
): Promise<{ tables: number; rows: number }> {
  const client = await pool.connect()
  try {
    return await load(client, script)
  } catch (error) {
    const isRefusal = error instanceof Error && 'severity' in error
    throw isRefusal
      ? new StartProblem(`The embedded database does not take the dump: ${error.message}`)
      : error
  } finally {
    // a session with the settings of the script must not be used again
    client.release(true)
  }
}

async function load(
  client: PoolClient,
  script: AsyncIterable<string>,
): Promise<{ tables: number; rows: number }> {
  const total = { tables: 0, rows: 0 }
  let statements: string[] = []
  let copy: Copy | undefined
  let isHead = true
  let sinceCheckpoint = 0
  for await (const line of linesOf(script)) {
    if (copy) {
      if (line !== '\\.') add(copy, line)
      if (line === '\\.' || copy.length >= pieceLength) await insert(copy)
      if (line === '\\.') copy = undefined
      continue
    }
    isHead &&= /^(--|SET |SELECT pg_catalog\.set_config|\\restrict |$)/.test(line)
    if (leftOut.test(line)) continue
    if (isHead) await runHead(client, line)
    else if (startOfRows.test(line)) {
      await runStatements()
      copy = await beginRows(client, line)
      total.tables += 1
    } else statements.push(line)
  }
  if (copy || isHead) throw new StartProblem('The dump is not whole: its script ends early.')
  await runStatements()
  return total

  async function runStatements(): Promise<void> {
    await client.query(statements.join('\n'))
    statements = []
  }

  async function insert(rows: Copy): Promise<void> {
    sinceCheckpoint += rows.length
    total.rows += await insertRows(client, rows)
    if (sinceCheckpoint < checkpointLength) return
    await client.query('checkpoint')
    sinceCheckpoint = 0
  }
}

/** Yields lines that end with a line feed, and nothing else: values have other line separators. */
async function* linesOf(script: AsyncIterable<string>): AsyncGenerator<string> {
  let parts: string[] = []
  for await (const chunk of script) {
    const [first = '', ...others] = chunk.split('\n')
    parts.push(first)
    for (const other of others) {
      yield parts.join('')
      parts = [other]
    }
  }
  if (parts.join('') !== '') yield parts.join('')
}

/** Runs a line of the settings at the beginning, one of which a newer `pg_restore` may know alone. */
async function runHead(client: PoolClient, line: string): Promise<void> {
  if (!line.startsWith('S')) return
  const encoding = /^SET client_encoding = '(.*)';$/.exec(line)?.[1]
  if (encoding !== undefined && encoding !== 'UTF8')
    throw new StartProblem(`The dump is of a database in ${encoding}: only UTF8 can be restored.`)
  const undefinedObject = '42704'
  await client.query(line).catch((error: Error) => {
    if (!('code' in error) || error.code !== undefinedObject) throw error
  })
}

const startOfRows = /^COPY (.+?) \((.+)\) FROM stdin;$/

/** Values are inserted as text, which each type reads as `COPY` does. */
async function beginRows(client: PoolClient, line: string): Promise<Copy> {
  const [, table = '', columns = ''] = startOfRows.exec(line) ?? []
  const { fields } = await client.query(`select ${columns} from ${table} limit 0`)
  const { rows: types } = await client.query<{ name: string }>(
    `select format_type(type, -1) as name from unnest($1::oid[]) with ordinality as given (type, place) order by place`,
    [fields.map(({ dataTypeID }) => dataTypeID)],
  )
  const list = (item: (name: string, index: number) => string) =>
    types.map(({ name }, index) => item(name, index)).join(', ')
  return {
    table,
    insert: `insert into ${table} (${columns}) overriding system value
      select ${list((name, index) => `v${index}::${name}`)}
      from unnest(${list((_, index) => `$${index + 1}::text[]`)}) as given (${list((_, index) => `v${index}`)})`,
    lines: [],
    length: 0,
  }
}

function add(copy: Copy, line: string): void {
  copy.lines.push(line)
  copy.length += line.length
}

async function insertRows(client: PoolClient, copy: Copy): Promise<number> {
  const rows = copy.lines.map((line) => line.split('\t').map(readValue))
  copy.lines = []
  copy.length = 0
  const columns = rows[0]?.map((_, index) => rows.map((row) => row[index] ?? null))
  if (columns) await client.query(copy.insert, columns)
  return rows.length
}

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/** Reads a value of `COPY`'s text format. */
function readValue(text: string): string | null {
  if (text === '\\N') return null
  return text.includes('\\') ? text.replaceAll(/\\(.)/gs, (_, sign: string) => escapes[sign] ?? sign) : text
}
