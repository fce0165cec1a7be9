import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#support/database.ts'
import { storeCategory, storeVideo } from '#support/stored/library.ts'
import { allRows, storeRows } from '#support/stored/rows.ts'
import { filmsWithoutStoryboard, readStoryboards, storeStoryboard } from './storyboard.store.ts'

const database = testDatabase()
beforeAll(async () => {
  await storeCategory(database.db, 'all')
  await storeRows(database.db, 'catalogue', { revision: 1, digest: '', imported_at: new Date(0) })
})

const board = (key: string) => ({ key, width: 1, height: 1, columns: 1, count: 1, everySeconds: 1 })

test('films in use get one storyboard each, the latest published first', async () => {
  const { db } = database
  const film = (id: string, film_key: string, published_on: string, change: object = {}) =>
    storeVideo(db, id, { category_id: 'all', film_key, published_on, ...change })
  await film('a', 'first', '2026-01-01', { duration_seconds: 60 })
  await film('b', 'first', '2026-01-04', { duration_seconds: 90 })
  await film('c', 'second', '2026-01-03')
  await film('d', 'third', '2026-01-02')
  await film('e', 'with its own', '2026-01-05', { storyboard: JSON.stringify(board('own')) })
  await film('f', 'withdrawn', '2026-01-05', { withdrawn_at: new Date(0) })
  await storeVideo(db, 'g', { draft: true, withdrawn_at: null, film_key: null, duration_seconds: null })
  const first = { key: 'first', durationSeconds: 90 }
  const third = { key: 'third', durationSeconds: 60 }
  expect(await filmsWithoutStoryboard(db)).toEqual([first, { key: 'second', durationSeconds: 60 }, third])
  await storeStoryboard(db, 'second', board('drawn'))
  expect(await filmsWithoutStoryboard(db)).toEqual([first, third])
  await storeStoryboard(db, 'second', board('again'))
  expect(await readStoryboards(db)).toEqual(new Map([['second', board('drawn')]]))
  expect(await allRows(db, 'catalogue')).toMatchObject([{ revision: 3 }])
})
