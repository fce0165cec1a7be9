import { createHash } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { CatalogueRows } from '#server/library/write/catalogue-rows.ts'
import { importCatalogue } from '#server/library/write/import-catalogue.ts'
import { openMediaFolder } from '#server/platform/outside/media-folder.ts'
import {
  type CatalogueContents,
  catalogueFolder,
  fixture,
  goodCatalogue,
  rotatedFilm,
} from '#support/catalogue-folder.ts'
import { testDatabase } from '#support/database.ts'
import { runs } from '#support/rounds.ts'
import { emptyTables } from '#support/stored/rows.ts'
import { createTestClock } from '#support/test-clock.ts'
import { exportCatalogue } from './export-catalogue.ts'
import { readStoredRows } from './stored-rows.store.ts'

const database = testDatabase()
const clock = createTestClock(new Date('2026-11-21T10:00:00Z'))
const place = mkdtempSync(join(tmpdir(), 'lectern-export-'))
const mediaFolder = join(place, 'media')
afterAll(() => rmSync(place, { recursive: true, force: true }))
beforeEach(() => empty())

const empty = () =>
  emptyTables(
    database.db,
    'film_size',
    'former_video',
    'storyboard',
    'video',
    'series',
    'category',
    'software_version',
    'catalogue',
  )
const media = () => openMediaFolder(mediaFolder)
const importFrom = async (folder: string) =>
  importCatalogue(
    { database, media: await media(), clock, config: { mediaFolder, seller: { zone: 'America/Santiago' } } },
    folder,
  )
let count = 0
const nowhere = () => join(place, `export-${++count}`)
async function exported(folder = nowhere(), all = false): Promise<string> {
  const outcome = await exportCatalogue({ database, media: await media() }, { folder, all })
  expect(outcome.kind).toBe('exported')
  return folder
}

/** Has the smaller films count as made by the site. */
const countSmallFilmsAsMade = () =>
  sql`update film_size set made_by = 'site' where film_key in (select small_film_key from video)`.execute(
    database.db,
  )

/** What is left of the rows without the films that the site made. */
function withoutMade(rows: CatalogueRows): CatalogueRows {
  const filmSizes = rows.filmSizes.filter(({ made_by }) => made_by === 'folder')
  const keys = new Set(filmSizes.map(({ film_key }) => film_key))
  return {
    ...rows,
    filmSizes,
    videos: rows.videos.map((row) => ({
      ...row,
      small_film_key: keys.has(row.small_film_key ?? '') ? row.small_film_key : null,
    })),
  }
}

const byId = (one: { readonly id: string }, other: { readonly id: string }) => one.id.localeCompare(other.id)

/** Every file below a folder, by path. */
function contentsOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return Object.fromEntries(
    names
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [name, readFileSync(join(folder, name)).toString('latin1')]),
  )
}

const furnished: CatalogueContents = {
  ...goodCatalogue,
  'react/hooks/use-state/film.720.mp4': fixture('small.mp4'),
  'react/hooks/use-state/captions.fr.machine.vtt': 'WEBVTT\n\n00:00.000 --> 00:02.000\nBonjour\n',
  'react/hooks/use-state/code/b.ts': '\uFEFFlet b\r\n',
  'react/hooks/use-state/code/src/a.ts': 'let a\n',
  'testing/kata/video.md':
    '---\ntitle: Kata\npublished: 2026-09-06 00:00\nwas: [old-kata, older]\ncode: [b.ts, a.ts]\n---\n',
  'testing/kata/code/a.ts': '',
  'testing/kata/code/b.ts': '\tb',
  'testing/plan/video.md': '---\ntitle: "# A plan: \\"later\\""\ndraft: true\n---\n\n    code\n',
  'idea/video.md':
    '---\ntitle: "2026"\ndraft: true\npublished: 2027-01-01\n---\n---\nnot front matter\n---\n',
  'series/first/series.md':
    '---\ntitle: First\nlevel: beginner\nposition: -2\nvideos: [kata, plan, jsx]\n---\nSee *this*.\n',
  'series/first/poster.png': fixture('poster.png'),
}

