import { nginxIsInstalled, startFileNginx } from '#support/nginx-server.ts'
import { startRawServer } from './baselines.ts'
import { type BenchData, filmBytes } from './bench-site.ts'
import { type FilmRate, type FilmServer, filmRates } from './film-load.ts'
import type { Row } from './report.ts'

/** A running site whose films are measured. */
export type FilmSite = {
  readonly name: string
  readonly origin: string
  readonly pids: readonly number[]
  /** Whether nginx sends its films, so that it is compared with nginx alone. */
  readonly byNginx: boolean
}

/** Maximum CPU seconds per gigabyte sent by the site. */
const mostSeconds = 0.9
/** Maximum CPU time of nginx sending for the site, relative to nginx alone. */
const mostOfNginx = 1.3

/** Measures film ranges of the sites, of raw `node:http` and, if installed, of nginx; `folder` holds `film.mp4`. */
export async function measureFilms(
  sites: readonly FilmSite[],
  folder: string,
  { cookie, videoId }: BenchData,
  rounds: number,
): Promise<Row[]> {
  const raw = await startRawServer(folder, new Map())
  const nginx = nginxIsInstalled() ? await startFileNginx(folder) : undefined
  try {
    const servers: FilmServer[] = [
      { name: 'raw node:http, one pread', url: `${raw.origin}/film.mp4`, pids: [raw.pid] },
      ...(nginx
        ? [{ name: 'nginx sendfile', url: `http://localhost:${nginx.port}/film.mp4`, pids: [nginx.pid] }]
        : []),
    ]
    for (const { name, origin, pids } of sites) {
      const reply = await fetch(`${origin}/api/video/${videoId}`, { headers: { cookie } })
      if (!reply.ok) throw new Error(`${name}: no playback, ${reply.status}`)
      const { source } = (await reply.json()) as { source: { url: string } }
      servers.push({ name, url: origin + source.url, headers: { cookie }, pids })
    }
    const rates = await filmRates(servers, filmBytes, rounds)
    const own = rates.slice(servers.length - sites.length)
    return sites.flatMap((site, index) => rowsOf(site, own[index], rates[0], nginx && rates[1]))
  } finally {
    await raw.stop()
    await nginx?.stop()
  }
}

function rowsOf(
  { name, byNginx }: FilmSite,
  own: FilmRate | undefined,
  raw: FilmRate | undefined,
  nginx: FilmRate | undefined,
): Row[] {
  const spent = own?.cpuSecondsAGigabyte ?? Number.NaN
  const known = !Number.isNaN(spent)
  const row = { area: `1 MiB ranges, ${name}`, measured: own ? figures(own) : '' }
  if (byNginx && nginx) {
    const times = spent / nginx.cpuSecondsAGigabyte
    const against = `nginx: ${figures(nginx)}; so ${times.toFixed(2)} x its time`
    const met = known ? times <= mostOfNginx : undefined
    return [{ ...row, against, ratio: 1 / times, goal: `${mostOfNginx} x its time`, met }]
  }
  const ratio = raw && raw.cpuSecondsAGigabyte / spent
  const beside = nginx ? `; nginx: ${figures(nginx)}` : ''
  const against = raw ? `raw pread: ${figures(raw)}${beside}` : ''
  const met = known ? spent <= mostSeconds : undefined
  return [{ ...row, against, ...(ratio !== undefined && { ratio }), goal: `${mostSeconds} s/GB`, met }]
}

function figures({ megabytesASecond, cpuSecondsAGigabyte }: FilmRate): string {
  return `${cpuSecondsAGigabyte.toFixed(2)} CPU s/GB, ${Math.round(megabytesASecond)} MB/s`
}
