import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { importCatalogue } from '#server/library/write/import-catalogue.ts'
import type { Database } from '#server/platform/database/database.ts'
import { openMediaFolder } from '#server/platform/outside/media-folder.ts'
import type { MediaStore } from '#server/platform/outside/media-store.ts'
import { type CatalogueContents, catalogueFolder, fixture, goodCatalogue } from '#support/catalogue-folder.ts'
import { createTestDatabase, silentLog, testEngine } from '#support/database.ts'
import { folderOfTests } from '#support/folders.ts'
import { setRevision } from '#support/stored/library.ts'
import { emptyTables, withoutTable } from '#support/stored/rows.ts'
import { createTestClock } from '#support/test-clock.ts'
import { type Library, openLibrary } from './library.ts'

let database: Database
let media: MediaStore
const mediaFolder = folderOfTests()
const clock = createTestClock(new Date('2026-11-21T10:00:00Z'))
const log = silentLog as unknown as Parameters<typeof openLibrary>[0]['log']
const open: Library[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  media = await openMediaFolder(mediaFolder)
})
afterAll(() => database.close())
afterEach(async () => {
  for (const library of open.splice(0)) await library.close()
  await emptyTables(database.db, 'video', 'series', 'category', 'software_version', 'catalogue')
})

const importContents = (contents: CatalogueContents = goodCatalogue) =>
  importCatalogue(
    { database, media, clock, config: { mediaFolder, seller: { zone: 'Europe/Berlin' } } },
    catalogueFolder(contents),
  )

async function library(): Promise<Library> {
  const opened = await openLibrary({ database, clock, log })
  open.push(opened)
  return opened
}

const jsonOf = (opened: Library, name: 'videos' | 'categories' | 'versions') =>
  JSON.parse(opened.bytes[name].identity.bytes.toString())

test('is closed once nothing asks the database any more, so that the database can be closed next', async () => {
  const opened = await library()
  let read = false
  void opened.refresh().then(() => {
    read = true
  })
  await opened.close()
  expect(read).toBe(true)
})

test('an empty library lists nothing, under revision 0', async () => {
  const opened = await library()
  expect(opened.revision).toBe(0)
  expect(jsonOf(opened, 'videos')).toEqual({ videos: [] })
  expect(jsonOf(opened, 'categories')).toEqual({ categories: [] })
  expect(jsonOf(opened, 'versions')).toEqual({ versions: [] })
})

test('imported videos are listed as in the contract, newest first', async () => {
  await importContents()
  const opened = await library()
  expect(jsonOf(opened, 'videos').videos.map(({ id }: { id: string }) => id)).toEqual([
    'use-state',
    'jsx',
    'kata',
  ])
  expect(jsonOf(opened, 'videos').videos[0]).toEqual({
    id: 'use-state',
    title: 'State: two counters',
    description: 'Counts **twice**.\n\nThen once more.',
    durationSeconds: 4,
    publishedOn: '2026-03-01',
    categoryId: 'react/hooks',
    tags: ['hooks', 'state'],
    versions: ['react-19'],
    free: false,
    thumbnailUrl: expect.stringMatching(/^\/posters\/[0-9a-f]{64}\.webp$/),
    hasCaptions: true,
  })
  expect(jsonOf(opened, 'categories').categories).toEqual([
    { id: 'testing', name: 'Testing', urlKey: 'testing', parentIds: [], position: 1 },
    { id: 'react/hooks', name: 'Hooks', urlKey: 'hooks', parentIds: ['react', 'testing'], position: 1 },
    {
      id: 'react',
      name: 'React',
      urlKey: 'react',
      parentIds: [],
      position: 2,
      description: 'All about *React*.',
      text: [{ tag: 'p', children: ['All about ', { tag: 'em', children: ['React'] }, '.'] }],
    },
  ])
  expect(jsonOf(opened, 'versions')).toEqual({
    versions: [
      { id: 'c~23', name: 'C#' },
      { id: 'react-19', name: 'React 19' },
    ],
  })
})

test('a video, its neighbours and its media are found by its id', async () => {
  await importContents()
  const opened = await library()
  expect(opened.video('jsx')?.title).toBe('JSX')
  expect(opened.neighbours('jsx')).toEqual({ previousId: 'use-state', nextId: 'kata' })
  expect(opened.neighbours('use-state')).toEqual({ nextId: 'jsx' })
  expect(opened.neighbours('kata')).toEqual({ previousId: 'jsx' })
  expect(opened.stored('jsx')).toEqual({
    filmKey: expect.stringMatching(/\.mp4$/),
    smallFilmKey: undefined,
    sizes: [],
    posterKey: undefined,
    tracks: [],
    chapters: [],
    storyboard: undefined,
    beginnings: [],
  })
  expect(opened.stored('use-state')?.chapters).toHaveLength(2)
  for (const id of ['gone', '__proto__', ''])
    expect([opened.video(id), opened.stored(id), opened.neighbours(id)]).toEqual([undefined, undefined, {}])
})