test('what was exported is imported without any change, and exported again to the same files', async () => {
  expect((await importFrom(catalogueFolder(furnished))).kind).toBe('imported')
  const before = await readStoredRows(database.db)
  const folder = await exported()
  expect(Object.keys(contentsOf(folder))).toEqual([
    'idea/video.md',
    'react/category.md',
    'react/hooks/category.md',
    'react/hooks/use-state/captions.de.vtt',
    'react/hooks/use-state/captions.en.vtt',
    'react/hooks/use-state/captions.fr.machine.vtt',
    'react/hooks/use-state/code/b.ts',
    'react/hooks/use-state/code/src/a.ts',
    'react/hooks/use-state/film.720.mp4',
    'react/hooks/use-state/film.mp4',
    'react/hooks/use-state/poster.webp',
    'react/hooks/use-state/video.md',
    'react/jsx/film.mp4',
    'react/jsx/video.md',
    'series/first/poster.png',
    'series/first/series.md',
    'testing/category.md',
    'testing/kata/code/a.ts',
    'testing/kata/code/b.ts',
    'testing/kata/film.mp4',
    'testing/kata/poster.png',
    'testing/kata/video.md',
    'testing/plan/video.md',
  ])
  expect(contentsOf(folder)['testing/kata/video.md']).toBe(`---
title: Kata
published: 2026-09-06 00:00
was:
  - old-kata
  - older
code:
  - b.ts
  - a.ts
---
`)
  expect(await importFrom(folder)).toMatchObject({ kind: 'nothing-changed', videos: 5 })
  expect(contentsOf(await exported())).toEqual(contentsOf(folder))
  await empty()
  expect((await importFrom(folder)).kind).toBe('imported')
  expect(await readStoredRows(database.db)).toEqual(before)
})

test('what is derived is written only if asked for, beside what an import reads', async () => {
  await importFrom(catalogueFolder())
  await importFrom(
    catalogueFolder({ ...goodCatalogue, 'react/jsx/video.md': undefined, 'react/jsx/film.mp4': undefined }),
  )
  const folder = await exported(undefined, true)
  const names = Object.keys(contentsOf(folder))
  const derived = names.filter((name) => name.startsWith('.lectern/'))
  expect(derived.filter((name) => !name.includes('/media/'))).toEqual([
    '.lectern/posters.json',
    '.lectern/preview-links.json',
    '.lectern/statistics.json',
    '.lectern/storyboards.json',
    '.lectern/versions.json',
    '.lectern/withdrawn.json',
  ])
  expect(JSON.parse(contentsOf(folder)['.lectern/withdrawn.json'] ?? '').videos).toMatchObject([
    { id: 'jsx' },
  ])
  expect(derived.filter((name) => name.endsWith('.mp4'))).toHaveLength(1)
  expect((await importFrom(folder)).kind).toBe('nothing-changed')
})

test('a smaller film that the site made stays at an import without it, until the film is another one', async () => {
  await importFrom(catalogueFolder(furnished))
  await countSmallFilmsAsMade()
  const smallOf = async (id: string) =>
    (await readStoredRows(database.db)).videos.find((video) => video.id === id)?.small_film_key
  const key = await smallOf('use-state')
  const folder = await exported()
  expect(Object.keys(contentsOf(folder))).not.toContain('react/hooks/use-state/film.720.mp4')
  expect(Object.keys(contentsOf(await exported(undefined, true)))).toContain(
    'react/hooks/use-state/film.720.mp4',
  )
  expect((await importFrom(folder)).kind).toBe('nothing-changed')
  const video = join(folder, 'react/hooks/use-state')
  const renamed = join(folder, 'react/hooks/use-two')
  writeFileSync(
    join(video, 'video.md'),
    readFileSync(join(video, 'video.md'), 'utf8').replace('published:', 'was: use-state\npublished:'),
  )
  renameSync(video, renamed)
  expect((await importFrom(folder)).kind).toBe('imported')
  expect(key).toBeTypeOf('string')
  expect(await smallOf('use-two')).toBe(key)
  writeFileSync(join(renamed, 'film.mp4'), rotatedFilm())
  expect((await importFrom(folder)).kind).toBe('imported')
  expect(await smallOf('use-two')).toBeNull()
})

test('an exported film is a copy: overwritten in place it leaves the stored bytes alone', async () => {
  await importFrom(catalogueFolder())
  const folder = await exported()
  writeFileSync(join(folder, 'react/jsx/film.mp4'), 'overwritten')
  const [film] = readdirSync(mediaFolder).filter((name) => name.endsWith('.mp4'))
  const digest = createHash('sha256')
    .update(readFileSync(join(mediaFolder, String(film))))
    .digest('hex')
  expect(film).toBe(`${digest}.mp4`)
})

test('a folder with contents, a file in its place, or missing bytes are refused, and nothing is left', async () => {
  await importFrom(catalogueFolder())
  const inside = nowhere()
  mkdirSync(inside)
  const attempt = async (folder: string) =>
    exportCatalogue({ database, media: await media() }, { folder, all: false })
  const full = join(inside, 'full')
  mkdirSync(full)
  writeFileSync(join(full, '.keep'), '')
  expect(await attempt(full)).toEqual({
    kind: 'refused',
    sentence: `The folder ${full} is not empty. Nothing was exported.`,
  })
  writeFileSync(join(inside, 'file'), '')
  expect(await attempt(join(inside, 'file'))).toEqual({
    kind: 'refused',
    sentence: `The folder ${join(inside, 'file')} cannot be written (ENOTDIR). Nothing was exported.`,
  })
  const [poster] = readdirSync(mediaFolder).filter((name) => name.endsWith('.png'))
  rmSync(join(mediaFolder, String(poster)))
  expect(await attempt(join(inside, 'new'))).toEqual({
    kind: 'refused',
    sentence: 'The media store lacks the bytes of testing/kata/poster.png. Nothing was exported.',
  })
  expect(readdirSync(inside).sort()).toEqual(['file', 'full'])
  await empty()
  await importFrom(catalogueFolder())
  mkdirSync(join(inside, 'empty'))
  await exported(join(inside, 'empty'))
  expect(readdirSync(inside).sort()).toEqual(['empty', 'file', 'full'])
})

