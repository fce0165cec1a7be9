import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { list } from 'tar'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { makePosterSizes } from '#server/library/catalogue/poster-sizes.ts'
import { makeStoryboards } from '#server/library/storyboards/make-storyboards.ts'
import { keepMedia } from '#server/library/unused-media/keep-media.ts'
import { lockImports, namedBy } from '#server/library/unused-media/unused-media.store.ts'
import { importCatalogue } from '#server/library/write/import-catalogue.ts'
import { forgetOldMedia } from '#server/library/write/restore-version.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { type CatalogueContents, catalogueFolder, fixture, goodCatalogue } from '#support/catalogue-folder.ts'
import { addressOf, testEngine } from '#support/database.ts'
import { drawing, fakeFfmpeg, ffmpegAt } from '#support/fake-ffmpeg.ts'
import { whileHeld } from '#support/held-lock.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { setFilm } from '#support/stored/library.ts'
import { storeAvatar } from '#support/stored/people.ts'
import { allRows, emptyTables } from '#support/stored/rows.ts'
import { createWatchingSite, type WatchingSite } from '#support/watching-site.ts'
import { placesOfBackup } from './backup-places.ts'
import { copyDatabaseOnRequest } from './copy-database.ts'
import { makeBackup } from './make-backup.ts'
import { removeUnusedMedia } from './remove-unused-media.ts'

const site = openForTests(() => createWatchingSite())

const poster = await sharp({
  create: {
    width: 1280,
    height: 720,
    channels: 3,
    noise: { type: 'gaussian', mean: 128, sigma: 5 },
    background: 'teal',
  },
})
  .png()
  .toBuffer()
const { 'react/category.md': category, 'react/jsx/video.md': text } = goodCatalogue
const captions = (words: string) => `WEBVTT\n\n00:00.000 --> 00:02.000\n${words}\n`
const first: CatalogueContents = {
  'react/category.md': category,
  'react/jsx/video.md': text,
  'react/jsx/film.mp4': fixture('film.mp4'),
  'react/jsx/captions.en.vtt': captions('Hello'),
  'react/jsx/poster.png': poster,
}
/** The film with bytes behind it that say nothing. */
const other = Buffer.concat([fixture('film.mp4'), Buffer.from('\0\0\0\x08free')])

async function importThem(contents: CatalogueContents = first) {
  const outcome = await importCatalogue(site.services, catalogueFolder(contents))
  await site.services.library.refresh()
  return outcome
}
const stored = async () => new Set(await site.services.media.keys())
const noted = async () => (await allRows(site.db, 'unused_media')).map(({ key }) => key)
const media = () => {
  const found = site.services.library.stored('jsx')
  if (!found) throw new Error('the film is not there')
  return found
}
/** Lets go of the media of versions that were replaced more than 30 days before a moment. */
const forgetVersions = (at: Date) => inTransaction(site.db, (trx) => forgetOldMedia(trx, at))
/** Removes unused media, where former versions of the library are too old to name any. */
const remove = async (more: Partial<WatchingSite['services']> = {}) => {
  await forgetVersions(new Date('2099-01-01'))
  return removeUnusedMedia({ ...site.services, ...more })
}

beforeEach(async () => {
  await emptyTables(site.db, 'playback_grant', 'avatar', 'unused_media', 'poster', 'storyboard')
  await sql`update catalogue set digest = ''`.execute(site.db)
  await importThem()
  await makePosterSizes(site.services)
  const ffmpeg = ffmpegAt(fakeFfmpeg(drawing(192 * 108 * 3)).path)
  await makeStoryboards({ ...site.services, config: { ...site.services.config, ffmpeg } })
  await site.services.library.refresh()
  await remove()
})

