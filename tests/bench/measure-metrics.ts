import { freePort } from '#support/server-process.ts'
import { type BenchData, startSite } from './bench-site.ts'
import type { Row } from './report.ts'
import { type Asked, type Cost, requestCosts } from './request-load.ts'

/** What a request may cost with metrics, against one without. */
const mostTimes = 1.05

/** Measures the CPU time of requests with METRICS_PORT and without, taking turns. */
export async function measureMetrics(
  data: BenchData,
  { databasePid, rounds }: { databasePid: number; rounds: number },
): Promise<Row[]> {
  const without = await startSite(data, await freePort())
  const metricsPort = String(await freePort())
  const counting = await startSite(data, await freePort(), { METRICS_PORT: metricsPort })
  try {
    const usual = { databasePid }
    const costs = await requestCosts(
      areasOf(data).flatMap(({ area, requests }) => [
        { ...usual, name: area, origin: without.url, requests, pids: [without.process.pid ?? 0] },
        {
          ...usual,
          name: `${area}, with metrics`,
          origin: counting.url,
          requests,
          pids: [counting.process.pid ?? 0],
        },
      ]),
      rounds,
    )
    const counted = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    if (!counted.includes('lectern_http_request_duration_seconds')) throw new Error('nothing was counted')
    return areasOf(data).map(({ area }, index) => rowOf(area, costs.slice(2 * index, 2 * index + 2)))
  } finally {
    await without.stop()
    await counting.stop()
  }
}

function areasOf({ cookies }: BenchData): readonly { area: string; requests: readonly Asked[] }[] {
  return [
    { area: 'listing page', requests: [{ path: '/content' }] },
    { area: 'GET /api/videos/pieces', requests: [{ path: '/api/videos/pieces' }] },
    {
      area: 'GET /api/user-session, 100 users in turn',
      requests: cookies.map((cookie) => ({ path: '/api/user-session', headers: { cookie } })),
    },
  ]
}

function rowOf(area: string, costs: readonly Cost[]): Row {
  const [without = Number.NaN, counting = Number.NaN] = costs.map(({ microseconds }) => microseconds)
  return {
    area: `${area}, with METRICS_PORT`,
    measured: `${counting.toFixed(1)} µs`,
    against: `without: ${without.toFixed(1)} µs`,
    ratio: without / counting,
    goal: `${mostTimes} x its time`,
    met: counting <= mostTimes * without,
  }
}
