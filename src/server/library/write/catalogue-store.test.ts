import { beforeEach, describe, expect, test } from 'vitest'
import type { StoredVideo } from '#server/library/catalogue/video-columns.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { testDatabase, testEngine } from '#support/database.ts'
import { whileHeld } from '#support/held-lock.ts'
import { codeRows, someVideoRow } from '#support/stored/library.ts'
import { storeMember } from '#support/stored/member.ts'
import { allRows, emptyTables, storeRow } from '#support/stored/rows.ts'
import { lockCatalogue, storeCatalogue, storeRevision } from './catalogue.store.ts'
import type { CatalogueRows } from './catalogue-rows.ts'

const database = testDatabase()
beforeEach(() =>
  emptyTables(
    database.db,
    'former_video',
    'series',
    'video_code',
    'video',
    'category_parent',
    'category',
    'software_version',
    'catalogue',
  ),
)

const now = new Date('2026-11-11T11:00:00Z')
const later = new Date('2026-11-12T11:00:00Z')
const top = { id: 'top', name: 'Top', url_key: 'top', position: 1, description: '' }

const video = (id: string, change: Partial<StoredVideo> = {}) =>
  someVideoRow(id, { category_id: 'top', film_key: 'film', ...change })
const series = (url_key: string, change: object = {}) => ({
  url_key,
  title: url_key,
  level: 'beginner' as const,
  position: 1,
  description: '',
  poster_key: null,
  video_ids: ['a'],
  withdrawn_at: null,
  ...change,
})
const code = (video_id: string, ...texts: string[]) =>
  texts.map((text, place) => ({ video_id, place, name: `${place}.ts`, text }))

async function store(rows: Partial<CatalogueRows>, at = now) {
  const reports: number[] = []
  const nothing = {
    parents: [],
    versions: [],
    videos: [],
    filmSizes: [],
    series: [],
    code: [],
    formerNames: [],
  }
  const changes = await inTransaction(database.db, (trx) =>
    storeCatalogue(
      trx,
      { categories: [top], ...nothing, ...rows },
      { now: at, realNow: at },
      (stored) => void reports.push(stored),
    ),
  )
  return { ...changes, reports }
}
const counts = async (rows: Partial<CatalogueRows>, at = now) => {
  const { added, changed, restored, withdrawn, renamed } = await store(rows, at)
  return { added, changed, restored, withdrawn, renamed }
}
const none = { added: 0, changed: 0, restored: 0, withdrawn: 0, renamed: 0 }
const leadsTo = async () =>
  Object.fromEntries(
    (await allRows(database.db, 'former_video')).map(({ former_id, video_id }) => [former_id, video_id]),
  )

