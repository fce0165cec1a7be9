import { nginxIsInstalled, startNginx, startRawServer } from './baselines.ts'
import { type BenchData, filmBytes } from './bench-site.ts'
import { type FilmRate, type FilmServer, filmRates } from './film-load.ts'
import type { Row } from './report.ts'

/** A running site whose films are measured. */
export type MeasuredSite = {
  readonly name: string
  readonly origin: string
  readonly pids: readonly number[]
  /** How much of nginx's processor time it may use. */
  readonly cpuGoal: number
}

/** Film ranges of the sites against raw `node:http` and, where it is installed, nginx; `folder` holds `film.mp4`. */
export async function measureFilms(
  sites: readonly MeasuredSite[],
  folder: string,
  { cookie, videoId }: BenchData,
  rounds: number,
): Promise<Row[]> {
  const raw = await startRawServer(folder, new Map())
  const nginx = nginxIsInstalled() ? await startNginx(folder) : undefined
  try {
    const servers: FilmServer[] = [
      { name: 'raw node:http, one pread', url: `${raw.origin}/film.mp4`, pids: [raw.pid] },
      ...(nginx ? [{ name: 'nginx sendfile', url: `${nginx.origin}/film.mp4`, pids: [nginx.pid] }] : []),
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
  { name, cpuGoal }: MeasuredSite,
  own: FilmRate | undefined,
  raw: FilmRate | undefined,
  nginx: FilmRate | undefined,
): Row[] {
  if (!own || !raw) return []
  const row = { area: `1 MiB ranges, 32 connections, ${name}`, measured: figures(own) }
  const beside = [compared(row, 'raw pread', raw, own, 0.9)]
  return nginx ? [...beside, compared(row, 'nginx', nginx, own, 0.9, cpuGoal)] : beside
}

function compared(
  row: Pick<Row, 'area' | 'measured'>,
  name: string,
  baseline: FilmRate,
  own: FilmRate,
  goal: number,
  cpuGoal?: number,
): Row {
  const ratio = own.megabytesASecond / baseline.megabytesASecond
  const cpu =
    own.cpuSecondsAGigabyte === undefined || baseline.cpuSecondsAGigabyte === undefined
      ? undefined
      : own.cpuSecondsAGigabyte / baseline.cpuSecondsAGigabyte
  const cpuMet = cpuGoal === undefined || cpu === undefined || cpu <= cpuGoal
  return {
    ...row,
    against: `${name}: ${figures(baseline)}`,
    ratio,
    goal: cpuGoal === undefined ? `${goal}` : `${goal}, ${cpuGoal} x its CPU`,
    met: ratio >= goal && cpuMet,
  }
}

function figures({ megabytesASecond, cpuSecondsAGigabyte }: FilmRate): string {
  const cpu = cpuSecondsAGigabyte === undefined ? '' : `, ${cpuSecondsAGigabyte.toFixed(2)} CPU s/GB`
  return `${Math.round(megabytesASecond)} MB/s${cpu}`
}
