import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '#support/server-process.ts'
import { prepareData, startSite } from './bench-site.ts'
import { fillWithAccounts } from './many-accounts.ts'
import { openNewDatabase, type PostgresqlServer } from './measure-renewals.ts'

/** A site over a database of some size, with the same questions for each size. */
export type GrownSite = {
  readonly origin: string
  readonly pid: number
  readonly databaseUrl: string
  /** Session cookies, each of a browser of its own; of as many people as there are, up to their number. */
  readonly cookies: readonly string[]
  /** Of browsers of one owner, whose account has 60 users. */
  readonly teamCookies: readonly string[]
  /** Of somebody who has viewed a thousand videos. */
  readonly viewerCookie: string
  stop(): Promise<void>
}

/**
 * As many as there are asked for in turn: whoever is asked for again has been forgotten by then, because the site keeps what it
 * knows of a session for a second.
 */
const browsers = 20_000
const videos = 1_000

/**
 * A site with so many accounts of one person each, all of whom may watch, have viewed a video and are signed in. `folder` is for
 * its data.
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
  // nobody is one stream too many who opens a video in twenty browsers
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

/** What the people of `fillWithAccounts` have beside a name: a subscription, a viewing, and a session or several. */
async function addLives(client: pg.Client, accounts: number): Promise<void> {
  // none is due, about to end or to be reminded of: upkeep would work off a million of them meanwhile
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
  // the first of the subscribers
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

/** A session's token is its number behind a letter for what it is for, so that PostgreSQL and we can name it. */
const tokenLength = 43

function cookiesOf(letter: string, every: number): string[] {
  return Array.from(
    { length: browsers },
    (_, index) => `lectern-session=${String(index * every).padStart(tokenLength, letter)}`,
  )
}
