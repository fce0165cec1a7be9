import { type CostRow, compareCosts, type Measured, type Subject } from './compare-costs.ts'
import type { Row } from './report.ts'

/** Measures pages, their files and the list of videos. */
export async function measureReplies(
  site: Measured,
  folder: string,
  { videoId }: { videoId: string },
  rounds: number,
): Promise<Row[]> {
  const get = (path: string) => [{ path }]
  const subjects: Subject[] = [
    { area: 'landing page', requests: get('/'), goal: 0.7 },
    { area: 'listing page', requests: get('/content'), goal: 0.7 },
    { area: 'video page', requests: get(`/content/video/${videoId}`), goal: 0.7 },
    { area: 'a built file', requests: get(await builtFile(site.origin)), goal: 0.5 },
    { area: 'GET /api/videos, 200', requests: get('/api/videos'), goal: 0.7 },
    { area: 'GET /api/videos, 304', requests: get('/api/videos'), goal: 0.8, again: true },
  ]
  return compareCosts(site, folder, subjects, rounds)
}

/** Maximum PostgreSQL time per session in microseconds, relative to the time before sessions were cached. */
const mostDatabaseMicroseconds = 0.4 * 598

/** Measures `GET /api/user-session`: of one user, of an account with 60 users, and of many users in turn. */
export async function measureSession(
  site: Measured,
  folder: string,
  { cookies, teamCookie }: { cookies: readonly string[]; teamCookie: string },
  { rounds, goal }: { rounds: number; goal?: number },
): Promise<Row[]> {
  const of = (cookie: string) => ({ path: '/api/user-session', headers: { cookie } })
  const [one, team, many] = await Promise.all(
    [cookies.slice(0, 1), [teamCookie], cookies].map((all) => all.map(of)),
  )
  const rows = [
    ...(await compareCosts(
      site,
      folder,
      [{ area: 'GET /api/user-session, one user', requests: one ?? [], ...(goal !== undefined && { goal }) }],
      rounds,
    )),
    ...(await compareCosts(
      site,
      folder,
      [{ area: 'GET /api/user-session, 60 users in the account', requests: team ?? [] }],
      rounds,
    )),
    ...(await compareCosts(
      site,
      folder,
      [{ area: `GET /api/user-session, ${cookies.length} users in turn`, requests: many ?? [] }],
      rounds,
    )),
  ]
  return [...rows, ...comparedUsers(rows), ...databaseRow(rows, goal)]
}

function comparedUsers([one, team]: readonly CostRow[]): Row[] {
  if (!one || !team) return []
  const times = team.cost.microseconds / one.cost.microseconds
  return [
    {
      area: 'GET /api/user-session, 60 users against one',
      measured: `${times.toFixed(2)} x`,
      against: '',
      goal: '1.3 x',
      met: times <= 1.3,
    },
  ]
}

function databaseRow([one]: readonly CostRow[], goal: number | undefined): Row[] {
  if (!one || goal === undefined) return []
  const spent = one.cost.databaseMicroseconds
  return [
    {
      area: "GET /api/user-session, PostgreSQL's part",
      measured: `${Math.round(spent)} µs`,
      against: '',
      goal: `${Math.round(mostDatabaseMicroseconds)} µs`,
      met: Number.isNaN(spent) ? undefined : spent <= mostDatabaseMicroseconds,
    },
  ]
}

async function builtFile(origin: string): Promise<string> {
  const page = await (await fetch(`${origin}/`)).text()
  const [, path] = /(?:src|href)="(\/[^"]+\.js)"/.exec(page) ?? []
  if (path === undefined) throw new Error('the landing page names no file of JavaScript')
  return path
}
