import { findSignInCandidate } from '#server/identity/passwords/password.store.ts'
import { migrationsFolder } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { type Sizes, sizesRow } from './compare-sizes.ts'
import { type GrownSite, startGrownSite } from './grown-site.ts'
import type { PostgresqlServer } from './measure-renewals.ts'
import { writer } from './measure-watching.ts'
import { processorSecondsOfTree } from './processor-time.ts'
import type { Row } from './report.ts'
import { type Asked, type Contender, type Cost, median, requestCosts } from './request-load.ts'

/**
 * Measures requests on a site of 1,000 accounts and on one of `accounts`, alternating: CPU time of site and PostgreSQL.
 */
export async function measureGrowth(
  server: PostgresqlServer,
  folder: string,
  { accounts, rounds }: { accounts: number; rounds: number },
): Promise<Row[]> {
  const sizes: Sizes = { small: 1_000, large: accounts, of: 'accounts', mostTimes: 1.5 }
  const sites: GrownSite[] = []
  try {
    for (const size of [sizes.small, sizes.large]) sites.push(await startGrownSite(server, folder, size))
    const questions = await Promise.all(sites.map(questionsOf))
    const areas = questions[0]?.map(({ area }) => area) ?? []
    const rows: Row[] = []
    for (const [index, area] of areas.entries()) {
      const contenders = sites.map(
        ({ origin, pid }, at): Contender => ({
          name: `${area}, site ${at}`,
          origin,
          pids: [pid],
          databasePid: server.pid,
          requests: questions[at]?.[index]?.requests ?? [],
        }),
      )
      const [few, many] = await requestCosts(contenders, rounds)
      if (few && many) rows.push(sizesRow(area, sizes, few, many))
    }
    return [...rows, await measureLogins(server, sites, sizes, rounds)]
  } finally {
    for (const site of sites) await site.stop()
  }
}

async function questionsOf({
  origin,
  cookies,
  teamCookies,
  viewerCookie,
}: GrownSite): Promise<{ area: string; requests: Asked[] }[]> {
  const get = (path: string, of: readonly string[]) => of.map((cookie) => ({ path, headers: { cookie } }))
  const writing = await Promise.all(cookies.slice(0, 200).map((cookie) => writer(origin, cookie)))
  for (const headers of writing) await fetch(`${origin}/api/video/video-7?player=bench`, { headers })
  return [
    { area: 'GET /api/user-session, looked up', requests: get('/api/user-session', cookies) },
    { area: 'GET /api/user-session, an owner of 60 users', requests: get('/api/user-session', teamCookies) },
    { area: 'GET /api/video/{id}, many users', requests: get('/api/video/video-5?player=growth', cookies) },
    { area: 'GET /api/video-history of 1,000', requests: get('/api/video-history', [viewerCookie]) },
    {
      area: 'PUT /api/video/position/{id}, 200 users',
      requests: writing.map((headers, index) => ({
        method: 'PUT',
        path: '/api/video/position/video-7',
        headers,
        body: JSON.stringify({ positionSeconds: 1 + (index % 50), player: 'bench' }),
      })),
    },
  ]
}

const logins = 4_000
const log = { info: () => {}, warn: console.warn, error: console.error }

/** Measures the look-up of an address at sign-in: the password check would hide its cost. */
async function measureLogins(
  server: PostgresqlServer,
  sites: readonly GrownSite[],
  sizes: Sizes,
  rounds: number,
): Promise<Row> {
  const spent: number[][] = sites.map(() => [])
  const databases = await Promise.all(
    sites.map(({ databaseUrl }) =>
      openDatabase({ databaseUrl, dataDir: '', migrationsDir: migrationsFolder, log }),
    ),
  )
  try {
    const emails = await Promise.all(
      databases.map(async ({ db }) =>
        (await db.selectFrom('contact').select('email_key').orderBy('id').limit(logins).execute()).map(
          ({ email_key }) => email_key,
        ),
      ),
    )
    for (let turn = -1; turn < rounds; turn += 1)
      for (const [index, { db }] of databases.entries()) {
        const before = processorSecondsOfTree(server.pid)
        for (let login = 0; login < logins; login += 1) {
          const emailKey = emails[index]?.[(login * 7) % emails[index].length] ?? ''
          await findSignInCandidate(db, { emailKey, browserHash: undefined, registeredAfter: new Date(0) })
        }
        if (turn >= 0) spent[index]?.push(((processorSecondsOfTree(server.pid) - before) / logins) * 1e6)
      }
  } finally {
    for (const database of databases) await database.close()
  }
  const [few, many] = spent.map(
    (microseconds): Cost => ({ ...nothing, databaseMicroseconds: median(microseconds) }),
  )
  return sizesRow('who has an address, at a sign-in', sizes, few ?? nothing, many ?? nothing)
}

/** Cost of the site itself, which is not involved. */
const nothing = { microseconds: 0, databaseMicroseconds: Number.NaN, perSecond: Number.NaN }
