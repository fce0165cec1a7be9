import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { calls } from '#contract/calls.ts'
import type { Database } from '#server/platform/database/database.ts'
import { migrationsFolder } from '#server/platform/database/migrate.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { signedInAdmin } from '#support/admin.ts'
import { generateLibrary } from '#support/generate-library.ts'
import { createTestApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'
import type { Row } from './report.ts'

/** Within which 95 of 100 replies of the desk are there. */
const mostMs = 100
const asked = 100
const lastDay = '2026-11-02'
/** Up to the last day. */
const periods = [
  ['28 days', '2026-10-06'],
  ['a year', '2025-11-03'],
] as const

const filters: readonly (readonly [string, (turn: number) => Record<string, string>])[] = [
  ['the table', (turn) => ({ page: String(turn * 7) })],
  ['in order of titles, a page in the middle', (turn) => ({ sort: 'title', page: String(turn * 9) })],
  ['a word', (turn) => ({ search: ['hooks', 'refactor', 'part 77', 'tag-9'][turn % 4] ?? '' })],
  ['words that none has', (turn) => ({ search: `hooks nothing${turn}` })],
  ['without a storyboard', (turn) => ({ storyboard: 'no', page: String(turn) })],
  [
    'with captions, without a storyboard, not free',
    () => ({ captions: 'yes', storyboard: 'no', free: 'no' }),
  ],
  ['scheduled', () => ({ state: 'scheduled' })],
  [
    'a category with those below, and a tag',
    (turn) => ({ category: `hooks-${(turn % 2) * 10}`, tag: 'tag-7' }),
  ],
]

/**
 * Measures the calls of the desk's pages about the library, each asked a hundred times in turn: over an empty database, which is
 * closed, or an embedded one in a folder.
 */
export async function measureLibraryDesk(
  onServer: Database | undefined,
  { videos, folder }: { videos: number; folder: string },
): Promise<Row[]> {
  const database = onServer ?? (await openEmbedded(folder))
  const engine = onServer ? 'PostgreSQL' : 'embedded database'
  const site = await createTestApp({ start: new Date('2026-11-02T10:00:00Z'), services: { database } })
  try {
    await generateLibrary(database, { videos })
    await furnish(database)
    const admin = await signedInAdmin(site, { secondFactor: false })
    const rows: Row[] = []
    const measure = async (area: string, ask: (turn: number) => Promise<{ status: number }>) =>
      rows.push(await rowOf(`desk of the library, ${engine}: ${area}`, ask))
    for (const [area, filterOf] of filters)
      await measure(area, (turn) => admin.call(calls.deskVideos, { query: filterOf(turn) }))
    await measure('one video', (turn) => showVideo(admin, `video-${1 + ((turn * 97) % videos)}`))
    await measure('categories', () => admin.call(calls.deskCategories))
    await measure('tags and versions', () => admin.call(calls.deskLabels))
    await measure('found by the field of the desk', (turn) =>
      admin.call(calls.findAtDesk, { query: { query: ['hooks', 'part 77', 'video-9'][turn % 3] ?? '' } }),
    )
    await measure('processing, and uploads', (turn) => showWork(admin, turn))
    for (const [area, from] of periods)
      await measure(`watched videos of ${area}`, (turn) =>
        admin.call(calls.watchedFilms, { query: { from, to: lastDay, page: String(turn * 9) } }),
      )
    await measure('a watched video of a year', (turn) => {
      const params = { id: `video-${1 + ((turn * 97) % videos)}` }
      return admin.call(calls.watchedFilm, { params, query: { from: '2025-11-03', to: lastDay } })
    })
    return rows
  } finally {
    await site.close()
  }
}

function openEmbedded(folder: string): Promise<Database> {
  const dataDir = mkdtempSync(join(folder, 'desk-'))
  const log = { info: () => {}, warn: console.warn, error: console.error }
  return openDatabase({ dataDir, databaseUrl: undefined, migrationsDir: migrationsFolder, log })
}

/** What a video's page asks for at once. */
async function showVideo(admin: TestClient, id: string): Promise<{ status: number }> {
  const params = { id }
  const replies = await Promise.all([
    admin.call(calls.deskVideo, { params }),
    admin.call(calls.videoVersions, { params }),
    admin.call(calls.captionsJobs, { params }),
    admin.call(calls.previewLink, { params }),
    admin.call(calls.filmJobs, { query: { videoId: id } }),
  ])
  return replies.find(({ status }) => status !== 200) ?? { status: 200 }
}

/** What the page "Videos" asks for beside its table. */
async function showWork(admin: TestClient, turn: number): Promise<{ status: number }> {
  const replies = await Promise.all([
    admin.call(calls.filmJobs, { query: { page: String(turn) } }),
    admin.call(calls.uploads),
  ])
  return replies.find(({ status }) => status !== 200) ?? { status: 200 }
}

async function rowOf(area: string, ask: (turn: number) => Promise<{ status: number }>): Promise<Row> {
  const times: number[] = []
  for (let turn = -5; turn < asked; turn += 1) {
    const began = performance.now()
    const { status } = await ask(Math.abs(turn))
    if (status !== 200) throw new Error(`${area}: answered ${status}`)
    if (turn >= 0) times.push(performance.now() - began)
  }
  const sorted = times.toSorted((one, other) => one - other)
  const p95 = sorted[Math.floor(asked * 0.95)] ?? Number.NaN
  return {
    area,
    measured: `95 of 100 within ${p95.toFixed(1)} ms`,
    against: `half of them within ${(sorted[asked / 2] ?? Number.NaN).toFixed(1)} ms`,
    goal: `${mostMs} ms`,
    met: p95 <= mostMs,
  }
}

/**
 * Gives each video a film of its own, a long description and 30 days of a year on which it was watched, and some a
 * storyboard, captions or a version before.
 */
async function furnish({ db }: Database): Promise<void> {
  await sql`update video set film_key = id || '.mp4', description = repeat(description || E'\n\n', 20),
    changed_at = published_at,
    tracks = case when right(id, 1) < '4' then
      '[{"kind":"captions","key":"none","srclang":"en","label":"English"}]'::jsonb else tracks end`.execute(
    db,
  )
  await sql`insert into storyboard (film_key, storyboard)
    select film_key, '{}'::jsonb from video where right(id, 1) < '6'`.execute(db)
  await sql`insert into library_version (kind, id, version, document, media, saved_by, saved_at, replaced_at)
    select 'video', id, version, to_jsonb(video), '{}', 'desk', published_at, published_at
    from video where right(id, 1) < '3'`.execute(db)
  // all days of a video in one statement, so that its sums are written once
  for (let digit = 0; digit < 10; digit += 1)
    await sql`insert into film_day (video_id, day, starts, seconds, viewers, hundredths)
      select id, date '2026-11-02' - (turn * 12 + length(title) % 12), length(title) % 50, 900, 3,
        array_fill(2, array[100])
      from video, generate_series(0, 29) as turn where right(id, 1) = ${String(digit)}`.execute(db)
  await sql`vacuum analyze`.execute(db)
}
