import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Take } from '#domain/catalogue/write/change-library.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { openMediaFolder } from '#server/platform/outside/media-folder.ts'
import { type CatalogueContents, catalogueFolder, goodCatalogue, without } from '#support/catalogue-folder.ts'
import { testDatabase } from '#support/database.ts'
import { allRows, emptyTables } from '#support/stored/rows.ts'
import { createTestClock } from '#support/test-clock.ts'
import { importCatalogue } from './import-catalogue.ts'
import { setFilm } from './set-film.ts'
import { insertDraft, readWholeVideo, updateVideo, type VideoChange } from './video-write.store.ts'

const clock = createTestClock(new Date('2026-11-21T10:00:00Z'))
const when = { now: clock.now(), realNow: clock.real() }
const userId = '00000000-0000-4000-8000-00000000000a'
const editor = { by: 'desk', userId } as const
let mediaFolder: string

const database = testDatabase()
beforeEach(async () => {
  await emptyTables(
    database.db,
    'library_version',
    'storyboard',
    'former_video',
    'series',
    'video_code',
    'video',
    'category_parent',
    'category',
    'software_version',
    'catalogue',
  )
  mediaFolder = join(mkdtempSync(join(tmpdir(), 'lectern-edits-')), 'media')
  onTestFinished(() => rmSync(join(mediaFolder, '..'), { recursive: true, force: true }))
})

async function importContents(contents: CatalogueContents = goodCatalogue, take?: Take) {
  const media = await openMediaFolder(mediaFolder)
  const config = { mediaFolder, seller: { zone: 'Europe/Berlin' } }
  return importCatalogue({ database, media, clock, config }, catalogueFolder(contents), undefined, take)
}

/** What the desk does. */
const edit = (id: string, change: VideoChange) =>
  inTransaction(database.db, async (trx) => {
    const before = await readWholeVideo(trx, id)
    if (!before) throw new Error(`there is no video ${id}`)
    await updateVideo(trx, before, change, editor, when)
  })
const video = async (id: string) => {
  const found = await readWholeVideo(database.db, id)
  if (!found) throw new Error(`there is no video ${id}`)
  return found
}
const library = async () => ({
  videos: await allRows(database.db, 'video'),
  categories: await allRows(database.db, 'category'),
  catalogue: await allRows(database.db, 'catalogue'),
})

test('an import raises the version of what it changes, and keeps the one before', async () => {
  await importContents()
  expect(await video('jsx')).toMatchObject({ version: 1, changed_by: 'folder', from_folder: true })
  await importContents({
    ...goodCatalogue,
    'react/jsx/video.md': '---\ntitle: JSX again\npublished: 2026-02-01\nfree: true\n---\n',
    'react/category.md': '---\nname: React!\nposition: 2\n---\n',
  })
  expect(await video('jsx')).toMatchObject({ version: 2, title: 'JSX again', changed_at: clock.now() })
  expect((await video('kata')).version).toBe(1)
  const kept = await allRows(database.db, 'library_version')
  expect(kept.map(({ kind, id, version }) => `${kind} ${id} ${version}`).toSorted()).toEqual([
    'category react 1',
    'video jsx 1',
  ])
  expect(kept.find(({ kind }) => kind === 'video')).toMatchObject({
    saved_by: 'folder',
    document: { title: 'JSX', code: [] },
    media: [(await video('jsx')).film_key],
  })
  expect(kept.find(({ kind }) => kind === 'category')?.document).toMatchObject({
    name: 'React',
    parent_ids: [],
  })
})

test('what was made at the desk stays, with its category, whatever the folder says', async () => {
  await importContents()
  await inTransaction(database.db, (trx) =>
    insertDraft(trx, { id: 'mine', title: 'Mine', category_id: 'testing' }, editor, when),
  )
  await edit('mine', { draft: true, version_ids: ['react-19'], code: [{ name: 'a.ts', text: 'a' }] })
  const contents = {
    ...without('testing'),
    'react/hooks/category.md': '---\nname: Hooks\nposition: 1\n---\n',
  }
  for (const take of [undefined, 'folder', 'desk'] as const) {
    await importContents(contents, take)
    expect(await video('mine')).toMatchObject({ version: 2, withdrawn_at: null, code: [{ name: 'a.ts' }] })
  }
  expect(await video('kata')).toMatchObject({ withdrawn_at: clock.now() })
  expect((await library()).categories.map(({ id }) => id)).toContain('testing')
})

