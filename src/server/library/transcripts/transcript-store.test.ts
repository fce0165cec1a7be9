import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TranscriptConfig } from '#server/platform/database/library-tables.ts'
import { testDatabase } from '#support/database.ts'
import { storeCategory, storeVideo } from '#support/stored/library.ts'
import { allRows, emptyTables } from '#support/stored/rows.ts'
import {
  captionsToIndex,
  forgetOldTranscripts,
  readBeginnings,
  readTranscriptRevision,
  storeTranscript,
  tellOfTranscripts,
} from './transcript.store.ts'

const database = testDatabase()
beforeAll(async () => {
  const { db } = database
  const tracks = (...languages: readonly string[]) =>
    JSON.stringify(languages.map((srclang) => ({ srclang, key: `${srclang}.vtt` })))
  await storeCategory(db, 'all')
  await storeVideo(db, 'a', { category_id: 'all', tracks: tracks('de', 'en') })
  await storeVideo(db, 'b', { category_id: 'all', tracks: tracks('en') })
  await storeVideo(db, 'withdrawn', { tracks: tracks('en') })
})
beforeEach(() => emptyTables(database.db, 'transcript'))

type Of = { videoId?: string; srclang?: string; key?: string; config?: TranscriptConfig }
const store = (
  texts: readonly string[],
  { videoId = 'a', srclang = 'en', key = 'en.vtt', config = 'english' }: Of = {},
) =>
  storeTranscript(
    database.db,
    { videoId, srclang, key, config },
    texts.map((text, startSeconds) => ({ startSeconds, text })),
  )
const sentences = async () => (await allRows(database.db, 'transcript_sentence')).map(({ text }) => text)
const wordsOf = async () => (await allRows(database.db, 'transcript')).map(({ words }) => words)

describe('the captions of films', () => {
  test('are read once, those of withdrawn films not at all', async () => {
    const inUse = [
      { videoId: 'a', srclang: 'de', key: 'de.vtt' },
      { videoId: 'a', srclang: 'en', key: 'en.vtt' },
      { videoId: 'b', srclang: 'en', key: 'en.vtt' },
    ]
    expect(await captionsToIndex(database.db)).toEqual(inUse)
    await store(['Hello.'])
    expect(await captionsToIndex(database.db)).toEqual([inUse[0], inUse[2]])
    await store(['Hello.'], { videoId: 'b', key: 'former.vtt' })
    expect(await captionsToIndex(database.db)).toEqual([inUse[0], inUse[2]])
  })

  test('are forgotten once others are in use', async () => {
    await store(['Hello.'])
    await store(['Hello.'], { videoId: 'b', key: 'former.vtt' })
    await store(['Hello.'], { videoId: 'withdrawn' })
    await forgetOldTranscripts(database.db)
    expect((await allRows(database.db, 'transcript')).map(({ video_id }) => video_id)).toEqual(['a'])
  })
})

describe('a transcript', () => {
  test('is stored once: what came first stays', async () => {
    await store(['First.', 'Second.'])
    await store(['Other.'])
    expect((await sentences()).toSorted()).toEqual(['First.', 'Second.'])
  })

  test.each([
    ['english', "'dont':1 'run':2"],
    ['german', "'don':1 'running':3 't':2"],
  ] as const)('is searched by the words of its language, %s', async (config, words) => {
    await store(['Don’t', 'running'], { config })
    expect(await wordsOf()).toEqual([words])
  })

  test.each([499, 500, 501, 1_000])('has as many sentences as were said: %d', async (count) => {
    const texts = Array.from({ length: count }, (_, place) => `Sentence ${place}.`)
    await store(texts)
    const places = (await allRows(database.db, 'transcript_sentence')).map(({ place }) => place)
    expect(places.toSorted((a, b) => a - b)).toEqual([...texts.keys()])
  })

  test('begins with its first words, in each language', async () => {
    const long = Array.from({ length: 42 }, (_, place) => `w${place}`)
    await store(long.slice(0, 2), { srclang: 'de', config: 'german' })
    await store(['Hello.', 'Again.'])
    await store(['Other.'], { videoId: 'b' })
    expect(await readBeginnings(database.db)).toEqual(
      new Map([
        [
          'a',
          [
            { srclang: 'de', text: 'w0 w1' },
            { srclang: 'en', text: 'Hello. Again.' },
          ],
        ],
        ['b', [{ srclang: 'en', text: 'Other.' }]],
      ]),
    )
  })
})

test('that there are other transcripts is told by a number', async () => {
  const revision = () => readTranscriptRevision(database.db)
  expect(await revision()).toBe(0)
  await tellOfTranscripts(database.db)
  expect(await revision()).toBe(1)
  await tellOfTranscripts(database.db)
  expect(await revision()).toBe(2)
})
