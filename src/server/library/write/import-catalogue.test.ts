import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { readStoredCatalogue } from '#server/library/catalogue/library.store.ts'
import { openMediaFolder } from '#server/platform/outside/media-folder.ts'
import {
  type CatalogueContents,
  catalogueFolder,
  fixture,
  goodCatalogue,
  without,
} from '#support/catalogue-folder.ts'
import { testDatabase } from '#support/database.ts'
import { codeRows, someVideoRow } from '#support/stored/library.ts'
import { personAt, storeOwners } from '#support/stored/people.ts'
import { allRows, emptyTables } from '#support/stored/rows.ts'
import { storeViewing, viewingsOf } from '#support/stored/watching.ts'
import { createTestClock } from '#support/test-clock.ts'
import { importCatalogue } from './import-catalogue.ts'

let mediaFolder: string
const seller = { zone: 'Europe/Berlin' }
const clock = createTestClock(new Date('2026-11-21T10:00:00Z'))

const database = testDatabase()
beforeEach(async () => {
  await emptyTables(
    database.db,
    'viewing',
    'former_video',
    'video',
    'category',
    'software_version',
    'catalogue',
    'account',
  )
  mediaFolder = join(mkdtempSync(join(tmpdir(), 'lectern-import-')), 'media')
  onTestFinished(() => rmSync(join(mediaFolder, '..'), { recursive: true, force: true }))
})

async function importContents(contents: CatalogueContents = goodCatalogue) {
  const media = await openMediaFolder(mediaFolder)
  return importCatalogue(
    { database, media, clock, config: { mediaFolder, seller } },
    catalogueFolder(contents),
  )
}

