import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import { testDatabase } from '#support/database.ts'
import { storeVideo } from '#support/stored/library.ts'
import { storeOwners } from '#support/stored/people.ts'
import { allRows, emptyTables, storeRow } from '#support/stored/rows.ts'
import {
  fillBookmarks,
  historyRevision,
  storeFavourite,
  storeGrants,
  storeViewing,
} from '#support/stored/watching.ts'
import {
  forgetFormerNames,
  formerNamesSince,
  moveMarks,
  readFormerIds,
  storeFormerName,
} from './former-video.store.ts'

const [ada, bob, carl] = [randomUUID(), randomUUID(), randomUUID()]
const now = new Date('2026-11-25T10:00:00.000Z')
const by = (milliseconds: number) => new Date(now.getTime() + milliseconds)

const database = testDatabase()
beforeAll(async () => {
  const people = [ada, bob, carl].map((userId) => ({ userId, name: 'Ada', email: `${userId}@example.org` }))
  await storeOwners(database.db, people, now)
})
beforeEach(async () => {
  const ofUsers = [
    'viewing',
    'viewing_revision',
    'watched',
    'favourite',
    'bookmark',
    'playback_grant',
  ] as const
  await emptyTables(database.db, ...ofUsers, 'former_video', 'video')
  for (const id of ['old', 'new', 'beside']) await storeVideo(database.db, id)
})

const name = (formerId: string, videoId: string, since = now) =>
  storeFormerName(database.db, { formerId, videoId }, since)
const commentsIds = async () =>
  Object.fromEntries((await allRows(database.db, 'video')).map(({ id, comments_id }) => [id, comments_id]))

describe('a former name', () => {
  test('leads to the video, as do those that led to it', async () => {
    await name('oldest', 'old', by(-1))
    await name('other', 'beside', by(-1))
    await name('old', 'new')
    expect(await readFormerIds(database.db)).toEqual(
      new Map([
        ['other', 'beside'],
        ['oldest', 'new'],
        ['old', 'new'],
      ]),
    )
    expect(await formerNamesSince(database.db, by(-1))).toEqual([{ formerId: 'old', videoId: 'new' }])
    await name('other', 'new', by(1))
    expect((await readFormerIds(database.db)).get('other')).toBe('new')
    expect(await formerNamesSince(database.db, now)).toEqual([{ formerId: 'other', videoId: 'new' }])
    await forgetFormerNames(database.db, ['old', 'oldest'])
    expect([...(await readFormerIds(database.db)).keys()]).toEqual(['other'])
  })

  test('keeps the comments of the video, under its first name', async () => {
    await name('old', 'new')
    expect(await commentsIds()).toEqual({ old: null, new: 'old', beside: null })
    await name('new', 'beside')
    expect(await commentsIds()).toEqual({ old: null, new: 'old', beside: 'old' })
    await forgetFormerNames(database.db, ['old'])
    await name('beside', 'old')
    expect((await commentsIds()).old).toBeNull()
  })
})