describe('media that nothing names', () => {
  test('are noted, and removed after 7 days with the copies and storyboards made of them', async () => {
    const { filmKey, posterKey, tracks, storyboard } = media()
    const copies = (await allRows(site.db, 'poster')).flatMap(({ sizes }) => sizes.map(({ key }) => key))
    const former = [filmKey, posterKey, ...tracks.map(({ key }) => key), storyboard?.key, ...copies]
    expect([former.length, new Set(former).size, former.includes(undefined)]).toEqual([7, 7, false])
    expect(await noted()).not.toEqual(expect.arrayContaining([filmKey]))
    await importThem({
      ...first,
      'react/jsx/film.mp4': other,
      'react/jsx/captions.en.vtt': captions('Other words'),
      'react/jsx/poster.png': fixture('poster.png'),
    })
    expect(await remove()).toBe('done')
    expect(await noted()).toEqual(expect.arrayContaining(former))
    site.clock.advance({ days: 6, hours: 23 })
    await remove()
    expect([...(await stored())]).toEqual(expect.arrayContaining(former))
    site.clock.advance({ hours: 1 })
    await remove()
    const left = await stored()
    expect(former.filter((key) => left.has(String(key)))).toEqual([])
    expect(left.has(media().filmKey) && left.has(String(media().posterKey))).toBe(true)
    expect(await noted()).toEqual([])
    // restored, they are made again
    await importThem()
    expect(await allRows(site.db, 'poster')).toEqual([])
    expect(await allRows(site.db, 'storyboard')).toEqual([])
  })

  test('are kept for 30 days with the version that named them, and 7 days more', async () => {
    const { filmKey } = media()
    await importThem({ ...first, 'react/jsx/film.mp4': other })
    const after = async (days: number) => {
      site.clock.advance({ days })
      await forgetVersions(site.clock.real())
      await removeUnusedMedia(site.services)
      return (await stored()).has(filmKey)
    }
    expect([await after(8), await after(21), await after(2), await after(6), await after(1)]).toEqual([
      true,
      true,
      true,
      true,
      false,
    ])
  })

  test('come back into use with an import, also on their last day', async () => {
    const { filmKey } = media()
    await importThem({ ...first, 'react/jsx/film.mp4': other })
    await remove()
    site.clock.advance({ days: 7 })
    await importThem()
    expect(await noted()).not.toContain(filmKey)
    await remove()
    expect(await stored()).toContain(filmKey)
  })

  test('get 7 days from each time on that they are touched, though no row names them yet', async () => {
    const { filmKey } = media()
    await importThem({ ...first, 'react/jsx/film.mp4': other })
    await remove()
    site.clock.advance({ days: 7 })
    const folder = catalogueFolder(first)
    await keepMedia(site.services, join(folder, 'react/jsx/film.mp4'), 'mp4')
    await remove()
    expect(await stored()).toContain(filmKey)
  })

  test('are copied again by an import that meets their removal', async () => {
    const { filmKey } = media()
    await importThem({ ...first, 'react/jsx/film.mp4': other })
    await remove()
    site.clock.advance({ days: 7 })
    const { media: folder } = site.services
    const removal = Promise.withResolvers<void>()
    const removing = remove({
      media: {
        ...folder,
        async delete(key) {
          removal.resolve()
          await new Promise((wake) => setTimeout(wake, 300))
          await folder.delete(key)
        },
      },
    })
    await removal.promise
    // it finds the film there, and detects its removal
    expect(await importThem()).toMatchObject({ kind: 'imported' })
    expect(await removing).toBe('done')
    expect(media().filmKey).toBe(filmKey)
    expect(await stored()).toContain(filmKey)
  })

  // the embedded database has one connection
  if (testEngine === 'postgresql')
    test('wait for an import that is being stored, and are used if it names them', async () => {
      const { filmKey } = media()
      await importThem({ ...first, 'react/jsx/film.mp4': other })
      await remove()
      site.clock.advance({ days: 7 })
      await whileHeld(
        site.services.database,
        lockImports,
        () => remove(),
        (trx) => setFilm(trx, 'jsx', filmKey),
      )
      expect(await stored()).toContain(filmKey)
    })

  test('are removed once by two processes at the same time', async () => {
    const { filmKey } = media()
    await importThem({ ...first, 'react/jsx/film.mp4': other })
    await remove()
    site.clock.advance({ days: 7 })
    const deleted: string[] = []
    const folder = site.services.media
    const counting = {
      ...folder,
      delete: (key: string) => {
        deleted.push(key)
        return folder.delete(key)
      },
    }
    expect(await Promise.all([remove({ media: counting }), remove({ media: counting })])).toEqual([
      'done',
      'done',
    ])
    expect(deleted.filter((key) => key === filmKey)).toHaveLength(1)
    expect(await stored()).not.toContain(filmKey)
  })
})

describe('media stay', () => {
  /** Whether the film is there a month after it was replaced. */
  async function staysWhile(inUse: () => Promise<unknown>) {
    const { filmKey } = media()
    await inUse()
    for (let days = 0; days < 30; days += 6) {
      await remove()
      site.clock.advance({ days: 6 })
    }
    await remove()
    return (await stored()).has(filmKey)
  }
  const elsewhere = {
    'react/category.md': category,
    'react/tags/video.md': text,
    'react/tags/film.mp4': other,
  }
  const replaced = () => importThem({ ...first, 'react/jsx/film.mp4': other })

  test('not, once they are replaced', async () => {
    expect(await staysWhile(replaced)).toBe(false)
  })

  test('while a playback of a replaced film is open', async () => {
    const { client } = await site.viewer()
    const open = async () => {
      expect(
        (await client.call(calls.video, { params: { id: 'jsx' }, query: { player: 'here' } })).status,
      ).toBe(200)
      return replaced()
    }
    expect(await staysWhile(open)).toBe(true)
  })

  test('of a film that is withdrawn', async () => {
    expect(await staysWhile(() => importThem(elsewhere))).toBe(true)
  })

  test('not under the former name of a video with a replaced film', async () => {
    const was = { 'react/tags/video.md': String(text).replace('free: true', 'free: true\nwas: jsx') }
    expect(await staysWhile(() => importThem({ ...elsewhere, ...was }))).toBe(false)
  })

  test("that are a user's picture", async () => {
    const { userId } = await site.viewer()
    const { posterKey = '' } = media()
    await storeAvatar(site.db, userId, posterKey, site.clock.now())
    await staysWhile(() => importThem({ ...first, 'react/jsx/poster.png': undefined }))
    expect(await stored()).toContain(posterKey)
  })

  test('while a backup runs, but not for one that ended without a word', async () => {
    const { copy } = placesOfBackup(site.services.config.dataDir)
    mkdirSync(copy, { recursive: true })
    onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
    const began = (daysAgo: number) => {
      const at = new Date(site.clock.real().getTime() - daysAgo * 86_400_000)
      utimesSync(copy, at, at)
    }
    const { filmKey } = media()
    await replaced()
    await remove()
    site.clock.advance({ days: 8 })
    began(0.5)
    expect(await remove()).toBe('held-back')
    expect(await stored()).toContain(filmKey)
    began(2)
    expect(await remove()).toBe('done')
    expect(await stored()).not.toContain(filmKey)
  })
})

