import { freePort } from '#support/server-process.ts'
import { type BenchData, startSite } from './bench-site.ts'
import type { Row } from './report.ts'
import { type Asked, type Cost, requestCosts } from './request-load.ts'

/**
 * Measures the CPU time of requests with METRICS_PORT and without, of the cheaper of two processes each: equal processes
 * differ by up to a third, because one does jobs meanwhile, or has compiled its code less well.
 */
export async function measureMetrics(data: BenchData, { rounds }: { rounds: number }): Promise<Row[]> {
  const sites: Awaited<ReturnType<typeof startSite>>[] = []
  try {
    for (const isCounting of mirrored) {
      const metrics = isCounting ? { METRICS_PORT: String(await freePort()) } : {}
      sites.push(await startSite(data, await freePort(), metrics))
    }
    const costs = await requestCosts(
      areasOf(data).flatMap(({ area, requests }) =>
        sites.map(({ url, process }) => ({ name: area, origin: url, requests, pids: [process.pid ?? 0] })),
      ),
      rounds,
    )
    return areasOf(data).map(({ area }, index) => rowOf(area, costs.slice(4 * index, 4 * index + 4)))
  } finally {
    for (const site of sites) await site.stop()
  }
}

/** Which of the four processes count. */
const mirrored = [false, true, true, false]

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
  const lowest = (isCounting: boolean) =>
    Math.min(
      ...costs.filter((_, index) => mirrored[index] === isCounting).map(({ microseconds }) => microseconds),
    )
  const [counting, without] = [lowest(true), lowest(false)]
  return {
    area: `${area}, with METRICS_PORT`,
    measured: `${counting.toFixed(1)} µs`,
    against: `without: ${without.toFixed(1)} µs`,
    ratio: without / counting,
    goal: '',
    met: undefined,
  }
}
