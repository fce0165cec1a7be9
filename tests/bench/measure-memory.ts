import type { BenchData } from './bench-site.ts'
import type { Measured } from './compare-costs.ts'
import { writer } from './measure-watching.ts'
import { residentMegabytes } from './processor-time.ts'
import type { Row } from './report.ts'
import { type Asked, round } from './request-load.ts'

/** Measures a process's memory after some seconds of each kind of request. */
export async function measureMemory(
  { origin, pid }: Measured,
  { cookies, cookie, videoId }: BenchData,
  { engine, goal, seconds }: { engine: string; goal: number; seconds: number },
): Promise<Row> {
  const before = residentMegabytes(pid)
  const headers = await writer(origin, cookie)
  await fetch(`${origin}/api/video/${videoId}?player=bench`, { headers: { cookie } })
  const position: Asked = {
    method: 'PUT',
    path: `/api/video/position/${videoId}`,
    headers,
    body: JSON.stringify({ positionSeconds: 7, player: 'bench' }),
  }
  const kinds: Asked[][] = [
    ...['/', '/content', `/content/video/${videoId}`, '/api/videos'].map((path) => [
      { path, headers: { 'accept-encoding': 'br' } },
    ]),
    cookies.map((one) => ({ path: '/api/user-session', headers: { cookie: one } })),
    cookies.map((one) => ({ path: `/api/video/${videoId}?player=bench`, headers: { cookie: one } })),
    [position],
    await films(origin, cookie, videoId),
  ]
  for (const requests of kinds) await round({ name: 'memory', origin, requests, pids: [pid] }, seconds)
  const after = residentMegabytes(pid)
  return {
    area: `memory after the bench, ${engine}`,
    measured: `${Math.round(after)} MB`,
    against: `${Math.round(before)} MB after the start`,
    goal: `${goal} MB`,
    met: Number.isNaN(after) ? undefined : after <= goal,
  }
}

async function films(origin: string, cookie: string, videoId: string): Promise<Asked[]> {
  const reply = await fetch(`${origin}/api/video/${videoId}?player=bench`, { headers: { cookie } })
  const { source } = (await reply.json()) as { source: { url: string } }
  return Array.from({ length: 20 }, (_, piece) => {
    const first = piece * 3_000_000
    return { path: source.url, headers: { cookie, range: `bytes=${first}-${first + 1_048_575}` } }
  })
}