describe('an import', () => {
  const whole = {
    categories: [
      { id: 'a', name: 'A', url_key: 'a-key', position: 2, description: 'About a' },
      { id: 'b', name: 'B', url_key: 'b', position: 1, description: '' },
    ],
    parents: [{ category_id: 'a', parent_id: 'b' }],
    versions: [{ id: 'es2024', name: 'ES2024' }],
    videos: [
      video('v', {
        title: 'Title',
        description: 'Text',
        category_id: 'a',
        tags: ['css'],
        version_ids: ['es2024'],
        free: true,
        poster_key: 'poster',
        tracks: [{ kind: 'captions', srclang: 'en', label: 'English', key: 'k' }] as never,
        chapters: [{ startSeconds: 0, title: 'Intro' }],
        storyboard: { key: 'sheet' } as never,
      }),
    ],
    series: [
      series('s', { title: 'S', level: 'intermediate', position: 4, description: 'd', poster_key: 'p' }),
    ],
    code: code('v', 'one', 'two'),
  } satisfies Partial<CatalogueRows>

  test('stores every column, and reports changes the next time', async () => {
    expect(await counts(whole)).toEqual({ ...none, added: 1 })
    const stored = async () => ({
      categories: await allRows(database.db, 'category'),
      parents: await allRows(database.db, 'category_parent'),
      versions: await allRows(database.db, 'software_version'),
      videos: await allRows(database.db, 'video'),
      series: await allRows(database.db, 'series'),
      code: await codeRows(database.db),
    })
    expect(await stored()).toMatchObject(whole)
    const other = {
      categories: [
        { id: 'a', name: 'A2', url_key: 'a2', position: 3, description: 'Other' },
        { id: 'c', name: 'C', url_key: 'c', position: 1, description: '' },
      ],
      parents: [{ category_id: 'a', parent_id: 'c' }],
      versions: [{ id: 'es2025', name: 'ES2025' }],
      videos: [
        video('v', {
          title: 'Other',
          description: 'Other',
          duration_seconds: 61,
          published_on: '2026-01-05',
          published_time: '09:00',
          published_at: new Date('2026-01-05T08:00:00Z'),
          category_id: 'c',
          tags: ['html'],
          version_ids: ['es2025'],
          film_key: 'film2',
          tracks: [{ kind: 'captions', srclang: 'de', label: 'Deutsch', key: 'k' }] as never,
          chapters: [{ startSeconds: 1, title: 'Begin' }],
        }),
      ],
      series: [series('s', { title: 'S2', level: 'advanced', position: 5, video_ids: ['v'] })],
      code: code('v', 'one', 'three', 'four'),
    } satisfies Partial<CatalogueRows>
    expect(await counts(other)).toEqual({ ...none, changed: 1 })
    expect(await stored()).toMatchObject(other)
    expect(await counts(other)).toEqual(none)
  })

  test('withdraws videos that are missing, once, and restores them on return', async () => {
    const both = { videos: [video('a'), video('b')], series: [series('a'), series('b')] }
    const one = { videos: [video('a')], series: [series('a')] }
    await store(both)
    expect(await counts(one)).toEqual({ ...none, withdrawn: 1 })
    expect(await counts(one, later)).toEqual(none)
    const left = async () => [
      (await allRows(database.db, 'video')).map(({ id, withdrawn_at }) => [id, withdrawn_at]),
      (await allRows(database.db, 'series')).map(({ url_key, withdrawn_at }) => [url_key, withdrawn_at]),
    ]
    const withdrawn = [
      ['a', null],
      ['b', now],
    ]
    expect((await left()).map((rows) => rows.toSorted())).toEqual([withdrawn, withdrawn])
    // a video that returns changed is restored, and does not count as changed
    expect(await counts({ ...both, videos: [video('a'), video('b', { title: 'Back' })] })).toEqual({
      ...none,
      restored: 1,
    })
    expect((await left()).flat().map(([, at]) => at)).toEqual([null, null, null, null])
  })

  test('updates a video if only its code has changed: a text, an order, a name, or its removal', async () => {
    const videos = [video('a'), video('b')]
    const kept = code('b', 'kept')
    await store({ videos, code: [...code('a', 'one', 'two'), ...kept] })
    for (const changed of [
      code('a', 'one', 'other'),
      code('a', 'other', 'one'),
      code('a', 'other', 'one').map((row) => ({ ...row, name: `lib/${row.name}` })),
      [],
    ]) {
      const rows = { videos, code: [...changed, ...kept] }
      expect(await counts(rows)).toEqual({ ...none, changed: 1 })
      expect(await codeRows(database.db)).toEqual(rows.code)
      expect(await counts(rows)).toEqual(none)
    }
  })

  test('tells how far it is, as many videos as are stored at once', async () => {
    const videos = Array.from({ length: 501 }, (_, n) => video(`v${n}`))
    expect((await store({ videos })).reports).toEqual([500, 501])
    expect(await allRows(database.db, 'video')).toHaveLength(501)
    expect((await store({ videos, code: videos.flatMap(({ id }) => code(id, 'x')) })).changed).toBe(501)
    expect(await codeRows(database.db)).toHaveLength(501)
  })
})

