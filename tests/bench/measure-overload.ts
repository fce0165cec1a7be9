import { setTimeout as wait } from 'node:timers/promises'
import type { BenchData } from './bench-site.ts'
import type { Offer } from './offer-calls.ts'
import type { Row } from './report.ts'
import { offerCalls as offer } from './request-load.ts'

/** Offered load, as a multiple of the site's maximum. */
const times = 10

/**
 * Measures mixed calls of a signed-in viewer, one in twenty a sign-in with a password check: first by 400 connections in
 * a closed loop, then at ten times the maximum rate. 80 % of the maximum must remain, and refusals and health checks must
 * be quick (decisions/023-overload.md).
 */
export async function measureOverload(
  url: string,
  data: Pick<BenchData, 'cookie' | 'videoId'>,
  { seconds, engine }: { seconds: number; engine: string },
): Promise<Row[]> {
  const offered = { url, requests: await mixedCalls(url, data), seconds }
  await offer({ ...offered, connections: 8, seconds: 2 })
  const tries = []
  for (const connections of [8, 32]) tries.push(await offer({ ...offered, connections }))
  const best = tries.reduce((one, other) => (other.usefulASecond > one.usefulASecond ? other : one))
  const rows: Row[] = []
  const rate = Math.ceil(best.usefulASecond * times)
  for (const load of [
    { area: `mixed calls, 400 connections that never rest, ${engine}` },
    { area: `mixed calls, ${times} times of what can be done, ${engine}`, rate },
  ]) {
    const probing = new AbortController()
    const probed = probe(url, data.cookie, probing.signal)
    const under = await offer({ ...offered, connections: 400, rate: load.rate })
    probing.abort()
    const { refusalMs, liveMs, pageMs } = await probed
    const kept = under.usefulASecond / best.usefulASecond
    const atBest = `at best ${Math.round(best.usefulASecond)} /s (half within ${Math.round(best.usefulMs)} ms)`
    rows.push({
      area: load.area,
      measured: `${Math.round(under.usefulASecond)} /s done (half within ${Math.round(under.usefulMs)} ms); health within ${Math.round(liveMs)} ms, landing page within ${Math.round(pageMs)} ms, refusals within ${Math.round(refusalMs)} ms; ${under.failures} failures`,
      against: load.rate ? `${rate.toLocaleString('en')} /s offered; ${atBest}` : atBest,
      ratio: kept,
      goal: '0.8, health within 100 ms, refusals within 1 s',
      met: kept >= 0.8 && liveMs <= 100 && refusalMs <= 1_000 && under.failures === 0,
    })
  }
  return rows
}

async function mixedCalls(
  origin: string,
  { cookie, videoId }: Pick<BenchData, 'cookie' | 'videoId'>,
): Promise<Offer['requests']> {
  const reply = await fetch(`${origin}/api/csrf-token`, { headers: { cookie } })
  const { token } = (await reply.json()) as { token: string }
  const headers = { cookie, origin, 'x-csrf-token': token, 'content-type': 'application/json' }
  const get = (path: string) => ({ method: 'GET', path, headers: { cookie } }) as const
  const position = {
    method: 'PUT',
    path: `/api/video/position/${videoId}`,
    headers,
    body: JSON.stringify({ positionSeconds: 7 }),
  } as const
  const login = {
    method: 'POST',
    path: '/auth/login',
    headers,
    body: JSON.stringify({ email: 'ada@example.org', password: 'not this one', staySignedIn: false }),
  } as const
  const reading = [
    get('/api/user-session'),
    // one player, which opens the video repeatedly
    get(`/api/video/${videoId}?player=bench`),
    get('/api/video-history'),
    get('/api/account/users'),
  ]
  return [...reading, position, ...reading, position, ...reading, position, ...reading, position, login]
}

/** Probes during the load; returns the 95th percentile of refusals, health checks and pages. */
async function probe(origin: string, cookie: string, signal: AbortSignal) {
  const refusals: number[] = []
  const looks: number[] = []
  const pages: number[] = []
  const timed = async (path: string, headers = {}) => {
    const began = performance.now()
    const reply = await fetch(origin + path, { headers })
    await reply.arrayBuffer()
    const { status } = reply
    return { status, ms: performance.now() - began }
  }
  while (!signal.aborted) {
    const { status, ms } = await timed('/api/user-session', { cookie })
    if (status === 503) refusals.push(ms)
    looks.push((await timed('/api/health/live')).ms)
    pages.push((await timed('/')).ms)
    await wait(20)
  }
  return { refusalMs: most(refusals), liveMs: most(looks), pageMs: most(pages) }
}

function most(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0
}
