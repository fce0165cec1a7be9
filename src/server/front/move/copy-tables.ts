import type { PoolClient } from 'pg'
import { movingInTable } from '#server/platform/database/moved.ts'
import { StartProblem } from '#server/platform/runtime/start-problem.ts'

/** Rows that are read and written at once. */
const batch = 500

/** A table with its schema, quoted for SQL, and its columns by name. */
type Table = { readonly name: string; readonly columns: readonly Column[] }
type Column = { readonly name: string; readonly type: string; readonly computed: boolean }

/** The number of rows, and sums over the digests of all rows, as text. */
export type Sums = { readonly rows: string; readonly first: string; readonly second: string }

/** Rows copied, or tables compared. */
export type MoveProgress = {
  readonly phase: 'rows' | 'comparing'
  readonly done: number
  readonly total: number
}

/** Prepares a transaction: without time limits, and with values as text that does not depend on the server. */
export async function beginPlain(client: PoolClient, isolation: string): Promise<void> {
  await client.query(`begin isolation level ${isolation}`)
  await client.query(
    `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
     set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'postgres';
     set local bytea_output = 'hex'; set local extra_float_digits = 1`,
  )
}

/**
 * Replaces the rows of all tables of `target` by those of `source`, the queue's and the list of migrations included, with
 * the positions of sequences, and compares both. Both clients are in a transaction of `beginPlain`. Foreign keys are
 * dropped meanwhile and added again at the end, which checks them. Throws `StartProblem` where a table differs.
 */
export async function copyTables(
  source: PoolClient,
  target: PoolClient,
  report: (progress: MoveProgress) => void,
): Promise<{ tables: number; rows: number; sums: ReadonlyMap<string, Sums | undefined> }> {
  await matchPartitions(source, target)
  const tables = await tablesOf(source)
  if (JSON.stringify(tables) !== JSON.stringify(await tablesOf(target)))
    throw new StartProblem('The tables of both databases differ: nothing was copied.')
  const sums = new Map<string, Sums | undefined>()
  for (const table of tables) sums.set(table.name, await sumsOf(source, table))
  const total = [...sums.values()].reduce((sum, one) => sum + Number(one?.rows ?? 0), 0)
  const restoreGuards = await liftGuards(target)
  await target.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
  let done = 0
  report({ phase: 'rows', done, total })
  for (const table of tables)
    await copyRows(source, target, table, (rows) => {
      done += rows
      report({ phase: 'rows', done, total })
    })
  const sequences = await copySequences(source, target)
  await restoreGuards()
  for (const [index, table] of tables.entries()) {
    report({ phase: 'comparing', done: index, total: tables.length })
    refuseDifference(table.name, sums.get(table.name), await sumsOf(target, table))
  }
  refuseDifference('sequences', sequences, await sequencesOf(target))
  report({ phase: 'comparing', done: tables.length, total: tables.length })
  return { tables: tables.length, rows: total, sums }
}

/**
 * Locks out writers until the transaction ends, and compares the tables with the sums of a copy. Throws `StartProblem` where somebody
 * has written since.
 */
export async function refuseChanges(
  source: PoolClient,
  sums: ReadonlyMap<string, Sums | undefined>,
): Promise<void> {
  const tables = await tablesOf(source)
  await source.query(`lock table ${tables.map(({ name }) => name).join(', ')} in share mode`)
  for (const table of tables)
    if (JSON.stringify(await sumsOf(source, table)) !== JSON.stringify(sums.get(table.name)))
      throw new StartProblem(
        `A process of the site has changed ${table.name} during the copy: stop all of them, and move again.`,
      )
}

/** Gives the target the partitions of the source: the queue makes some by the day. Those of the target are new and empty. */
async function matchPartitions(source: PoolClient, target: PoolClient): Promise<void> {
  const wanted = await partitionsOf(source)
  const found = await partitionsOf(target)
  const isIn = (list: readonly Partition[], { name }: Partition) => list.some((one) => one.name === name)
  for (const one of found) if (!isIn(wanted, one)) await target.query(`drop table ${one.name}`)
  for (const one of wanted)
    if (!isIn(found, one))
      await target.query(`create table ${one.name} partition of ${one.parent} ${one.bound}`)
}

type Partition = { readonly name: string; readonly parent: string; readonly bound: string }