describe('a video with a renamed folder', () => {
  const was = (formerId: string, videoId: string) => ({ formerId, videoId })

  test('is renamed, and neither added nor withdrawn', async () => {
    await store({ videos: [video('old'), video('other')] })
    const rows = { videos: [video('new'), video('other')], formerNames: [was('old', 'new')] }
    expect(await counts(rows)).toEqual({ ...none, renamed: 1 })
    expect(await leadsTo()).toEqual({ old: 'new' })
    const [{ since } = { since: undefined }] = await allRows(database.db, 'former_video')
    expect(since).toEqual(now)
    // said again, it is nothing new
    expect(await counts(rows, later)).toEqual(none)
    expect((await allRows(database.db, 'former_video'))[0]?.since).toEqual(now)
  })

  test('is renamed even if it was withdrawn, or the name exists already', async () => {
    await store({ videos: [video('old'), video('new')] })
    await store({ videos: [] })
    expect(await counts({ videos: [video('new')], formerNames: [was('old', 'new')] })).toEqual({
      ...none,
      renamed: 1,
    })
    await store({ videos: [video('new'), video('a')] })
    expect(
      await counts({ videos: [video('new')], formerNames: [was('old', 'new'), was('a', 'new')] }),
    ).toEqual({
      ...none,
      renamed: 1,
    })
  })

  test('keeps its viewing data', async () => {
    await store({ videos: [video('old')] })
    const { userId } = await storeMember(database.db)
    await storeRow(database.db, 'favourite', { user_id: userId, video_id: 'old', created_at: now })
    await store({ videos: [video('new')], formerNames: [was('old', 'new')] })
    expect((await allRows(database.db, 'favourite')).map(({ video_id }) => video_id)).toEqual(['new'])
    await emptyTables(database.db, 'favourite')
  })

  test('is new if the former name never existed', async () => {
    expect(await counts({ videos: [video('new')], formerNames: [was('misspelt', 'new')] })).toEqual({
      ...none,
      added: 1,
    })
  })

  test('with its former name again is renamed back', async () => {
    await store({ videos: [video('old')] })
    await store({ videos: [video('new')], formerNames: [was('old', 'new')] })
    expect(await counts({ videos: [video('old')] })).toEqual({ ...none, renamed: 1 })
    expect(await leadsTo()).toEqual({ new: 'old' })
  })

  test.each([
    // two former names of one video are there: it is not known which it is
    ['of which two are back', [video('old'), video('older')], {}],
    ['that stays beside the new one', [video('old'), video('new')], { older: 'new' }],
  ])('is not renamed back by a name %s', async (_, videos, expected) => {
    await store({ videos: [video('older')] })
    await store({ videos: [video('old')], formerNames: [was('older', 'old')] })
    await store({ videos: [video('new')], formerNames: [was('older', 'new'), was('old', 'new')] })
    expect((await counts({ videos })).renamed).toBe(0)
    expect(await leadsTo()).toEqual(expected)
  })

  test('is not renamed back if its files give its history', async () => {
    await store({ videos: [video('old')] })
    await store({ videos: [video('new')], formerNames: [was('old', 'new')] })
    const rows = { videos: [video('old'), video('third')], formerNames: [was('new', 'third')] }
    expect((await counts(rows)).renamed).toBe(1)
    expect(await leadsTo()).toEqual({ new: 'third' })
  })

  test('with an unknown former name is reported', async () => {
    await store({ videos: [video('old')] })
    const { unknownNames, renamed } = await store({
      videos: [video('new')],
      formerNames: [was('old', 'new'), was('misspelt', 'new')],
    })
    expect([[...unknownNames], renamed]).toEqual([['misspelt'], 1])
    // it is recorded anyway, and known from then on
    const again = await store({ videos: [video('newer')], formerNames: [was('misspelt', 'newer')] })
    expect([...again.unknownNames]).toEqual([])
  })
})

describe('the revision', () => {
  const lock = () => inTransaction(database.db, (trx) => lockCatalogue(trx))
  const revise = (revision: number) =>
    storeRevision(database.db, { revision, digest: `of ${revision}`, imported_at: now })

  test('is 0 before the first import, and that of the last from then on', async () => {
    expect(await lock()).toEqual({ revision: 0, digest: '' })
    for (const revision of [1, 2]) {
      await revise(revision)
      expect(await lock()).toEqual({ revision, digest: `of ${revision}` })
    }
  })

  test.runIf(testEngine === 'postgresql')('is read by one import after the other', async () => {
    await revise(1)
    const read = await whileHeld(
      database,
      async (trx) => void (await lockCatalogue(trx)),
      () => lock(),
      (trx) => storeRevision(trx, { revision: 2, digest: 'two', imported_at: now }),
    )
    expect(read).toEqual({ revision: 2, digest: 'two' })
  })
})