test('a series finds a place where the category "series" takes its own', async () => {
  await importFrom(
    catalogueFolder({
      'series/category.md': '---\nname: Series\nposition: 1\n---\n',
      'series/kata/video.md': '---\ntitle: Kata\npublished: 2026-01-01\n---\n',
      'series/kata/film.mp4': fixture('film.mp4'),
      'more/category.md': '---\nname: More\nposition: 1\n---\n',
      'more/kata/series.md': '---\ntitle: S\nlevel: beginner\nposition: 1\nvideos: [kata]\n---\n',
    }),
  )
  const folder = await exported()
  expect(Object.keys(contentsOf(folder))).toContain('more/kata/series.md')
  expect((await importFrom(folder)).kind).toBe('nothing-changed')
})

test('random libraries are the same after an export and an import', async () => {
  const { default: sharp } = await import('sharp')
  const sheet = await sharp({ create: { width: 48, height: 27, channels: 3, background: 'red' } })
    .webp()
    .toBuffer()
  const specials = fc.constantFrom(
    '---',
    'a: b',
    '- x',
    '# x',
    'null',
    'yes',
    '1e3',
    '0x1F',
    '2026-11-03',
    "it's",
    '"',
    '\\',
    '|',
    '>',
    '%',
    '{',
    '[x]',
    '!tag',
    '&a',
    '*a',
    '@',
    '`',
    'a #b',
    '~',
    '\u2028',
    '\u00a0x',
    'e\u0301',
    '\u202e',
    '💡',
    '?',
  )
  const words = fc
    .array(fc.oneof(specials, fc.string({ unit: 'grapheme', maxLength: 8 })), { minLength: 1, maxLength: 4 })
    .map((parts) =>
      parts
        .join(' ')
        .replace(/[\p{Cc}\p{Cs}]/gu, '')
        .trim()
        .normalize('NFC'),
    )
    .filter((line) => line !== '' && line.length <= 60)
  const body = fc
    .array(fc.oneof(words, fc.constantFrom('', '    code', '\tx', '- a', '---')), { maxLength: 4 })
    .map((lines) => lines.join('\n'))
  const labels = fc.uniqueArray(words, { maxLength: 3 })
  const time = fc.constantFrom('', ' 00:00', ' 09:00', ' 02:30', ' 23:59')
  const day = fc.constantFrom('2026-01-01', '2026-04-05', '2026-09-06', '2027-12-31')
  const code = fc.dictionary(
    fc.constantFrom('a.ts', 'b2.ts', 'b10.ts', 'src/a.ts', 'Z', 'ü.css', "it's"),
    fc.constantFrom('', 'let a\n', '\uFEFFx\r\ny', '\tä 💡', '---\n'),
  )
  const cue = words.filter((line) => !line.includes('-->') && !/^[\s\p{C}]*$/u.test(line))
  const captions = fc.dictionary(
    fc.constantFrom('de', 'en', 'en-GB', 'pt-BR', 'fr'),
    fc.record({ text: cue, machine: fc.boolean(), srt: fc.boolean() }),
  )
  const video = fc.record({
    title: words,
    description: body,
    draft: fc.boolean(),
    dated: fc.boolean(),
    filmed: fc.boolean(),
    published: fc.tuple(day, time).map((parts) => parts.join('')),
    tags: labels,
    free: fc.boolean(),
    chapters: labels,
    code,
    ordered: fc.boolean(),
    captions,
    poster: fc.constantFrom(undefined, 'poster.webp', 'poster.png', 'poster.jpg'),
    small: fc.boolean(),
    storyboard: fc.constantFrom(0, 1, 3),
    category: fc.nat(),
    was: fc.boolean(),
  })
  const library = fc.record({
    categories: fc.array(
      fc.record({ name: words, description: body, position: fc.integer({ min: -9, max: 9 }) }),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
    videos: fc.array(video, { maxLength: 3 }),
    series: fc.array(
      fc.record({
        title: words,
        description: body,
        level: fc.constantFrom('beginner', 'advanced'),
        own: fc.boolean(),
      }),
      { maxLength: 2 },
    ),
    siteMade: fc.boolean(),
  })
  const list = (values: readonly string[]) => JSON.stringify(values)
  const contents = ({
    categories,
    videos,
    series,
  }: typeof library extends fc.Arbitrary<infer T> ? T : never) => {
    const files: Record<string, string | Buffer> = {}
    // the second is below the first, and below the third too
    const idOf = (place: number) => (place === 1 ? 'c0/c1' : `c${place}`)
    for (const [place, { name, description, position }] of categories.entries()) {
      const parents = place === 1 && categories.length > 2 ? 'parents: [c2]\n' : ''
      files[`${idOf(place)}/category.md`] =
        `---\nname: ${JSON.stringify(name)}\nposition: ${position}\n${parents}---\n${description}`
    }
    for (const [place, one] of videos.entries()) {
      const hasFilm = !one.draft || one.filmed
      const folder = `${idOf(one.category % categories.length)}/v${place}`
      const names = Object.keys(one.code)
      files[`${folder}/video.md`] = [
        '---',
        `title: ${JSON.stringify(one.title)}`,
        `draft: ${one.draft}`,
        ...(!one.draft || one.dated ? [`published: ${one.published}`] : []),
        `tags: ${list(one.tags)}`,
        `versions: ${list([`V ${place}`, 'C#'])}`,
        `free: ${one.free}`,
        `was: ${list(one.was ? [`old${place}`, `älter${place}`] : [])}`,
        `chapters: ${list(one.chapters.slice(0, 3).map((title, second) => `0:0${second} ${title}`))}`,
        ...(one.ordered ? [`code: ${list(names.toReversed().slice(0, 2))}`] : []),
        '---',
        one.description,
      ].join('\n')
      if (hasFilm) files[`${folder}/film.mp4`] = fixture('film.mp4')
      if (hasFilm && one.small) files[`${folder}/film.720.mp4`] = fixture('small.mp4')
      if (one.poster) files[`${folder}/${one.poster}`] = fixture(one.poster)
      for (const [name, text] of Object.entries(one.code)) files[`${folder}/code/${name}`] = text
      for (const [language, { text, machine, srt }] of Object.entries(one.captions))
        files[`${folder}/captions.${language}${machine ? '.machine' : ''}.${srt ? 'srt' : 'vtt'}`] = srt
          ? `1\n00:00:00,000 --> 00:00:02,000\n${text}\n`
          : `WEBVTT\n\n00:00.000 --> 00:02.000\n${text}\n`
      if (hasFilm && one.storyboard > 0) {
        files[`${folder}/storyboard.webp`] = sheet
        files[`${folder}/storyboard.vtt`] = `WEBVTT\n\n${Array.from(
          { length: one.storyboard },
          (_, at) =>
            `00:0${at}.${at}00 --> 00:0${at + 1}.${at + 1}00\nstoryboard.webp#xywh=${at * 16},0,16,9\n`,
        ).join('\n')}`
      }
    }
    if (videos.length > 0)
      for (const [place, { title, description, level, own }] of series.entries()) {
        const folder = own ? `c0/s${place}` : `series/s${place}`
        files[`${folder}/series.md`] =
          `---\ntitle: ${JSON.stringify(title)}\nlevel: ${level}\nposition: ${place}\nvideos: ${list(
            videos.map((_, at) => `v${at}`).toReversed(),
          )}\n---\n${description}`
        if (own) files[`${folder}/poster.webp`] = fixture('poster.webp')
      }
    return files
  }
  await fc.assert(
    fc.asyncProperty(library, async (random) => {
      await empty()
      const outcome = await importFrom(catalogueFolder(contents(random)))
      expect(outcome).toMatchObject({ kind: 'imported' })
      if (random.siteMade) await countSmallFilmsAsMade()
      const folder = await exported()
      expect(await importFrom(folder)).toMatchObject({ kind: 'nothing-changed' })
      const rows = await readStoredRows(database.db)
      const whole = await exported(undefined, true)
      expect(await importFrom(whole)).toMatchObject({ kind: 'nothing-changed' })
      await empty()
      expect(await importFrom(folder)).toMatchObject({ kind: 'imported' })
      const inOrder = (all: typeof rows) =>
        Object.entries(all).map(([name, some]) => [name, some.map((row) => JSON.stringify(row)).sort()])
      expect(inOrder(await readStoredRows(database.db))).toEqual(inOrder(withoutMade(rows)))
      expect(contentsOf(await exported())).toEqual(contentsOf(folder))
      if (!random.siteMade) return
      await empty()
      expect(await importFrom(whole)).toMatchObject({ kind: 'imported' })
      expect((await readStoredRows(database.db)).videos.toSorted(byId)).toEqual(rows.videos.toSorted(byId))
    }),
    { numRuns: runs(8), endOnFailure: true },
  )
}, 180_000)
