import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { importCatalogue } from '#server/library/write/import-catalogue.ts'
import { type CatalogueContents, catalogueFolder, fixture, goodCatalogue } from '#support/catalogue-folder.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { emptyTables } from '#support/stored/rows.ts'
import { storeViewing } from '#support/stored/watching.ts'
import type { TestClient } from '#support/test-client.ts'
import { createWatchingSite } from '#support/watching-site.ts'

const site = openForTests(() => createWatchingSite())
// it notices an import only where a test says so
beforeAll(() => site.services.library.close())

const { 'react/category.md': category, 'react/jsx/video.md': text } = goodCatalogue

/** One video whose folder has this name; `was` as its author writes it. */
function named(name: string, was?: string): CatalogueContents {
  return {
    [`react/${name}/video.md`]: String(text).replace(
      'free: true',
      was ? `free: true\nwas: ${was}` : 'free: true',
    ),
    [`react/${name}/film.mp4`]: fixture('film.mp4'),
    [`react/${name}/captions.en.vtt`]: 'WEBVTT\n\n00:00.000 --> 00:02.000\nHello\n',
    [`react/${name}/code/a.ts`]: 'let a\n',
  }
}

/** Imports the library of these videos; running servers know it then, unless `unnoticed`. */
async function importThem(videos: CatalogueContents, { unnoticed = false } = {}) {
  const folder = catalogueFolder({ 'react/category.md': category, ...videos })
  const outcome = await importCatalogue(site.services, folder)
  if (!unnoticed) await site.services.library.refresh()
  return outcome
}

beforeEach(async () => {
  await emptyTables(site.db, 'viewing', 'favourite', 'bookmark', 'playback_grant', 'former_video', 'video')
  await importThem(named('jsx'))
})

const open = (client: TestClient, id: string) =>
  client.call(calls.video, { params: { id }, query: { player: 'here' } })
const report = (client: TestClient, id: string, positionSeconds: number) =>
  client.call(calls.keepPosition, { params: { id }, body: { positionSeconds, player: 'here' } })
const page = (path: string) => site.client().fetch('GET', path, { headers: { accept: 'text/html' } })

/** A viewer who has seen the video, has a position, a bookmark and a favourite in it. */
async function watcherOf(id: string) {
  const { client, userId } = await site.viewer()
  const { body } = await open(client, id)
  await client.call(calls.markViewed, { params: { id } })
  await report(client, id, 2)
  await client.call(calls.addFavourite, { params: { id } })
  await client.call(calls.setBookmark, { params: { id, second: '3' }, body: { word: 'here' } })
  return { client, userId, film: body.source.url }
}

/** Everything that a viewer sees of their own data. */
async function marksOf(client: TestClient, id: string) {
  const [history, session, bookmarks] = [
    await client.call(calls.videoHistory),
    await client.call(calls.userSession),
    await client.call(calls.bookmarks, { params: { id } }),
  ]
  return {
    history: history.body.history.map(({ videoId, seen, positionSeconds }) => ({
      videoId,
      seen,
      positionSeconds,
    })),
    favourites: 'favourites' in session.body ? session.body.favourites : undefined,
    bookmarks: bookmarks.body.bookmarks,
  }
}

const all = (videoId: string) => ({
  history: [{ videoId, seen: true, positionSeconds: 2 }],
  favourites: [videoId],
  bookmarks: [{ second: 3, word: 'here' }],
})

