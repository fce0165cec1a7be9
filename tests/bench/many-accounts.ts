import pg from 'pg'

/**
 * Fills a database with so many accounts of one person each, with names and addresses as people have them, all written by
 * the database itself. Each index is made once at the end.
 * @param url the database's address: the site's own connections would give up
 */
export async function fillWithAccounts(url: string, accounts: number): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const tables = ['account', 'account_user', 'contact']
    await withoutIndexes(client, tables, () => insertAccounts(client, accounts))
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

async function insertAccounts(client: pg.Client, accounts: number): Promise<void> {
  await client.query(`
    create table bench_person as
    select n, gen_random_uuid() as account_id, gen_random_uuid() as user_id, given || ' ' || family || ' ' || n as name,
      given || '.' || family || n || '@' || host as email
    from generate_series(1, ${accounts}) as n,
      lateral (select (${array(givenNames)})[1 + n % ${givenNames.length}] as given,
        (${array(syllables)})[1 + n / 7 % ${syllables.length}] || (${array(endings)})[1 + n / 101 % ${endings.length}] as family,
        (${array(hosts)})[1 + n % ${hosts.length}] as host) as word`)
  // of a million random numbers two are often the same
  await client.query(`
    insert into account (id, name, created_at, contract_number)
    select account_id, name, now(), lpad(n::text, 13, '0') from bench_person`)
  await client.query(`
    insert into account_user (id, account_id, name, role, created_at)
    select user_id, account_id, initcap(name), 'owner', now() from bench_person`)
  await client.query(`
    insert into contact (id, account_id, user_id, email, email_key, is_primary, confirmed_at, created_at)
    select gen_random_uuid(), account_id, user_id, email, email, true, now(), now() from bench_person`)
  await client.query('drop table bench_person')
}

/** Names that the accounts have, to look for. */
export const givenNames = [
  'anna',
  'boris',
  'carla',
  'deniz',
  'emil',
  'fatma',
  'goran',
  'hanna',
  'ivo',
  'jana',
  'kemal',
]
const syllables = [
  'berg',
  'stein',
  'holz',
  'wald',
  'krue',
  'schmi',
  'mey',
  'lind',
  'rosen',
  'hoff',
  'zieg',
  'acker',
  'vogel',
]
const endings = [
  'mann',
  'er',
  'ner',
  'bach',
  'hauer',
  'feld',
  'ger',
  'ke',
  'le',
  'ing',
  'sen',
  'ow',
  'ski',
  'idis',
  'oglu',
]
const hosts = ['example.org', 'mail.example.com', 'firma.example.net', 'uni.example.edu', 'web.example.de']

function array(words: readonly string[]): string {
  return `array[${words.map((word) => `'${word}'`).join(', ')}]`
}

/** Takes away the indexes that no constraint needs, and makes them again afterwards. */
async function withoutIndexes(client: pg.Client, tables: readonly string[], fill: () => Promise<void>) {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where schemaname = 'public' and tablename = any($1)
      and not exists (select from pg_constraint where conname = indexname)`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await fill()
  for (const { definition } of rows) await client.query(definition)
}
