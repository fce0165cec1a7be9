import { searchContacts } from '#server/front/admin/find-contacts.ts'
import type { Database } from '#server/platform/database/database.ts'
import { fillWithAccounts, givenNames } from './many-accounts.ts'
import { openNewDatabase, type PostgresqlServer } from './measure-renewals.ts'
import { processorSecondsOfTree } from './processor-time.ts'
import type { Row } from './report.ts'

const mostMs = 15
const searches = 40

/** Measures the admin's search among many contacts, by length of the query, with and without results. */
export async function measureSearch(server: PostgresqlServer, accounts: number): Promise<Row[]> {
  const database = await openNewDatabase(server, 'search')
  try {
    await fillWithAccounts(server.url('search'), accounts)
    const rows: Row[] = []
    for (const length of [1, 2, 3, 6]) {
      const area = `admin search in ${accounts.toLocaleString('en')} contacts, ${length} letters`
      rows.push(await measureQueries(database, server.pid, `${area}, found`, found(length)))
      rows.push(await measureQueries(database, server.pid, `${area}, not found`, missed(length)))
    }
    return rows
  } finally {
    await database.close()
  }
}

async function measureQueries(
  database: Database,
  databasePid: number,
  area: string,
  queries: readonly string[],
): Promise<Row> {
  const find = (query: string) => searchContacts({ database }, query)
  for (const query of queries.slice(0, 5)) await find(query)
  const times: number[] = []
  const before = processorSecondsOfTree(databasePid)
  for (const query of queries) {
    const began = performance.now()
    await find(query)
    times.push(performance.now() - began)
  }
  const spent = ((processorSecondsOfTree(databasePid) - before) / queries.length) * 1e3
  const p95 = times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? Number.NaN
  return {
    area,
    measured: `95 of 100 within ${p95.toFixed(1)} ms`,
    against: `${spent.toFixed(1)} ms of PostgreSQL each`,
    goal: `${mostMs} ms`,
    met: p95 <= mostMs,
  }
}

/** Parts of existing names and addresses, from all positions. */
function found(length: number): string[] {
  const texts = Array.from({ length: searches }, (_, index) => {
    const given = givenNames[index % givenNames.length] ?? ''
    return (
      [`${given} rosenfeld`, `${given}.vogelmann`, 'rosenbach', 'hoffsen', 'example.org'][index % 5] ?? given
    )
  })
  return texts.map((text, index) => {
    const first = index % 3 === 0 ? 0 : index % Math.max(1, text.length - length)
    return text.slice(first, first + length)
  })
}

/**
 * Character sequences that occur in no name, ending with one that occurs in many, so that the index alone does not
 * decide.
 */
function missed(length: number): string[] {
  const letters = 'qxjy'
  return Array.from({ length: searches }, (_, index) =>
    Array.from({ length }, (_, place) => letters[(index + place * (1 + (index % 3))) % 4]).join(''),
  )
}
