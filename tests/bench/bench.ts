// `npm run bench`: the current build beside its baselines, all in one run. Prints the table and keeps it in
// docs/performance.md. Options: --rounds 7 (of each contender), --videos 1000.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { missingForPostgresql, startPostgresql } from '#support/postgresql-server.ts'
import { freePort } from '#support/server-process.ts'
import { nginxIsInstalled, startProxy } from './baselines.ts'
import { type BenchData, prepareData, startSite } from './bench-site.ts'
import { measureFilms } from './measure-films.ts'
import { measureListing } from './measure-listing.ts'
import { measureOverload } from './measure-overload.ts'
import { measureRenewals } from './measure-renewals.ts'
import { measureRequests } from './measure-requests.ts'
import { peakMegabytes, residentMegabytes, startSeconds } from './measure-starts.ts'
import { measureVisits } from './measure-visits.ts'
import { commit, distraction, machine, markdown, type Section } from './report.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, videos: { type: 'string', default: '1000' } },
})
const rounds = Number(values.rounds)
const videos = Number(values.videos)
const root = resolve(import.meta.dirname, '../..')
const work = mkdtempSync(join(tmpdir(), 'lectern-bench-'))

const busy = distraction()
if (busy !== undefined) console.log(`${busy}\n`)

const missing = missingForPostgresql()
const postgresql = missing === undefined ? await startPostgresql() : undefined
if (missing !== undefined) console.log(`${missing}: measured on the embedded database alone.\n`)
try {
  const sections: Section[] = []
  if (postgresql) {
    const dataDir = join(work, 'postgresql')
    const url = postgresql.url('postgres')
    sections.push(await measureSite('PostgreSQL', dataDir, await prepareData(dataDir, videos, url)))
  }
  const dataDir = join(work, 'embedded')
  sections.push(await measureSite('Embedded database', dataDir, await prepareData(dataDir, videos)))
  if (postgresql)
    sections.push(
      print({
        title: 'Renewals, on PostgreSQL',
        notes: ['RENEWALS_AT_ONCE as it is by default; several processes share the work.'],
        rows: [await measureRenewals(postgresql.url)],
      }),
    )
  sections.push(print(await measureVisits()))
  sections.push(print(await measureListing(rounds, [1_000, 10_000])))
  keep(sections)
} finally {
  await postgresql?.stop()
  rmSync(work, { recursive: true, force: true })
}

async function measureSite(title: string, dataDir: string, data: BenchData): Promise<Section> {
  const onServer = title === 'PostgreSQL'
  const started = await startSeconds(data, 5)
  const site = await startSite(data, await freePort())
  const pid = site.process.pid ?? 0
  const itself = { name: 'sent by the site', origin: site.url, pids: [pid], cpuGoal: 2 }
  // the embedded database belongs to one process
  const proxied = onServer && nginxIsInstalled() ? await startProxied(dataDir, data) : undefined
  try {
    const before = residentMegabytes(pid)
    const peak = peakMegabytes(pid)
    const peakGoal = onServer ? 250 : 500
    const sessionGoal = onServer ? 0.6 : undefined
    const requests = await measureRequests(site.url, dataDir, data, { rounds, sessionGoal })
    const films = await measureFilms(proxied ? [itself, proxied.site] : [itself], dataDir, data, rounds)
    const memory = residentMegabytes(pid)
    const [startGoal, memoryGoal] = onServer ? [0.3, 150] : [2, 400]
    const overload = await measureOverload(site.url, data, 10)
    return print({
      title: `${title}, ${videos.toLocaleString('en')} videos`,
      notes: [],
      rows: [
        ...requests,
        ...films,
        {
          area: 'start on existing data, to the first answer',
          measured: `${started.toFixed(2)} s`,
          against: '',
          goal: `${startGoal} s`,
          met: started <= startGoal,
        },
        {
          area: 'memory at the start, at most',
          measured: peak === undefined ? 'unknown' : `${Math.round(peak)} MB`,
          against: '',
          goal: `${peakGoal} MB`,
          met: peak === undefined ? undefined : peak <= peakGoal,
        },
        {
          area: 'memory after the bench',
          measured: memory === undefined ? 'unknown' : `${Math.round(memory)} MB`,
          against: before === undefined ? '' : `${Math.round(before)} MB after the start`,
          goal: `${memoryGoal} MB`,
          met: memory === undefined ? undefined : memory <= memoryGoal,
        },
        overload,
      ],
    })
  } finally {
    await proxied?.stop()
    await site.stop()
  }
}

/** A second process whose films nginx sends. */
async function startProxied(dataDir: string, data: BenchData) {
  const port = await freePort()
  const more = { MEDIA_ACCEL: 'nginx', BASE_URL: `http://localhost:${port}` }
  const site = await startSite(data, await freePort(), more)
  const proxy = await startProxy(dataDir, port, {
    origin: `http://127.0.0.1:${site.port}`,
    mediaFolder: join(dataDir, 'media'),
  })
  const pids = [site.process.pid ?? 0, proxy.pid]
  return {
    site: { name: 'sent by nginx for the site (MEDIA_ACCEL)', origin: proxy.origin, pids, cpuGoal: 1.5 },
    stop: async () => {
      await proxy.stop()
      await site.stop()
    },
  }
}

function print(section: Section): Section {
  console.log(markdown(section))
  return section
}

function keep(sections: readonly Section[]): void {
  const text = [
    '# Speed',
    '',
    `Written by \`npm run bench\`: ${machine()}; commit ${commit()}. A ratio is the site's rate over that of the baseline`,
    `in the same run: medians of ${rounds} rounds of a second, taking turns, 32 connections. The baseline for replies is raw`,
    '`node:http` sending the same headers and compressed bytes; a 304 is compared with the baseline sending all of them.',
    'For films the reader only counts bytes, so that the sender is what is measured. The load runs on the same machine.',
    ...(busy === undefined ? [] : ['', busy]),
    '',
    ...sections.map(markdown),
  ].join('\n')
  writeFileSync(join(root, 'docs/performance.md'), text)
}