async function partitionsOf(client: PoolClient): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(
    `select format('%I.%I', n.nspname, c.relname) as name, inhparent::regclass::text as parent,
       pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_inherits join pg_class c on c.oid = inhrelid join pg_namespace n on n.oid = c.relnamespace
     where c.relispartition and c.relkind = 'r' order by 1`,
  )
  return rows
}

function refuseDifference(name: string, expected: unknown, found: unknown): void {
  if (JSON.stringify(expected) === JSON.stringify(found)) return
  throw new StartProblem(`The copy of ${name} differs from the original: nothing was kept of it.`)
}

/** All tables outside the server's own schemas. A partitioned table is listed by its partitions. */
async function tablesOf(client: PoolClient): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select format('%I.%I', n.nspname, c.relname) as name,
       json_agg(json_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod),
         'computed', a.attgenerated <> '') order by a.attname) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r' and n.nspname <> 'information_schema' and n.nspname !~ '^pg_' and c.relname <> $1
     group by 1 order by 1`,
    [movingInTable],
  )
  return rows
}

/** Equal in databases with equal rows, in whatever order; PostgreSQL's digests are the same on every machine. */
async function sumsOf(client: PoolClient, { name, columns }: Table): Promise<Sums | undefined> {
  const values = columns.map((column) => `${column.name}::text`).join(', ')
  const half = (part: string) => `coalesce(sum(('x' || ${part}(digest, 15))::bit(60)::bigint), 0)::text`
  const { rows } = await client.query<Sums>(
    `select count(*)::text as rows, ${half('left')} as first, ${half('right')} as second
     from (select md5(row(${values})::text) as digest from ${name}) as digests`,
  )
  return rows[0]
}

/** Values are copied as text, which each type reads back unchanged. */
async function copyRows(
  source: PoolClient,
  target: PoolClient,
  { name, columns }: Table,
  copied: (rows: number) => void,
): Promise<void> {
  const stored = columns.filter(({ computed }) => !computed)
  const list = (item: (column: Column, index: number) => string) => stored.map(item).join(', ')
  await source.query(
    `declare moving no scroll cursor for select ${list((column) => `${column.name}::text`)} from ${name}`,
  )
  const insert = `insert into ${name} (${list((column) => column.name)}) overriding system value
    select ${list(({ type }, index) => `v${index}::${type}`)}
    from unnest(${list((_, index) => `$${index + 1}::text[]`)}) as given (${list((_, index) => `v${index}`)})`
  for (;;) {
    const { rows } = await source.query<(string | null)[]>({
      text: `fetch ${batch} from moving`,
      rowMode: 'array',
    })
    if (rows.length === 0) break
    await target.query(
      insert,
      stored.map((_, index) => rows.map((row) => row[index] ?? null)),
    )
    copied(rows.length)
  }
  await source.query('close moving')
}

/** Disables triggers and drops foreign keys, as the owner may; the returned function brings them back. */
async function liftGuards(client: PoolClient): Promise<() => Promise<void>> {
  const keys = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 order by 1, 2`,
  )
  const triggers = await client.query<{ table: string; name: string }>(
    `select tgrelid::regclass::text as table, quote_ident(tgname) as name from pg_trigger
     where not tgisinternal and tgenabled = 'O' and tgparentid = 0 order by 1, 2`,
  )
  for (const { table, name } of keys.rows) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { table, name } of triggers.rows)
    await client.query(`alter table ${table} disable trigger ${name}`)
  return async () => {
    await client.query('set constraints all immediate')
    for (const { table, name } of triggers.rows)
      await client.query(`alter table ${table} enable trigger ${name}`)
    for (const { table, name, definition } of keys.rows)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  }
}

type Sequence = { readonly name: string; readonly last: string; readonly called: boolean }

async function copySequences(source: PoolClient, target: PoolClient): Promise<Sequence[]> {
  const sequences = await sequencesOf(source)
  for (const { name, last, called } of sequences)
    await target.query('select setval($1::regclass, $2::bigint, $3)', [name, last, called])
  return sequences
}

async function sequencesOf(client: PoolClient): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    "select format('%I.%I', schemaname, sequencename) as name from pg_sequences order by 1",
  )
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const state = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${name}`,
    )
    for (const { last, called } of state.rows) sequences.push({ name, last, called })
  }
  return sequences
}
