import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { nginxIsInstalled } from '#support/nginx-server.ts'
import type { BenchRun } from './bench-run.ts'
import { measureArriving } from './measure-arriving.ts'
import { measureDesk } from './measure-desk.ts'
import { measureFilms } from './measure-films.ts'
import { measureGrowth } from './measure-growth.ts'
import { measureLibraryDesk } from './measure-library-desk.ts'
import { measureListing } from './measure-listing.ts'
import { measureMails } from './measure-mails.ts'
import { measureManyVideos } from './measure-many-videos.ts'
import { measureMemory } from './measure-memory.ts'
import { measureMetrics } from './measure-metrics.ts'
import { measureOverload } from './measure-overload.ts'
import { measureProcessing } from './measure-processing.ts'
import { measureRenewals, openNewDatabase } from './measure-renewals.ts'
import { measureReplies, measureSession } from './measure-replies.ts'
import { measureSearch } from './measure-search.ts'
import { measureStarts } from './measure-starts.ts'
import { measureTwoProcesses } from './measure-two-processes.ts'
import { measureVisits } from './measure-visits.ts'
import { measureWatching } from './measure-watching.ts'
import { measureWeakLines } from './measure-weak-lines.ts'
import type { Row, Section } from './report.ts'

/** A part of the bench that can be measured separately, with its section of docs/performance.md. */
export type Part = {
  readonly name: string
  readonly title: string
  /** Left out of a quick run. */
  readonly isLong?: true
  /** Undefined if this machine lacks a requirement. */
  measure(run: BenchRun): Promise<Omit<Section, 'title'> | undefined>
}