describe('what people have of a video moves to another', () => {
  const move = () =>
    database.db.transaction().execute((trx) => moveMarks(trx, { formerId: 'old', videoId: 'new' }))
  const view = (userId: string, videoId: string, at: Date, seconds: number, seen = false) =>
    storeViewing(database.db, { userId, videoId, at, seconds, seen, played: seconds, estimated: 1 })
  const rowsOf = async (userId: string) =>
    (await allRows(database.db, 'viewing'))
      .filter((row) => row.user_id === userId)
      .map((row) => [row.video_id, row.viewed_at, row.position_seconds, row.seen])

  test('history: the later position, seen if either is, and the viewing of both', async () => {
    await view(ada, 'old', by(2), 20)
    await view(ada, 'new', by(1), 10, true)
    await view(ada, 'beside', now, 5)
    await view(bob, 'old', by(1), 20, true)
    await view(bob, 'new', by(1), 10)
    await view(carl, 'old', by(3), 30, true)
    await move()
    expect(await rowsOf(ada)).toEqual([
      ['beside', now, 5, false],
      ['new', by(2), 20, true],
    ])
    expect(await rowsOf(bob)).toEqual([['new', by(1), 10, true]])
    expect(await rowsOf(carl)).toEqual([['new', by(3), 30, true]])
    const revisions = await Promise.all([ada, bob].map((id) => historyRevision(database.db, id)))
    expect(revisions).toEqual([1, 1])
    const watched = (await allRows(database.db, 'watched')).map((row) => [
      row.user_id,
      row.video_id,
      row.played_seconds,
      row.estimated_seconds,
    ])
    expect(new Set(watched.map(String))).toEqual(
      new Set([`${ada},beside,5,1`, `${ada},new,30,2`, `${bob},new,30,2`, `${carl},new,30,1`]),
    )
    await view(carl, 'old', by(9), 40)
    await move()
    expect(await historyRevision(database.db, carl)).toBe(2)
  })

  test('playbacks, favourites and bookmarks', async () => {
    const browser = { browserHash: sha256('browser'), now }
    await storeGrants(database.db, [sha256('one')], { ...browser, videoId: 'old' })
    await storeGrants(database.db, [sha256('two')], { ...browser, videoId: 'beside' })
    await storeFavourite(database.db, ada, 'old', by(1))
    await storeFavourite(database.db, ada, 'new', by(2))
    await storeFavourite(database.db, ada, 'beside', by(3))
    await fillBookmarks(database.db, { userId: ada, videoId: 'old', count: 2, at: by(1) })
    await fillBookmarks(database.db, { userId: ada, videoId: 'new', count: 1, at: by(2) })
    await fillBookmarks(database.db, { userId: ada, videoId: 'beside', count: 1, at: by(3) })
    await move()
    const films = (await allRows(database.db, 'playback_grant')).map(({ video_id }) => video_id)
    expect(films.toSorted()).toEqual(['beside', 'new'])
    const favourites = (await allRows(database.db, 'favourite')).map((row) => [row.video_id, row.created_at])
    expect(new Map(favourites as [string, Date][])).toEqual(
      new Map([
        ['new', by(1)],
        ['beside', by(3)],
      ]),
    )
    const bookmarks = (await allRows(database.db, 'bookmark')).map((row) => [row.video_id, row.second])
    expect(bookmarks.map(String).toSorted()).toEqual(['beside,0', 'new,0', 'new,1'])
  })

  test('that it was announced', async () => {
    await storeRow(database.db, 'announced_video', { video_id: 'old' })
    await move()
    const announced = (await allRows(database.db, 'announced_video')).map(({ video_id }) => video_id)
    expect(announced).toContain('new')
  })

  test('an upload under way', async () => {
    const file = { purpose: 'film' as const, name: 'film.mov', length: 9, digest: 'd'.repeat(64) }
    const times = { modified_at: now, created_at: now, touched_at: now }
    const of = { user_id: ada, ...file, ...times }
    await storeRow(database.db, 'upload', { ...of, id: ada, video_id: 'old' })
    await storeRow(database.db, 'upload', { ...of, id: bob, video_id: 'beside' })
    await move()
    const uploads = (await allRows(database.db, 'upload')).map((row) => [row.id, row.video_id])
    expect(new Map(uploads as [string, string][])).toEqual(
      new Map([
        [ada, 'new'],
        [bob, 'beside'],
      ]),
    )
  })

  test('a film that is being processed', async () => {
    const job = { upload_id: ada, asked_by: ada, created_at: now }
    await storeRow(database.db, 'film_job', { ...job, id: ada, video_id: 'old' })
    await storeRow(database.db, 'film_job', { ...job, id: bob, video_id: 'beside' })
    await move()
    const jobs = (await allRows(database.db, 'film_job')).map((row) => [row.id, row.video_id])
    expect(new Map(jobs as [string, string][])).toEqual(
      new Map([
        [ada, 'new'],
        [bob, 'beside'],
      ]),
    )
  })
})