describe('a renamed video', () => {
  test('keeps its viewing data, and its URL redirects to the new one', async () => {
    const { client } = await watcherOf('jsx')
    const before = await client.call(calls.videoHistory)
    expect(await importThem(named('tags', 'jsx'))).toMatchObject({
      kind: 'imported',
      renamed: 1,
      added: 0,
      withdrawn: 0,
      restored: 0,
    })
    expect(await marksOf(client, 'tags')).toEqual(all('tags'))
    const etag = { 'if-none-match': String(before.headers.etag) }
    expect((await client.call(calls.videoHistory, { headers: etag })).status).toBe(200)
    for (const [from, to] of [
      ['/content/video/jsx', '/content/video/tags'],
      ['/content/video/jsx/?t=9', '/content/video/tags?t=9'],
    ]) {
      const { status, headers } = await page(String(from))
      expect([status, headers.location]).toEqual([301, to])
    }
    expect((await page('/content/video/tags')).status).toBe(200)
    expect((await page('/sitemap.xml')).text).not.toContain('/jsx')
  })

  test('is found by its former ID as by its current one', async () => {
    await importThem(named('tags', 'jsx'))
    const { client } = await site.viewer()
    expect((await open(client, 'jsx')).body.video).toMatchObject({ id: 'tags', commentsId: 'jsx' })
    for (const call of [calls.videoText, calls.videoPreview, calls.videoCode] as const) {
      const [former, present] = [
        await client.call(call, { params: { id: 'jsx' } }),
        await client.call(call, { params: { id: 'tags' } }),
      ]
      expect(former.status).toBe(200)
      expect(former.body).toEqual(present.body)
    }
    const { filmKey } = site.services.library.stored('tags') ?? {}
    expect((await client.fetch('GET', `/media/free/jsx/${filmKey}`)).status).toBe(200)
  })

  test('plays on in an open tab, and its reports are stored', async () => {
    const { client, film } = await watcherOf('jsx')
    await importThem(named('tags', 'jsx'))
    expect((await client.fetch('GET', film)).status).toBe(200)
    expect(await report(client, 'jsx', 3)).toMatchObject({ status: 200, body: { positionSeconds: 3 } })
    await client.call(calls.removeBookmark, { params: { id: 'jsx', second: '3' } })
    await client.call(calls.setBookmark, { params: { id: 'jsx', second: '1' }, body: { word: 'there' } })
    await client.call(calls.removeFavourite, { params: { id: 'jsx' } })
    expect(await marksOf(client, 'tags')).toEqual({
      history: [{ videoId: 'tags', seen: true, positionSeconds: 3 }],
      favourites: [],
      bookmarks: [{ second: 1, word: 'there' }],
    })
    await client.call(calls.markUnseen, { params: { id: 'jsx' } })
    expect((await marksOf(client, 'tags')).history).toMatchObject([{ videoId: 'tags', seen: false }])
  })

  test('gets the writes under its former name by a process that has not noticed the import', async () => {
    const { client, film } = await watcherOf('jsx')
    await importThem(named('tags', 'jsx'), { unnoticed: true })
    expect((await open(client, 'jsx')).status).toBe(200)
    // the position is kept though the playback counts for the new name already
    expect((await report(client, 'jsx', 3)).problem?.code).toBe('media-refused')
    await client.call(calls.setBookmark, { params: { id: 'jsx', second: '1' }, body: { word: 'late' } })
    await client.call(calls.addFavourite, { params: { id: 'jsx' } })
    await site.services.library.refresh()
    await runUpkeep(site.services)
    expect((await report(client, 'jsx', 3)).status).toBe(200)
    expect((await client.fetch('GET', film)).status).toBe(200)
    expect(await marksOf(client, 'tags')).toEqual({
      history: [{ videoId: 'tags', seen: true, positionSeconds: 3 }],
      favourites: ['tags'],
      bookmarks: [
        { second: 1, word: 'late' },
        { second: 3, word: 'here' },
      ],
    })
  })

  test('gets the data of its former name if "was" is added later', async () => {
    const { client, userId } = await watcherOf('jsx')
    await importThem(named('tags'))
    expect((await marksOf(client, 'tags')).favourites).toEqual([])
    const later = site.clock.now()
    await storeViewing(site.db, { userId, videoId: 'tags', at: later, seconds: 4 })
    await client.call(calls.setBookmark, { params: { id: 'tags', second: '3' }, body: { word: 'again' } })
    expect(await importThem(named('tags', 'jsx'))).toMatchObject({ renamed: 1, added: 0, withdrawn: 0 })
    expect(await marksOf(client, 'tags')).toEqual({
      history: [{ videoId: 'tags', seen: true, positionSeconds: expect.any(Number) }],
      favourites: ['tags'],
      bookmarks: [{ second: 3, word: 'again' }],
    })
  })

  test('is renamed repeatedly: every former URL redirects to the last', async () => {
    const { client } = await watcherOf('jsx')
    await importThem(named('tags', 'jsx'))
    await importThem(named('markup', 'tags'))
    expect(await marksOf(client, 'markup')).toEqual(all('markup'))
    for (const former of ['jsx', 'tags'])
      expect((await page(`/content/video/${former}`)).headers.location).toBe('/content/video/markup')
    expect((await open(client, 'jsx')).body.video).toMatchObject({ id: 'markup', commentsId: 'jsx' })
    // both names at once, of a site that knows the first only
    expect(await importThem(named('elements', '[jsx, tags, markup]'))).toMatchObject({ renamed: 1 })
    expect(await marksOf(client, 'elements')).toEqual(all('elements'))
  })

  test.each([
    ['saying so', 'tags'],
    ['without a word, as after a commit is reverted', undefined],
  ])('is renamed back, %s', async (_, was) => {
    const { client } = await watcherOf('jsx')
    await importThem(named('tags', 'jsx'))
    expect(await importThem(named('jsx', was))).toMatchObject({ renamed: 1, restored: 0, withdrawn: 0 })
    expect(await marksOf(client, 'jsx')).toEqual(all('jsx'))
    expect((await page('/content/video/jsx')).status).toBe(200)
    expect((await page('/content/video/tags')).headers.location).toBe('/content/video/jsx')
    expect((await open(client, 'jsx')).body.video).not.toHaveProperty('commentsId')
  })

  test('leaves its former name to another film that uses it', async () => {
    const { client } = await watcherOf('jsx')
    await importThem(named('tags', 'jsx'))
    await importThem({ ...named('tags'), ...named('jsx') })
    expect(await marksOf(client, 'tags')).toEqual(all('tags'))
    expect((await page('/content/video/jsx')).status).toBe(200)
    expect((await open(client, 'jsx')).body.video.id).toBe('jsx')
    expect((await marksOf(client, 'jsx')).bookmarks).toEqual([])
  })

  test('that is withdrawn is gone under both URLs', async () => {
    await importThem(named('tags', 'jsx'))
    await importThem(named('other'))
    expect([(await page('/content/video/jsx')).status, (await page('/content/video/tags')).status]).toEqual([
      410, 410,
    ])
  })

  test('with an unknown former name is imported with a note', async () => {
    const outcome = await importThem(named('tags', 'jxs'))
    expect(outcome).toMatchObject({
      kind: 'imported',
      added: 1,
      withdrawn: 1,
      renamed: 0,
      warnings: [{ file: 'react/tags/video.md', line: 5, sentence: expect.stringContaining('"jxs"') }],
    })
  })
})