const inOrder = <Row extends { id: string }>(rows: Row[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** Everything that an import may change. */
async function everything() {
  const { db } = database
  return {
    categories: inOrder(await allRows(db, 'category')),
    parents: await allRows(db, 'category_parent'),
    versions: inOrder(await allRows(db, 'software_version')),
    videos: inOrder(await allRows(db, 'video')),
    code: await codeRows(db),
    catalogue: await allRows(db, 'catalogue'),
    media: readdirSync(mediaFolder, { encoding: 'utf8' }).sort(),
  }
}

test('an import stores categories, versions, videos and their media', async () => {
  expect(await importContents()).toEqual({
    kind: 'imported',
    videos: 3,
    categories: 3,
    added: 3,
    changed: 0,
    withdrawn: 0,
    restored: 0,
    renamed: 0,
  })
  const { categories, parents, versions, videos, catalogue, media } = await everything()
  expect(categories.map(({ id, url_key }) => [id, url_key])).toEqual([
    ['react', 'react'],
    ['react/hooks', 'hooks'],
    ['testing', 'testing'],
  ])
  expect(parents).toEqual([
    { category_id: 'react/hooks', parent_id: 'react' },
    { category_id: 'react/hooks', parent_id: 'testing' },
  ])
  expect(versions).toEqual([
    { id: 'c~23', name: 'C#' },
    { id: 'react-19', name: 'React 19' },
  ])
  expect(videos[2]).toEqual({
    ...someVideoRow('use-state', { category_id: 'react/hooks' }),
    version: 1,
    changed_at: clock.now(),
    changed_by: 'folder',
    editor_id: null,
    from_folder: true,
    deleted_at: null,
    title: 'State: two counters',
    description: 'Counts **twice**.\n\nThen once more.',
    duration_seconds: 4,
    published_on: '2026-03-01',
    published_at: new Date('2026-02-28T23:00:00Z'),
    tags: ['hooks', 'state'],
    version_ids: ['react-19'],
    film_key: expect.stringMatching(/^[0-9a-f]{64}\.mp4$/),
    poster_key: expect.stringMatching(/^[0-9a-f]{64}\.webp$/),
    tracks: [
      { kind: 'captions', key: expect.stringMatching(/\.vtt$/), srclang: 'de', label: 'Deutsch' },
      { kind: 'captions', key: expect.stringMatching(/\.vtt$/), srclang: 'en', label: 'English' },
    ],
    chapters: [
      { startSeconds: 0, title: 'Hello' },
      { startSeconds: 2, title: 'Types: a story' },
    ],
    comments_id: null,
  })
  expect(catalogue).toMatchObject([{ revision: 1, imported_at: clock.now() }])
  // three videos share one film
  expect(media.map((key) => key.replace(/^.*\./, '')).sort()).toEqual(['mp4', 'png', 'vtt', 'vtt', 'webp'])
})

test('the same catalogue again changes nothing, wherever its folder is', async () => {
  await importContents()
  const before = await everything()
  clock.advance({ days: 1 })
  expect(await importContents()).toEqual({ kind: 'nothing-changed', videos: 3, categories: 3 })
  expect(await everything()).toEqual(before)
})

test('what changed is changed, and the revision goes up', async () => {
  await importContents()
  const outcome = await importContents({
    ...goodCatalogue,
    'testing/kata/video.md': '---\ntitle: Kata by night\npublished: 2026-01-01\n---\n',
    'testing/category.md': '---\nname: Tests\nposition: 7\n---\n',
  })
  expect(outcome).toMatchObject({ kind: 'imported', added: 0, changed: 1, withdrawn: 0, restored: 0 })
  const { categories, versions, videos, catalogue } = await everything()
  expect(videos.find(({ id }) => id === 'kata')).toMatchObject({ title: 'Kata by night', version_ids: [] })
  expect(categories.find(({ id }) => id === 'testing')).toMatchObject({ name: 'Tests', position: 7 })
  expect(versions.map(({ id }) => id)).toEqual(['react-19'])
  expect(catalogue[0]?.revision).toBe(2)
})

test('a removed video is withdrawn with its history kept, and restored as it was', async () => {
  await importContents()
  const userId = await somebodyWhoWatched('kata')
  const gone = without('testing', {
    ...goodCatalogue,
    'react/hooks/category.md': '---\nname: Hooks\nposition: 1\n---\n',
  })
  expect(await importContents(gone)).toMatchObject({ kind: 'imported', videos: 2, withdrawn: 1 })
  const withdrawn = await everything()
  expect(withdrawn.videos.find(({ id }) => id === 'kata')).toMatchObject({
    title: 'Kata',
    category_id: null,
    withdrawn_at: clock.now(),
  })
  expect(withdrawn.categories.map(({ id }) => id)).toEqual(['react', 'react/hooks'])
  expect((await readStoredCatalogue(database.db)).videos.map(({ id }) => id)).not.toContain('kata')

  expect(await importContents()).toMatchObject({
    kind: 'imported',
    videos: 3,
    restored: 1,
    added: 0,
    changed: 0,
  })
  expect((await everything()).videos.find(({ id }) => id === 'kata')).toMatchObject({
    category_id: 'testing',
    withdrawn_at: null,
  })
  expect(await viewingsOf(database.db, userId)).toMatchObject([{ videoId: 'kata', seconds: 2.5 }])
})

test('the code of a film is stored with it, replaced with its files, and deleted with the film', async () => {
  const withCode = (code: CatalogueContents) => ({
    ...goodCatalogue,
    'react/jsx/code/a.ts': 'let a\n',
    ...Object.fromEntries(Object.entries(code).map(([name, text]) => [`testing/kata/code/${name}`, text])),
  })
  const stored = async () =>
    (await everything()).code.map(({ video_id, name, text }) => [video_id, name, text])
  const ofJsx = ['jsx', 'a.ts', 'let a\n']
  await importContents(withCode({ 'b.ts': '\uFEFFlet b\r\n', 'c/d.sql': '' }))
  expect(await stored()).toEqual([ofJsx, ['kata', 'b.ts', '\uFEFFlet b\r\n'], ['kata', 'c/d.sql', '']])
  const { codeFiles } = await readStoredCatalogue(database.db)
  expect([...codeFiles].toSorted()).toEqual([
    ['jsx', 1],
    ['kata', 2],
  ])

  // another text, another name, a file less: each is a change of that film alone
  expect(await importContents(withCode({ 'b.ts': 'let b\n', 'c/d.sql': '' }))).toMatchObject({ changed: 1 })
  expect(await importContents(withCode({ 'b.ts': 'let b\n', 'c/e.sql': '' }))).toMatchObject({ changed: 1 })
  expect(await importContents(withCode({ 'c/e.sql': '' }))).toMatchObject({ changed: 1 })
  expect(await stored()).toEqual([ofJsx, ['kata', 'c/e.sql', '']])
  expect(await importContents(withCode({ 'c/e.sql': '' }))).toMatchObject({ kind: 'nothing-changed' })

  expect(await importContents(without('react/jsx', withCode({})))).toMatchObject({ changed: 1, withdrawn: 1 })
  expect(await stored()).toEqual([])
  expect(await importContents(withCode({}))).toMatchObject({ changed: 0, restored: 1 })
  expect(await stored()).toEqual([ofJsx])
})

test('a catalogue with one mistake changes nothing at all', async () => {
  await importContents()
  const before = await everything()
  const outcome = await importContents({
    ...without('react/jsx'),
    'react/new/video.md': '---\ntitle: New\npublished: 2026-05-01\n---\n',
    'react/new/film.mp4': fixture('film.mp4'),
    'react/new/poster.jpg': fixture('poster.jpg'),
    'testing/category.md': '---\nname: Testing\n---\n',
  })
  expect(outcome).toEqual({
    kind: 'mistakes',
    mistakes: [{ file: 'testing/category.md', line: 1, sentence: '"position" is missing.' }],
  })
  expect(await everything()).toEqual(before)
})

test('two imports at once wait for each other', async () => {
  const [one, two] = await Promise.all([importContents(), importContents()])
  expect([one.kind, two.kind].sort()).toEqual(['imported', 'nothing-changed'])
  expect((await everything()).catalogue[0]?.revision).toBe(1)
})

test('progress goes through reading, copying and storing, each to its end', async () => {
  const media = await openMediaFolder(mediaFolder)
  const seen = new Map<string, string>()
  await importCatalogue(
    { database, media, clock, config: { mediaFolder, seller } },
    catalogueFolder(),
    ({ phase, done, total }) => seen.set(phase, `${done} of ${total}`),
  )
  const bytes = Object.entries(goodCatalogue)
    .filter(([path]) => !path.endsWith('.md'))
    .reduce((sum, [, content]) => sum + Buffer.byteLength(content ?? ''), 0)
  expect([...seen]).toEqual([
    ['reading', '3 of 3'],
    ['copying', `${bytes} of ${bytes}`],
    ['storing', '3 of 3'],
  ])
})

describe.runIf(process.getuid?.() === 0)(
  'a media folder that cannot store the media leaves everything unchanged',
  () => {
    const more: CatalogueContents = {
      ...without('react/jsx'),
      'testing/kata/poster.png': undefined,
      'testing/kata/poster.jpg': fixture('poster.jpg'),
      'testing/large/video.md': '---\ntitle: Large\npublished: 2026-05-01\n---\n',
      'testing/large/film.mp4': Buffer.concat([fixture('film.mp4'), freeBox(512 * 1024)]),
    }

    test('because the disk is full', async () => {
      mount('size=128k')
      await importContents()
      const before = await everything()
      expect(await importContents(more)).toEqual({
        kind: 'refused',
        sentence: `There is no space left for the media in ${mediaFolder}. Nothing was changed.`,
      })
      expect(await everything()).toEqual(before)
    })

    test('because it is read-only', async () => {
      mount('size=8m')
      await importContents()
      const before = await everything()
      execFileSync('mount', ['-o', 'remount,ro', mediaFolder])
      expect(await importContents(more)).toEqual({
        kind: 'refused',
        sentence: `The media folder ${mediaFolder} cannot be written to. Nothing was changed.`,
      })
      expect(await everything()).toEqual(before)
    })

    function mount(options: string): void {
      mkdirSync(mediaFolder)
      execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', mediaFolder])
      onTestFinished(() => void execFileSync('umount', ['-l', mediaFolder]))
    }
  },
)

/** Padding that a film may carry. */
function freeBox(bytes: number): Buffer {
  const box = Buffer.alloc(bytes)
  box.writeUInt32BE(bytes, 0)
  box.write('free', 4)
  return box
}

async function somebodyWhoWatched(videoId: string): Promise<string> {
  const at = clock.now()
  await storeOwners(database.db, [{ name: 'A', email: 'a@example.org' }], at)
  const { userId } = await personAt(database.db, 'a@example.org')
  await storeViewing(database.db, { userId, videoId, at, seen: true, seconds: 2.5 })
  return userId
}

test('a missing folder is reported', async () => {
  const media = await openMediaFolder(mediaFolder)
  writeFileSync(join(mediaFolder, '..', 'file'), '')
  for (const folder of ['/nowhere', join(mediaFolder, '..', 'file')]) {
    const outcome = await importCatalogue({ database, media, clock, config: { mediaFolder, seller } }, folder)
    expect(outcome).toEqual({
      kind: 'mistakes',
      mistakes: [{ file: folder, line: 1, sentence: 'There is no such folder.' }],
    })
  }
})
