import { verify } from '@node-rs/argon2'
import { type BenchData, benchPassword } from './bench-site.ts'
import { compareCosts, type Measured } from './compare-costs.ts'
import type { Row } from './report.ts'
import type { Asked } from './request-load.ts'

/** Measures a player's calls, and signing in. Users alternate, so that no call waits for another's row lock. */
export async function measureWatching(
  site: Measured,
  folder: string,
  { cookies, videoId, passwordHash }: BenchData,
  rounds: number,
): Promise<Row[]> {
  const people = await Promise.all(cookies.map((cookie) => writer(site.origin, cookie)))
  const open = (player: string, id = videoId) =>
    cookies.map((cookie) => ({ path: `/api/video/${id}?player=${player}`, headers: { cookie } }))
  for (const { path, headers } of open('bench')) await fetch(site.origin + path, { headers })
  let second = 0
  const position = people.flatMap((headers) =>
    [0, 1].map((): Asked => {
      second = (second + 7) % 50
      const body = JSON.stringify({ positionSeconds: second + 1, player: 'bench' })
      return { method: 'PUT', path: `/api/video/position/${videoId}`, headers, body }
    }),
  )
  const rows = await compareCosts(
    site,
    folder,
    [
      { area: 'GET /api/video/{id}, the same player again', requests: open('bench'), goal: 0.15 },
      {
        area: 'GET /api/video/{id}, another video each time',
        requests: ['video-2', 'video-3', 'video-4'].flatMap((id) => open('other', id)),
      },
      { area: 'PUT /api/video/position/{id}', requests: position },
      {
        area: 'POST /api/video/view/{id}',
        requests: people.map((headers) => ({
          method: 'POST' as const,
          path: `/api/video/view/${videoId}`,
          headers: without(headers, 'content-type'),
        })),
      },
    ],
    rounds,
  )
  return [...rows, await measureLogin(site, folder, passwordHash, rounds)]
}

/** Compares with the password check alone, which dominates and is slow by design. */
async function measureLogin(
  site: Measured,
  folder: string,
  passwordHash: string,
  rounds: number,
): Promise<Row> {
  const headers = await writer(site.origin)
  const body = JSON.stringify({ email: 'ada@example.org', password: benchPassword, staySignedIn: false })
  const requests: Asked[] = [{ method: 'POST', path: '/auth/login', headers, body }]
  const [row] = await compareCosts(
    site,
    folder,
    [{ area: 'POST /auth/login', requests, connections: 4 }],
    Math.min(rounds, 3),
  )
  if (!row) throw new Error('nothing was measured')
  const alone = await passwordMicroseconds(passwordHash)
  const rest = (row.cost.microseconds - alone) / 1000
  return {
    ...row,
    measured: `${row.measured}; all but the password ${rest.toFixed(1)} ms`,
    against: `the password alone: ${(alone / 1000).toFixed(1)} ms`,
    ratio: alone / row.cost.microseconds,
  }
}

async function passwordMicroseconds(passwordHash: string): Promise<number> {
  const times = 20
  const { user, system } = process.cpuUsage()
  for (let time = 0; time < times; time += 1) await verify(passwordHash, benchPassword)
  const spent = process.cpuUsage({ user, system })
  return (spent.user + spent.system) / times
}

function without(headers: Record<string, string>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name))
}

/** Returns the headers of a browser's writes: of a signed-in user, or of a visitor. */
export async function writer(origin: string, cookie?: string): Promise<Record<string, string>> {
  const reply = await fetch(`${origin}/api/csrf-token`, cookie === undefined ? {} : { headers: { cookie } })
  const { token } = (await reply.json()) as { token: string }
  const given = reply.headers.getSetCookie().map((line) => line.split(';')[0])
  return {
    cookie: cookie ?? given.join('; '),
    origin,
    'x-csrf-token': token,
    'content-type': 'application/json',
  }
}
