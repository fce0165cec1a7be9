import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '#support/database.ts'
import { storeCategory, storeVideo } from '#support/stored/library.ts'
import { emptyTables, storeRows } from '#support/stored/rows.ts'
import { readRevision, readStoredCatalogue } from './library.store.ts'
import { postersWithoutSizes, storePosterSizes } from './poster.store.ts'

const database = testDatabase()
beforeEach(async () => {
  const { db } = database
  await emptyTables(db, 'poster', 'series', 'video_code', 'video', 'category_parent', 'category', 'catalogue')
  for (const id of ['first', 'second', 'top']) await storeCategory(db, id)
})

/** The eleventh of November 2026, at noon everywhere in Europe. */
const day = new Date('2026-11-11T11:00:00Z')
const [before, at, after] = ['2026-11-10', '2026-11-11', '2026-11-12']
const listed = { category_id: 'top' }
const withdrawn = { withdrawn_at: day }

function storeSeries(
  url_key: string,
  change: { poster_key?: string; withdrawn_at?: Date; video_ids?: string[] },
) {
  const series = { title: url_key, level: 'beginner' as const, position: 1, description: '', video_ids: [] }
  return storeRows(database.db, 'series', { url_key, ...series, ...change })
}

describe('the catalogue', () => {
  test('distinguishes formerly published videos from never published ones', async () => {
    const { db } = database
    await storeVideo(db, 'listed', { ...listed, published_on: before })
    await storeVideo(db, 'shown', { ...withdrawn, published_on: at })
    await storeVideo(db, 'never-shown', { ...withdrawn, published_on: after })
    await storeSeries('present', { video_ids: ['listed'] })
    await storeSeries('shown', { ...withdrawn, video_ids: ['never-shown', 'shown'] })
    await storeSeries('shown-too', { ...withdrawn, video_ids: ['listed', 'unknown'] })
    await storeSeries('never-shown', { ...withdrawn, video_ids: ['never-shown', 'unknown'] })
    const catalogue = await readStoredCatalogue(db)
    expect(catalogue.videos.map(({ id }) => id)).toEqual(['listed'])
    expect(catalogue.withdrawn).toEqual(['shown'])
    expect(catalogue.series.map(({ url_key }) => url_key)).toEqual(['present'])
    expect(catalogue.withdrawnSeries.toSorted()).toEqual(['shown', 'shown-too'])
  })

  test('has no drafts, whatever they lack', async () => {
    const { db } = database
    const bare = { draft: true, film_key: null, duration_seconds: null, published_on: null }
    await storeVideo(db, 'bare', { ...bare, withdrawn_at: null })
    await storeVideo(db, 'ready', { ...listed, draft: true, published_on: before })
    await storeVideo(db, 'deleted', { ...withdrawn, draft: true, published_on: before })
    await storeVideo(db, 'emptied', { ...withdrawn, ...bare, draft: false })
    const { videos, withdrawn: gone } = await readStoredCatalogue(db)
    expect({ videos, gone }).toEqual({ videos: [], gone: [] })
    await expect(storeVideo(db, 'half', { ...listed, film_key: null })).rejects.toThrow('video_complete')
  })

  test('knows the categories above each, and how much code a film has', async () => {
    const { db } = database
    await storeRows(
      db,
      'category_parent',
      { category_id: 'first', parent_id: 'top' },
      { category_id: 'first', parent_id: 'second' },
      { category_id: 'second', parent_id: 'top' },
    )
    await storeVideo(db, 'a', listed)
    await storeVideo(db, 'b', listed)
    const file = { name: 'a.ts', text: '' }
    await storeRows(
      db,
      'video_code',
      { video_id: 'a', place: 0, ...file },
      { video_id: 'b', place: 0, ...file },
      { video_id: 'b', place: 1, ...file },
    )
    const { categories, codeFiles } = await readStoredCatalogue(db)
    expect(new Map(categories.map(({ id, parentIds }) => [id, parentIds]))).toEqual(
      new Map([
        ['first', ['second', 'top']],
        ['second', ['top']],
        ['top', []],
      ]),
    )
    expect(codeFiles).toEqual(
      new Map([
        ['a', 1],
        ['b', 2],
      ]),
    )
  })

  test('has the number of its last import, 0 before the first', async () => {
    expect(await readRevision(database.db)).toBe(0)
    expect((await readStoredCatalogue(database.db)).revision).toBe(0)
    await storeRows(database.db, 'catalogue', { revision: 7, digest: '', imported_at: day })
    expect(await readRevision(database.db)).toBe(7)
  })
})

test('posters in use get copies once, which every process notices', async () => {
  const { db } = database
  await storeRows(db, 'catalogue', { revision: 1, digest: '', imported_at: day })
  await storeVideo(db, 'none', listed)
  await storeVideo(db, 'a', { ...listed, poster_key: 'of a film' })
  await storeVideo(db, 'b', { ...withdrawn, poster_key: 'of a withdrawn film' })
  await storeSeries('c', { poster_key: 'of a series' })
  await storeSeries('d', { ...withdrawn, poster_key: 'of a withdrawn series' })
  expect((await postersWithoutSizes(db)).toSorted()).toEqual(['of a film', 'of a series'])
  const sizes = [{ width: 320, key: 'small' }]
  await storePosterSizes(db, new Map([['of a film', sizes]]))
  expect(await postersWithoutSizes(db)).toEqual(['of a series'])
  await storePosterSizes(db, new Map([['of a film', []]]))
  const { posters, revision } = await readStoredCatalogue(db)
  expect([posters, revision]).toEqual([new Map([['of a film', sizes]]), 3])
})
