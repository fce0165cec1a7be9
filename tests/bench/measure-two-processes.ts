import { startProxyNginx } from '#support/nginx-server.ts'
import type { ProxyProcess } from '#support/proxy-process.ts'
import { freePort } from '#support/server-process.ts'
import { type BenchData, startSite } from './bench-site.ts'
import { writer } from './measure-watching.ts'
import type { Row } from './report.ts'
import { type Asked, type Cost, requestCosts } from './request-load.ts'

/** What a request may cost where nginx distributes requests over two processes, against one of them. */
const mostTimes = 1.1

/**
 * Connections for each process, so that both are as busy as the one: what many requests at once share, such as a query
 * for several users, costs each of them less.
 */
const connections = 4

const baseUrl = 'http://localhost'

/**
 * Measures the CPU time of requests, of the site and PostgreSQL together, where nginx sends all to one process and where
 * it distributes them over two, taking turns.
 */
export async function measureTwoProcesses(
  data: BenchData,
  { databasePid, mediaFolder, rounds }: { databasePid: number; mediaFolder: string; rounds: number },
): Promise<Row[]> {
  const behindProxy = { TRUST_PROXY: '127.0.0.1', BASE_URL: baseUrl }
  const first = await startSite(data, await freePort(), behindProxy)
  const second = await startSite(data, await freePort(), behindProxy)
  const proxies: ProxyProcess[] = []
  try {
    const site = { sitePort: first.port, mediaFolder }
    const one = await startProxyNginx(site)
    const two = await startProxyNginx({ ...site, secondPort: second.port })
    proxies.push(one, two)
    const [firstPid, secondPid] = [first.process.pid ?? 0, second.process.pid ?? 0]
    const areas = await requestsOf(originOf(one), data)
    const costs = await requestCosts(
      areas.flatMap(({ area, requests }) => [
        { databasePid, connections, name: area, origin: originOf(one), requests, pids: [firstPid] },
        {
          databasePid,
          connections: 2 * connections,
          name: `${area}, two`,
          origin: originOf(two),
          requests,
          pids: [firstPid, secondPid],
        },
      ]),
      rounds,
    )
    return areas.map(({ area }, index) => rowOf(area, costs.slice(2 * index, 2 * index + 2)))
  } finally {
    for (const proxy of proxies) await proxy.stop()
    await first.stop()
    await second.stop()
  }
}

const originOf = ({ port }: ProxyProcess) => `${baseUrl}:${port}`

async function requestsOf(
  origin: string,
  { cookies, videoId }: BenchData,
): Promise<{ area: string; requests: readonly Asked[] }[]> {
  const people = await Promise.all(cookies.map((cookie) => writer(origin, cookie)))
  const get = (path: string) => cookies.map((cookie): Asked => ({ path, headers: { cookie } }))
  const body = JSON.stringify({ positionSeconds: 20, player: 'bench' })
  const opened = get(`/api/video/${videoId}?player=bench`)
  for (const { path, headers } of opened) await fetch(origin + path, { headers: { ...headers } })
  return [
    { area: 'listing page', requests: [{ path: '/content' }] },
    { area: 'GET /api/user-session, 100 users in turn', requests: get('/api/user-session') },
    { area: 'GET /api/video/{id}, 100 users in turn', requests: opened },
    {
      area: 'PUT /api/video/position/{id}, 100 users in turn',
      requests: people.map(
        (writes): Asked => ({
          method: 'PUT',
          path: `/api/video/position/${videoId}`,
          headers: { ...writes, origin: baseUrl },
          body,
        }),
      ),
    },
  ]
}

function rowOf(area: string, costs: readonly Cost[]): Row {
  const [one = Number.NaN, two = Number.NaN] = costs.map(
    ({ microseconds, databaseMicroseconds }) => microseconds + databaseMicroseconds,
  )
  return {
    area: `${area}, two processes`,
    measured: `${Math.round(two)} µs`,
    against: `one process: ${Math.round(one)} µs`,
    ratio: one / two,
    goal: `${mostTimes} x its time`,
    met: two <= mostTimes * one,
  }
}
