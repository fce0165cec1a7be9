import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Tables } from '#server/platform/database/tables.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import { testDatabase, transactionsIn } from '#support/database.ts'
import { storeVideo } from '#support/stored/library.ts'
import { storeAvatar, storeOwners } from '#support/stored/people.ts'
import { allRows, emptyTables, storeRows } from '#support/stored/rows.ts'
import {
  isNamed,
  lockImports,
  noteInUse,
  noteUnused,
  readUnusedMedia,
  takeUnused,
} from './unused-media.store.ts'

const now = new Date('2026-11-25T10:00:00.000Z')
const by = (milliseconds: number) => new Date(now.getTime() + milliseconds)
const keysIn = (...keys: readonly string[]) => JSON.stringify(keys.map((key) => ({ key })))

/** The kinds of rows that name media, each with keys that are called after it. */
const database = testDatabase()
beforeAll(async () => {
  const { db } = database
  await storeVideo(db, 'plain', { film_key: 'film' })
  await storeVideo(db, 'furnished', {
    film_key: 'film of furnished',
    small_film_key: 'small film',
    poster_key: 'poster',
    tracks: keysIn('captions'),
    storyboard: JSON.stringify({ key: 'storyboard' }),
  })
  await storeVideo(db, 'former', {
    film_key: 'former film',
    small_film_key: 'former small film',
    poster_key: 'former poster',
    tracks: keysIn('former captions'),
    storyboard: JSON.stringify({ key: 'former storyboard' }),
  })
  await storeRows(db, 'former_video', { former_id: 'former', video_id: 'plain', since: now })
  const level: Tables['series']['level'] = 'beginner'
  const series = { title: 'Series', level, position: 1, description: '', video_ids: [] }
  await storeRows(db, 'series', { url_key: 'series', poster_key: 'poster of series', ...series })
  const userId = randomUUID()
  await storeOwners(db, [{ name: 'Ada', email: 'ada@example.org', userId }], now)
  await storeAvatar(db, userId, 'avatar', now)
  await storeRows(db, 'playback_grant', {
    grant_hash: sha256('grant'),
    browser_hash: sha256('browser'),
    video_id: 'plain',
    film_key: 'film that is watched',
    small_film_key: 'small film that is watched',
    expires_at: now,
  })
  await storeRows(db, 'film_job', {
    id: randomUUID(),
    video_id: 'plain',
    upload_id: randomUUID(),
    asked_by: userId,
    created_at: now,
    poster_keys: ['frame for a poster'],
  })
})
beforeEach(async () => {
  const { db } = database
  await emptyTables(db, 'unused_media', 'poster', 'storyboard', 'film_size')
  await storeRows(
    db,
    'poster',
    { key: 'poster', sizes: keysIn('copy', 'smaller copy') },
    { key: 'poster of series', sizes: keysIn('copy of series') },
    { key: 'former poster', sizes: keysIn('copy of former') },
  )
  await storeRows(
    db,
    'storyboard',
    { film_key: 'film', storyboard: JSON.stringify({ key: 'drawn' }) },
    { film_key: 'former film', storyboard: JSON.stringify({ key: 'drawn of former' }) },
  )
  const size = { height: 720, kilobits_per_second: 372 }
  await storeRows(
    db,
    'film_size',
    { film_key: 'small film', ...size },
    { film_key: 'former small film', ...size },
  )
})

const named = [
  'film',
  'film of furnished',
  'small film',
  'poster',
  'captions',
  'storyboard',
  'poster of series',
  'copy',
  'smaller copy',
  'copy of series',
  'drawn',
  'film that is watched',
  'small film that is watched',
  'frame for a poster',
  'avatar',
]
const unnamed = [
  'unknown',
  'former film',
  'former small film',
  'former poster',
  'former captions',
  'former storyboard',
  'copy of former',
  'drawn of former',
]
const inside = transactionsIn(database)
const since = async () =>
  Object.fromEntries((await allRows(database.db, 'unused_media')).map((row) => [row.key, row.since]))
const store = (keys: Record<string, Date>) =>
  storeRows(database.db, 'unused_media', ...Object.entries(keys).map(([key, at]) => ({ key, since: at })))

test.each([...named.map((key) => [key, true] as const), ...unnamed.map((key) => [key, false] as const)])(
  'that %s is in use is %s',
  async (key, expected) => {
    expect(await isNamed(database.db, key)).toBe(expected)
  },
)

test('unreferenced files are recorded, with the time since when', async () => {
  await store({ unknown: by(-5), gone: by(-5), film: by(-5) })
  await inside((trx) => noteUnused(trx, [...named, 'unknown', 'former film'], now))
  expect(await since()).toEqual({ unknown: by(-5), 'former film': now })
  await store({ avatar: now })
  expect((await readUnusedMedia(database.db)).map(({ key }) => key).toSorted()).toEqual([
    'former film',
    'unknown',
  ])
  await noteInUse(database.db, 'unknown')
  expect(Object.keys(await since()).toSorted()).toEqual(['avatar', 'former film'])
})

test('some that have been unused for long are taken, with what belongs to them alone', async () => {
  // remaining files are first by key
  await store({
    'a bit early': by(1),
    avatar: by(-1),
    'copy of former': by(-1),
    'drawn of former': now,
    z: by(-1),
  })
  expect((await inside((trx) => takeUnused(trx, now, 2))).toSorted()).toEqual([
    'copy of former',
    'drawn of former',
  ])
  expect(Object.keys(await since()).toSorted()).toEqual(['a bit early', 'avatar', 'z'])
  const left = async () => [
    (await allRows(database.db, 'poster')).map(({ key }) => key).toSorted(),
    (await allRows(database.db, 'storyboard')).map(({ film_key }) => film_key),
  ]
  expect(await left()).toEqual([['poster', 'poster of series'], ['film']])
})

test('deleting a poster or a film deletes its derived files', async () => {
  await store({ 'former poster': now, 'former film': now, 'former small film': now })
  await inside((trx) => takeUnused(trx, now, 9))
  expect((await allRows(database.db, 'poster')).map(({ key }) => key).toSorted()).toEqual([
    'poster',
    'poster of series',
  ])
  expect((await allRows(database.db, 'storyboard')).map(({ film_key }) => film_key)).toEqual(['film'])
  expect((await allRows(database.db, 'film_size')).map(({ film_key }) => film_key)).toEqual(['small film'])
})

test('imports wait for each other', async () => {
  const modes = await inside(async (trx) => {
    await lockImports(trx)
    // copies of one database have the same numbers of relations
    const held = sql<{ mode: string }>`select mode from pg_locks
      where relation = 'catalogue'::regclass and pid = pg_backend_pid()`
    return (await held.execute(trx)).rows.map(({ mode }) => mode)
  })
  expect(modes).toEqual(['ExclusiveLock'])
})