export const parts: readonly Part[] = [
  {
    name: 'replies',
    title: 'Pages, files and lists',
    measure: async ({ usual, withSite, data, folder, rounds }) => {
      const prepared = await data(usual)
      return rows(await withSite(usual, (site) => measureReplies(site, folder(usual), prepared, rounds)))
    },
  },
  {
    name: 'session',
    title: 'The session',
    measure: async ({ usual, withSite, data, folder, rounds, server }) => {
      const prepared = await data(usual)
      const options = { rounds, ...(server && { goal: 0.6 }) }
      return rows(await withSite(usual, (site) => measureSession(site, folder(usual), prepared, options)))
    },
  },
  {
    name: 'watching',
    title: 'Watching and signing in',
    measure: async ({ usual, withSite, data, folder, rounds }) => {
      const prepared = await data(usual)
      return rows(await withSite(usual, (site) => measureWatching(site, folder(usual), prepared, rounds)), [
        'A hundred users take turns, so that nobody waits for a row of their own.',
      ])
    },
  },
  {
    name: 'films',
    title: 'Films',
    measure: async ({ usual, withFilmSites, data, folder, rounds }) => {
      const prepared = await data(usual)
      return rows(await withFilmSites((sites) => measureFilms(sites, folder(usual), prepared, rounds)), [
        'Random ranges of 1 MiB on 32 connections; the reader only counts bytes, so that the sender is what is measured.',
      ])
    },
  },
  {
    name: 'two-processes',
    title: 'Two processes',
    isLong: true,
    measure: async ({ server, data, folder, rounds }) => {
      if (!server || !nginxIsInstalled()) return undefined
      const mediaFolder = join(folder('PostgreSQL'), 'media')
      const options = { databasePid: server.pid, mediaFolder, rounds }
      return rows(await measureTwoProcesses(await data('PostgreSQL'), options), [
        'Both behind nginx with deploy/nginx.conf, with four connections for each process; CPU time of the site and of PostgreSQL together, that of nginx left out.',
      ])
    },
  },
  {
    name: 'metrics',
    title: 'Metrics',
    isLong: true,
    measure: async ({ server, data, rounds }) =>
      server &&
      rows(await measureMetrics(await data('PostgreSQL'), { rounds }), [
        'The same requests to four processes, of which two have METRICS_PORT; the cheaper one of each kind, without PostgreSQL.',
      ]),
  },
  {
    name: 'embedded',
    title: 'The session on the embedded database',
    isLong: true,
    measure: async ({ server, withSite, data, folder }) => {
      if (!server) return undefined
      const prepared = await data('embedded database')
      return rows(
        await withSite('embedded database', (site) =>
          measureSession(site, folder('embedded database'), prepared, { rounds: 3 }),
        ),
      )
    },
  },
  {
    name: 'start',
    title: 'Starting',
    measure: async ({ engines, data, quick }) => {
      const all: Row[] = []
      for (const engine of engines)
        all.push(...(await measureStarts(engine, await data(engine), quick ? 3 : 5)))
      return rows(all, [
        'Over data that are there, to the first answer, with what Node compiled at a start before.',
      ])
    },
  },
  {
    name: 'memory',
    title: 'Memory',
    measure: async ({ engines, data, withSite, quick }) => {
      const all: Row[] = []
      for (const engine of engines) {
        const goal = engine === 'PostgreSQL' ? 200 : 400
        const prepared = await data(engine)
        const options = { engine, goal, seconds: quick ? 1 : 2 }
        all.push(await withSite(engine, (site) => measureMemory(site, prepared, options)))
      }
      return rows(all)
    },
  },
  {
    name: 'renewals',
    title: 'Renewals and reminders',
    isLong: true,
    measure: async ({ server }) => server && rows(await measureRenewals(server, 1_000)),
  },
  {
    name: 'mails',
    title: 'Mails',
    isLong: true,
    measure: async ({ server }) => server && rows(await measureMails(server)),
  },
  {
    name: 'search',
    title: 'A million accounts',
    measure: async ({ server, quick }) =>
      server && rows(await measureSearch(server, quick ? 100_000 : 1_000_000)),
  },
  {
    name: 'desk',
    title: "The operator's desk over 100,000 accounts",
    isLong: true,
    measure: async ({ server, root, rounds }) =>
      server &&
      rows(await measureDesk(server, root, { accounts: 100_000, rounds }), [
        'Three years of 90,000 subscriptions: 450,000 invoices and 900,000 bookings. Each page is asked for by itself.',
      ]),
  },
  {
    name: 'growth',
    title: 'A million accounts beside a thousand',
    isLong: true,
    measure: async ({ server, root, rounds }) =>
      server &&
      rows(await measureGrowth(server, root, { accounts: 1_000_000, rounds }), [
        'The same on both, in turn; in the small one each person is signed in in 20 browsers, so that as many sessions are looked up.',
      ]),
  },
  {
    name: 'library',
    title: '100,000 videos beside a thousand',
    isLong: true,
    measure: async ({ server, root, rounds }) =>
      server && rows(await measureManyVideos(server, root, { large: 100_000, rounds })),
  },
  {
    name: 'library-desk',
    title: "The desk's library of 10,000 videos",
    isLong: true,
    measure: async ({ root: folder, server }) => {
      const options = { videos: 10_000, folder }
      const ofServer = server
        ? await measureLibraryDesk(await openNewDatabase(server, 'library_desk'), options)
        : []
      return rows(
        [...ofServer, ...(await measureLibraryDesk(undefined, options))],
        [
          'A video in two has a storyboard, one in three captions; each has a film of its own, a description of some 3 KB, and was watched on 30 days of a year. The site is in the process of the bench, each call is asked a hundred times, one after the other.',
          'A video: all five calls of its page at once.',
        ],
      )
    },
  },
  {
    name: 'processing',
    title: 'Processing a film',
    measure: async ({ root, quick }) =>
      hasFfmpeg()
        ? rows(await measureProcessing(root, { minutes: quick ? 1 : 10 }), [
            'A demo on the embedded database, in whose process films are processed, at the lowest priority, on the same processors. Each page and list is asked for by itself.',
            'The recording shows code that is typed, and in a corner a picture in which everything moves. A test pattern of 1080 lines, in which everything moves, took 14.8 CPU minutes on 28 November.',
          ])
        : undefined,
  },
  {
    name: 'overload',
    title: 'Overload',
    isLong: true,
    measure: async ({ engines, data, withSite }) => {
      const all: Row[] = []
      for (const engine of engines) {
        const prepared = await data(engine)
        all.push(
          ...(await withSite(engine, ({ origin }) =>
            measureOverload(origin, prepared, { seconds: 6, engine }),
          )),
        )
      }
      return rows(all, [
        '*At best* is what 8 or 32 connections get that ask again at once; sign-ins, which are refused first, hold each of them up.',
      ])
    },
  },
  { name: 'visits', title: 'First visit', isLong: true, measure: () => measureVisits() },
  { name: 'weak-lines', title: 'Weak lines', isLong: true, measure: () => measureWeakLines() },
  {
    name: 'listing',
    title: 'The listing in Chromium',
    isLong: true,
    measure: async ({ rounds }) => {
      const listing = await measureListing(Math.min(rounds, 4), [1_000, 10_000])
      const { rows: ofArriving, notes } = await measureArriving(1_000, 100_000)
      return { rows: [...listing.rows, ...ofArriving], notes: [...(listing.notes ?? []), ...notes] }
    },
  },
]

function hasFfmpeg(): boolean {
  return spawnSync('ffmpeg', ['-version']).error === undefined
}

function rows(all: readonly Row[], notes: readonly string[] = []) {
  return { rows: all, notes }
}