describe('a change', () => {
  test('is served after a check, with another ETag, and announced to listeners', async () => {
    await importContents()
    const opened = await library()
    const told = vi.fn()
    const silence = opened.onChange(told)
    const before = opened.bytes.videos.identity.etag
    await opened.refresh()
    expect(told).not.toHaveBeenCalled()
    expect(opened.bytes.videos.identity.etag).toBe(before)

    await importContents({
      ...goodCatalogue,
      'testing/kata/video.md': '---\ntitle: Other\npublished: 2026-01-01\n---',
    })
    await Promise.all([opened.refresh(), opened.refresh()])
    expect(told).toHaveBeenCalledTimes(1)
    expect(opened.revision).toBe(2)
    expect(opened.video('kata')?.title).toBe('Other')
    expect(opened.bytes.videos.identity.etag).not.toBe(before)

    silence()
    await importContents()
    await opened.refresh()
    expect(told).toHaveBeenCalledTimes(1)
  })

  if (testEngine === 'postgresql')
    test('that another process made is noticed without being told', async () => {
      const opened = await library()
      await importContents()
      await vi.waitFor(() => expect(opened.revision).toBe(1), { timeout: 5_000, interval: 50 })
    })

  test('that cannot be read keeps the known state', async () => {
    await importContents()
    const opened = await library()
    await setRevision(database.db, 7)
    await withoutTable(database.db, 'video', async () => {
      await expect(opened.refresh()).rejects.toThrow()
      expect(opened.videos()).toHaveLength(3)
    })
    await opened.refresh()
    expect(opened.revision).toBe(7)
  })
})

describe('a video with a publishing day to come', () => {
  const contents: CatalogueContents = {
    ...goodCatalogue,
    'testing/next/video.md': '---\ntitle: Next\npublished: 2026-12-24\nversions: [Vitest 5]\n---',
    'testing/next/film.mp4': fixture('film.mp4'),
    'testing/next/poster.jpg': fixture('poster.jpg'),
  }

  test('is listed from the start of that day on where the seller is, without an import', async () => {
    await importContents(contents)
    const opened = await library()
    expect(opened.video('next')).toBeUndefined()
    expect(opened.stored('next')).toBeUndefined()
    expect(opened.catalogue.versions.map(({ id }) => id)).not.toContain('vitest-5')
    expect([...opened.catalogue.posterKeys.values()].some((key) => key.endsWith('.jpg'))).toBe(false)

    clock.advanceBusiness({ days: 32, hours: 13 })
    await opened.refresh()
    expect(clock.now().toISOString()).toBe('2026-12-23T23:00:00.000Z')
    expect(opened.video('next')?.title).toBe('Next')
    expect(opened.videos()[0]?.id).toBe('next')
    expect(opened.catalogue.versions.map(({ id }) => id)).toContain('vitest-5')
  })

  test('appears within a second of its time, without a request', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const early = createTestClock(new Date('2026-12-24T07:59:59Z'))
    await importContents({
      ...contents,
      'testing/next/video.md': '---\ntitle: Next\npublished: 2026-12-24 09:00\n---',
      'series/s/series.md': '---\ntitle: S\nlevel: beginner\nposition: 1\nvideos: [next]\n---',
    })
    const opened = await openLibrary({ database, clock: early, log })
    open.push(opened)
    const told = vi.fn()
    opened.onChange(told)
    await vi.advanceTimersByTimeAsync(1_000)
    await opened.refresh()
    expect([opened.video('next'), opened.catalogue.series]).toEqual([undefined, []])
    expect(told).not.toHaveBeenCalled()
    const appeared = new Promise<void>((heard) => opened.onChange(heard))
    early.advanceBusiness({ seconds: 1 })
    await vi.advanceTimersByTimeAsync(1_000)
    await appeared
    expect(opened.video('next')?.publishedOn).toBe('2026-12-24')
    expect(opened.catalogue.series.map(({ urlKey }) => urlKey)).toEqual(['s'])
    expect(opened.catalogue.publishedAt.get('next')).toEqual(new Date('2026-12-24T08:00:00Z'))
  })

  test('is hidden again when the clock is set back', async () => {
    await importContents(contents)
    const late = createTestClock(new Date('2026-12-25T00:00:00Z'))
    const opened = await openLibrary({ database, clock: late, log })
    open.push(opened)
    expect(opened.video('next')).toBeDefined()
    late.advanceBusiness({ days: -2 })
    await opened.refresh()
    expect(opened.video('next')).toBeUndefined()
  })

  test('is not listed a second before', async () => {
    const early = createTestClock(new Date('2026-12-23T22:59:59Z'))
    await importContents(contents)
    const opened = await openLibrary({ database, clock: early, log })
    open.push(opened)
    await opened.refresh()
    expect(opened.video('next')).toBeUndefined()
    early.advanceBusiness({ seconds: 1 })
    await opened.refresh()
    expect(opened.video('next')).toBeDefined()
  })
})

test('a film in two sizes is stored and found with both, the taller one first, until its smaller file is gone', async () => {
  const smaller = { ...goodCatalogue, 'testing/kata/film.720.mp4': fixture('small.mp4') }
  await importContents(smaller)
  const opened = await library()
  const { filmKey = '', smallFilmKey = '', sizes } = opened.stored('kata') ?? {}
  expect(sizes).toEqual([
    { key: filmKey, height: 36, kilobitsPerSecond: 26 },
    { key: smallFilmKey, height: 18, kilobitsPerSecond: 5 },
  ])
  expect(await media.size(smallFilmKey)).toBe(fixture('small.mp4').length)
  expect(opened.stored('jsx')).toMatchObject({ smallFilmKey: undefined, sizes: [] })
  expect((await importContents(smaller)).kind).toBe('nothing-changed')
  expect(await importContents()).toMatchObject({ kind: 'imported', changed: 1 })
  await opened.refresh()
  expect(opened.stored('kata')).toMatchObject({ filmKey, smallFilmKey: undefined, sizes: [] })
})
