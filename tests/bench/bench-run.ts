import { join } from 'node:path'
import { nginxIsInstalled, startProxyNginx } from '#support/nginx-server.ts'
import { missingForPostgresql, startPostgresql } from '#support/postgresql-server.ts'
import { freePort } from '#support/server-process.ts'
import { type BenchData, prepareData, startSite } from './bench-site.ts'
import type { Measured } from './compare-costs.ts'
import type { FilmSite } from './measure-films.ts'
import type { PostgresqlServer } from './measure-renewals.ts'

type Engine = 'PostgreSQL' | 'embedded database'

/** Shared by the parts of one run. */
export type BenchRun = {
  readonly rounds: number
  readonly quick: boolean
  /** Temporary folder of the run. */
  readonly root: string
  /** Undefined if PostgreSQL is not installed. */
  readonly server: PostgresqlServer | undefined
  /** PostgreSQL if installed. */
  readonly usual: Engine
  readonly engines: readonly Engine[]
  data(engine: Engine): Promise<BenchData>
  folder(engine: Engine): string
  /** Starts a site on the data, and stops it after the work. */
  withSite<Result>(engine: Engine, work: (site: Measured) => Promise<Result>): Promise<Result>
  /** The same with a second process whose films nginx sends; it is left out without nginx. */
  withFilmSites<Result>(work: (sites: readonly FilmSite[]) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

type Options = {
  readonly folder: string
  readonly rounds: number
  readonly videos: number
  readonly quick: boolean
}

/** Starts a PostgreSQL server if installed; data are prepared on first use. */
export async function openBenchRun({ folder: root, rounds, videos, quick }: Options): Promise<BenchRun> {
  const missing = missingForPostgresql()
  if (missing !== undefined) console.log(`${missing}: measured on the embedded database alone.\n`)
  const server = missing === undefined ? await startPostgresql() : undefined
  const usual: Engine = server ? 'PostgreSQL' : 'embedded database'
  const folder = (engine: Engine) => join(root, engine === 'PostgreSQL' ? 'postgresql' : 'embedded')
  const prepared = new Map<Engine, Promise<BenchData>>()
  const data = (engine: Engine) => {
    const known =
      prepared.get(engine) ??
      prepareData(folder(engine), videos, engine === 'PostgreSQL' ? server?.url('postgres') : undefined)
    prepared.set(engine, known)
    return known
  }
  const withSite: BenchRun['withSite'] = async (engine, work) => {
    const site = await startSite(await data(engine), await freePort())
    const databasePid = engine === 'PostgreSQL' ? server?.pid : undefined
    try {
      return await work({ origin: site.url, pid: site.process.pid ?? 0, databasePid })
    } finally {
      await site.stop()
    }
  }
  return {
    rounds,
    quick,
    root,
    server,
    usual,
    engines: server ? ['PostgreSQL', 'embedded database'] : ['embedded database'],
    data,
    folder,
    withSite,
    withFilmSites: (work) =>
      withSite(usual, async ({ origin, pid }) => {
        const itself: FilmSite = { name: 'sent by the site', origin, pids: [pid], byNginx: false }
        // the embedded database belongs to one process
        if (!server || !nginxIsInstalled()) return work([itself])
        const proxied = await startProxied(folder(usual), await data(usual))
        try {
          return await work([itself, proxied.site])
        } finally {
          await proxied.stop()
        }
      }),
    close: async () => server?.stop(),
  }
}

/** A second process whose films nginx sends, by the configuration for operators, without TLS. */
async function startProxied(dataDir: string, data: BenchData) {
  // it forwards the host without a port
  const more = { MEDIA_ACCEL: 'nginx', TRUST_PROXY: '127.0.0.1', BASE_URL: 'http://localhost' }
  const site = await startSite(data, await freePort(), more)
  const proxy = await startProxyNginx({ sitePort: site.port, mediaFolder: join(dataDir, 'media') })
  return {
    site: {
      name: 'sent by nginx for the site (MEDIA_ACCEL)',
      origin: `http://localhost:${proxy.port}`,
      pids: [site.process.pid ?? 0, proxy.pid],
      byNginx: true,
    } satisfies FilmSite,
    stop: async () => {
      await proxy.stop()
      await site.stop()
    },
  }
}