test('a rename covers every table that refers to a video, with all its columns', async () => {
  const { rows } = await sql<{ found: string }>`
    select tables.relname || ': ' || string_agg(columns.attname, ' ' order by columns.attnum) as found
    from pg_class tables join pg_attribute columns on columns.attrelid = tables.oid and columns.attnum > 0
    where not columns.attisdropped and tables.oid in (
      select conrelid from pg_constraint where contype = 'f' and confrelid = 'video'::regclass)
    group by tables.relname order by 1`.execute(site.db)
  // a table or column that is new here: does moveMarks take it along?
  expect(rows.map(({ found }) => found)).toEqual([
    'announced_video: video_id',
    'bookmark: user_id video_id second word created_at',
    'favourite: user_id video_id created_at',
    'film_day: video_id day starts seconds viewers hundredths',
    'film_job: id video_id upload_id asked_by state attempts step percent remaining_seconds refusal created_at started_at ended_at has_file poster_keys chapters kind srclang tries next_try_at',
    // by a trigger of film_day
    'film_year: video_id year starts days',
    'former_video: former_id video_id since',
    'playback_grant: grant_hash browser_hash user_id video_id expires_at opened_at last_used_at player film_key counted_at small_film_key preview_hash',
    'preview_link: key_hash video_id created_at expires_at',
    // from the files of the video
    'transcript: video_id srclang captions_key config words',
    'upload: id user_id purpose video_id name length modified_at digest received state created_at touched_at completed_at lease lease_until',
    'video_code: video_id place name text',
    'viewing: user_id video_id viewed_at seen position_seconds',
    'watched: user_id video_id played_seconds estimated_seconds',
  ])
})