describe('an import over an edit', () => {
  const changed: CatalogueContents = {
    ...goodCatalogue,
    'react/jsx/video.md': '---\ntitle: JSX by the folder\npublished: 2026-02-01\n---\n',
    'testing/kata/video.md': '---\ntitle: Kata by the folder\npublished: 2026-01-01\n---\n',
  }
  beforeEach(async () => {
    await importContents()
    await edit('jsx', { title: 'JSX by the desk' })
  })

  test('names the fields and changes nothing', async () => {
    const before = await library()
    expect(await importContents(changed)).toEqual({
      kind: 'conflicts',
      conflicts: [{ kind: 'video', id: 'jsx', fields: ['title', 'free'] }],
    })
    expect(await library()).toEqual(before)
  })

  test('is refused for an unchanged folder, too: it says something else than the desk', async () => {
    expect(await importContents()).toMatchObject({ conflicts: [{ id: 'jsx', fields: ['title'] }] })
  })

  test('takes the folder, whose item is the folder’s again', async () => {
    expect(await importContents(changed, 'folder')).toMatchObject({ kind: 'imported', changed: 2 })
    expect(await video('jsx')).toMatchObject({ title: 'JSX by the folder', changed_by: 'folder', version: 3 })
    expect(await importContents(changed)).toMatchObject({ kind: 'nothing-changed' })
  })

  test('takes the desk for what it edited, and the folder for everything else', async () => {
    expect(await importContents(changed, 'desk')).toMatchObject({ kind: 'imported', changed: 1 })
    expect((await video('jsx')).title).toBe('JSX by the desk')
    expect((await video('kata')).title).toBe('Kata by the folder')
  })

  test('whose folder is gone asks, and is withdrawn or stays', async () => {
    const gone = without('react/jsx')
    expect(await importContents(gone)).toMatchObject({ conflicts: [{ id: 'jsx', fields: ['folder'] }] })
    await importContents(gone, 'desk')
    expect((await video('jsx')).withdrawn_at).toBeNull()
    await importContents(gone, 'folder')
    expect((await video('jsx')).withdrawn_at).toEqual(clock.now())
  })

  test('that the folder has as well is none', async () => {
    const same = {
      ...goodCatalogue,
      'react/jsx/video.md': '---\ntitle: JSX by the desk\npublished: 2026-02-01\nfree: true\n---\n',
    }
    expect(await importContents(same)).toMatchObject({ kind: 'nothing-changed' })
  })
})

test('what the desk has deleted returns only when the folder is taken', async () => {
  await importContents()
  await edit('jsx', { withdrawn_at: clock.now(), deleted_at: clock.real() })
  expect(await importContents()).toMatchObject({ conflicts: [{ id: 'jsx', fields: ['deleted'] }] })
  await importContents(goodCatalogue, 'desk')
  expect((await video('jsx')).deleted_at).not.toBeNull()
  await importContents(goodCatalogue, 'folder')
  expect(await video('jsx')).toMatchObject({ withdrawn_at: null, deleted_at: null })
})

test('a film that was processed replaces that of its video, which is kept, under the next revision', async () => {
  await importContents()
  const { film_key: before } = await video('jsx')
  const board = { key: 'sheet', width: 1, height: 1, columns: 1, count: 1, everySeconds: 1 }
  const film = { filmKey: 'film', smallFilmKey: 'small', durationSeconds: 77, storyboard: board, userId }
  await inTransaction(database.db, (trx) => setFilm(trx, { videoId: 'jsx', ...film }, when))
  expect(await video('jsx')).toMatchObject({
    version: 2,
    changed_by: 'desk',
    editor_id: userId,
    film_key: 'film',
    small_film_key: 'small',
    duration_seconds: 77,
  })
  expect(await allRows(database.db, 'library_version')).toMatchObject([
    { id: 'jsx', version: 1, media: [before] },
  ])
  expect(await allRows(database.db, 'storyboard')).toMatchObject([{ film_key: 'film', storyboard: board }])
  expect((await library()).catalogue).toMatchObject([{ revision: 2 }])
  await inTransaction(database.db, (trx) => setFilm(trx, { videoId: 'unknown', ...film }, when))
  expect((await library()).catalogue).toMatchObject([{ revision: 2 }])
})
