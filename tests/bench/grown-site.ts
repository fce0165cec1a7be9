import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '#support/server-process.ts'
import { prepareData, startSite } from './bench-site.ts'
import { fillWithAccounts } from './many-accounts.ts'
import { openNewDatabase, type PostgresqlServer } from './measure-renewals.ts'

/** A site with a database of some size, and the same requests for each size. */
export type GrownSite = {
  readonly origin: string
  readonly pid: number
  readonly databaseUrl: string
  /** Session cookies of different browsers, up to one per user. */
  readonly cookies: readonly string[]
  /** Cookies of browsers of one owner, whose account has 60 users. */
  readonly teamCookies: readonly string[]
  /** Cookie of a user who has viewed a thousand videos. */
  readonly viewerCookie: string
  stop(): Promise<void>
}

/**
 * Number of browsers that take turns: enough for each session to leave the site's cache of a second before its next
 * request.
 */
const browsers = 20_000
const videos = 1_000

/**
 * Starts a site with a number of accounts of one user each, all entitled, signed in and with a viewed video. `folder`:
 * for its data.
 */
export async function startGrownSite(
  server: PostgresqlServer,
  folder: string,
  accounts: number,
): Promise<GrownSite> {
  const name = `grown_${accounts}`
  await (await openNewDatabase(server, name)).close()
  const databaseUrl = server.url(name)
  const dataDir = join(folder, name)
  const data = await prepareData(dataDir, videos, databaseUrl)
  await fillWithAccounts(databaseUrl, accounts)
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    await addLives(client, accounts)
  } finally {
    await client.end()
  }
  // one user opens a video in twenty browsers without exceeding the limit
  const site = await startSite(data, await freePort(), { STREAMS_PER_USER: '1000' })
  return {
    origin: site.url,
    pid: site.process.pid ?? 0,
    databaseUrl,
    cookies: cookiesOf('b', Math.max(1, Math.floor(accounts / browsers))),
    teamCookies: cookiesOf('t', 1),
    viewerCookie: data.cookie,
    stop: async () => void (await site.stop()),
  }
}

/** Adds to the users of `fillWithAccounts` a subscription, a viewing, and one or more sessions. */
async function addLives(client: pg.Client, accounts: number): Promise<void> {
  // none is due or about to end: upkeep would otherwise process a million of them
  await client.query(`
    insert into subscription (account_id, status, until, license_count)
    select id, 'prepaid', now() + interval '300 days', 1 from account
    where id not in (select account_id from subscription)`)
  await client.query(`
    create table bench_user as
    select id, row_number() over () as n from account_user
    where account_id in (select account_id from account_user group by account_id having count(*) = 1)`)
  await client.query(`
    insert into viewing (user_id, video_id, viewed_at, seen)
    select id, 'video-' || 1 + n % ${videos}, now(), true from bench_user`)
  await client.query('insert into viewing_revision (user_id, revision) select id, 1 from bench_user')
  // the first subscriber
  await client.query(`
    insert into viewing (user_id, video_id, viewed_at, seen)
    select user_id, video.id, now() - random() * interval '100 days', true
    from contact, video where email = 'ada@example.org' on conflict do nothing`)
  const signIn = (token: string, count: number, people: string) => `
    insert into session (token_hash, user_id, kind, stay_signed_in, created_at, last_seen_at, expires_at)
    select sha256(convert_to(lpad(number::text, ${tokenLength}, '${token}'), 'UTF8')), person.id, 'full', true,
      now(), now(), now() + interval '1 day'
    from generate_series(0, ${count - 1}) as number join ${people}`
  const all = `bench_user as person on person.n = 1 + number % (select count(*) from bench_user)`
  await client.query(signIn('b', Math.max(browsers, accounts), all))
  const owner = `account_user as person on person.role = 'owner' and person.account_id =
    (select account_id from account_user group by account_id having count(*) > 1)`
  await client.query(signIn('t', browsers, owner))
  await client.query('drop table bench_user')
  await client.query('vacuum analyze')
}

/** A session's token is a letter for its purpose and its number, so that PostgreSQL and this process can compute it. */
const tokenLength = 43

function cookiesOf(letter: string, every: number): string[] {
  return Array.from(
    { length: browsers },
    (_, index) => `lectern-session=${String(index * every).padStart(tokenLength, letter)}`,
  )
}
