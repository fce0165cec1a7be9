import { join } from 'node:path'
import { freePort } from '#support/server-process.ts'
import { prepareData, startSite } from './bench-site.ts'
import { type Sizes, sizesRow } from './compare-sizes.ts'
import { openNewDatabase, type PostgresqlServer } from './measure-renewals.ts'
import { processorSeconds, processorSecondsOfTree } from './processor-time.ts'
import type { Row } from './report.ts'
import { type Asked, type Contender, type Cost, requestCosts } from './request-load.ts'

/** Number of video pages rendered for the first time. */
const newPages = 900

/** Compares libraries of 1,000 and `large` videos, alternating. */
export async function measureManyVideos(
  server: PostgresqlServer,
  folder: string,
  { large, rounds }: { large: number; rounds: number },
): Promise<Row[]> {
  const sizes: Sizes = { small: 1_000, large, of: 'videos', mostTimes: 1.2 }
  const sites: Site[] = []
  try {
    for (const videos of [sizes.small, large]) sites.push(await startLibrary(server, folder, videos))
    const rows: Row[] = []
    // each encoding has a different ETag
    const plain = { 'accept-encoding': 'identity' }
    const etags = await Promise.all(
      sites.map(async ({ origin }) => {
        const reply = await fetch(`${origin}/api/videos`, { headers: plain })
        return reply.headers.get('etag') ?? ''
      }),
    )
    const compare = async (area: string, requestsOf: (at: number) => Asked[]) => {
      const contenders = sites.map(
        ({ origin, pid }, at): Contender => ({
          name: `${area}, library ${at}`,
          origin,
          pids: [pid],
          databasePid: server.pid,
          requests: requestsOf(at),
        }),
      )
      const [few, many] = await requestCosts(contenders, rounds)
      if (few && many) rows.push(sizesRow(area, sizes, few, many))
    }
    await compare('GET /api/videos, 304', (at) => [
      { path: '/api/videos', headers: { 'if-none-match': etags[at] ?? '', ...plain } },
    ])
    await compare('video page, at hand', () => [{ path: '/content/video/video-1' }])
    const [few, many] = [await firstPages(server, sites[0]), await firstPages(server, sites[1])]
    return [...rows, sizesRow('video page, made for the first time', sizes, few, many)]
  } finally {
    for (const site of sites) await site.stop()
  }
}

type Site = { readonly origin: string; readonly pid: number; stop(): Promise<void> }

async function startLibrary(server: PostgresqlServer, folder: string, videos: number): Promise<Site> {
  const name = `library_${videos}`
  await (await openNewDatabase(server, name)).close()
  const data = await prepareData(join(folder, name), videos, server.url(name))
  const site = await startSite(data, await freePort())
  return { origin: site.url, pid: site.process.pid ?? 0, stop: async () => void (await site.stop()) }
}

/** Each page is requested once: after that it is cached. */
async function firstPages({ pid: databasePid }: PostgresqlServer, site?: Site): Promise<Cost> {
  const { origin, pid } = site ?? { origin: '', pid: 0 }
  const page = (number: number) =>
    fetch(`${origin}/content/video/video-${number}`).then((reply) => reply.text())
  const spent = () => [processorSeconds([pid]), processorSecondsOfTree(databasePid)]
  // the code is compiled by then
  for (let number = 2; number < 100; number += 1) await page(number)
  const [own = 0, ofDatabase = 0] = spent()
  const began = performance.now()
  for (let number = 100; number < 100 + newPages; number += 1) await page(number)
  const perSecond = newPages / ((performance.now() - began) / 1000)
  const [ownAfter = 0, ofDatabaseAfter = 0] = spent()
  return {
    microseconds: ((ownAfter - own) / newPages) * 1e6,
    databaseMicroseconds: ((ofDatabaseAfter - ofDatabase) / newPages) * 1e6,
    perSecond,
  }
}