test('only keepMedia puts files into the store', () => {
  const server = resolve(import.meta.dirname, '../..')
  const putting = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?<!\.test)\.ts$/.test(path))
    .filter((path) => /\bmedia\.put\(/.test(readFileSync(join(server, path), 'utf8')))
  expect(putting).toEqual(['library/unused-media/keep-media.ts'])
})

test('every column that holds keys of media is listed', async () => {
  const { client, userId } = await site.viewer()
  await storeAvatar(site.db, userId, String(media().posterKey), site.clock.now())
  await client.call(calls.video, { params: { id: 'jsx' }, query: { player: 'here' } })
  await importThem({
    ...first,
    'react/jsx/film.mp4': other,
    'series/one/series.md': '---\ntitle: One\nlevel: beginner\nposition: 1\nvideos: [jsx]\n---\n',
    'series/one/poster.png': fixture('poster.png'),
    'react/jsx/captions.en.vtt': captions('Other words'),
  })
  await removeUnusedMedia(site.services)
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY') order by 1, 2`.execute(site.db)
  const holding: string[] = []
  for (const { table, column } of columns) {
    const { rows } = await sql`
      select from ${sql.table(table)}
      where ${sql.ref(column)}::text ~ '[0-9a-f]{64}\\.(mp4|vtt|webp|avif|png|jpg|gif)' limit 1`.execute(
      site.db,
    )
    const isNamedSo =
      /(?:film|poster|captions|picture|image|photo|avatar|media|sheet|storyboard|track)s?_key/.test(column)
    if (rows.length > 0 || isNamedSo) holding.push(`${table}.${column}`)
  }
  // these belong to what another column names, or go with it
  const alongside = [
    'film_size.film_key',
    'library_version.document',
    'poster.key',
    'storyboard.film_key',
    'transcript.captions_key',
    'unused_media.key',
  ]
  // a new column: do its keys count as used? (unused-media.store.ts)
  expect(holding).toEqual([...Object.keys(namedBy), ...alongside].toSorted())
})

test('a backup leaves out what nothing names, and takes what its copy of the database does', async () => {
  const { config, database } = site.services
  const { filmKey } = media()
  await importThem({ ...first, 'react/jsx/film.mp4': other })
  await remove()
  const folder = mkdtempSync(join(tmpdir(), 'lectern-left-out-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  // stored, but neither named nor noted yet: it may be what an import is about to name
  const fresh = `${'a'.repeat(64)}.mp4`
  writeFileSync(join(config.mediaFolder, fresh), 'fresh')
  // the databases of tests have no files
  const copyTo = async (to: string) => void mkdirSync(join(to, 'database'), { recursive: true })
  const source = {
    dataDir: folder,
    databaseUrl: testEngine === 'postgresql' ? await addressOf(database) : undefined,
    mediaFolder: config.mediaFolder,
    appSecret: config.appSecret,
    copyEmbedded: (to: string) =>
      copyDatabaseOnRequest({ config, database: { copyTo, ...database } }, { folder: to }),
  }
  const path = join(folder, 'site.tar')
  await makeBackup(source, { path, now: site.clock.now(), report: () => undefined })
  const names: string[] = []
  await list({ file: path, onReadEntry: (entry) => void names.push(entry.path) })
  const inBackup = names
    .filter((name) => name.startsWith('media/'))
    .map((name) => name.slice('media/'.length))
  expect(inBackup).toContain(media().filmKey)
  expect(inBackup).toContain(fresh)
  expect(inBackup).not.toContain(filmKey)
  expect([...(await stored())]).toContain(filmKey)
  const left = await noted()
  expect(inBackup.toSorted()).toEqual([...(await stored())].filter((key) => !left.includes(key)).toSorted())
})
