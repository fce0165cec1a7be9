import { beforeAll, beforeEach, expect, test } from 'vitest'
import { storeTranscript } from '#server/library/transcripts/transcript.store.ts'
import type { TranscriptConfig } from '#server/platform/database/library-tables.ts'
import { testDatabase } from '#support/database.ts'
import { storeCategory, storeVideo } from '#support/stored/library.ts'
import { emptyTables } from '#support/stored/rows.ts'
import { findSentences, markEnd, markStart } from './search.store.ts'

const database = testDatabase()
beforeAll(() => storeCategory(database.db, 'all'))
beforeEach(() => emptyTables(database.db, 'transcript_sentence', 'transcript', 'video'))

const today = '2026-11-11'
const film = (id: string, change: object = {}) =>
  storeVideo(database.db, id, { category_id: 'all', published_on: today, ...change })
const say = (
  videoId: string,
  texts: readonly string[],
  { srclang = 'en', config = 'english' }: { srclang?: string; config?: TranscriptConfig } = {},
) =>
  storeTranscript(
    database.db,
    { videoId, srclang, key: srclang, config },
    texts.map((text, startSeconds) => ({ startSeconds, text })),
  )
const found = async (words: string, language: 'en' | 'de' = 'en') =>
  (await findSentences(database.db, words, { at: new Date(`${today}T00:00:00Z`), language })).map(
    ({ videoId, startSeconds, marked }) =>
      `${videoId} ${startSeconds} ${marked.replaceAll(markStart, '[').replaceAll(markEnd, ']')}`,
  )

test('sentences are found of films in which the words are said, with the words marked', async () => {
  for (const id of ['a', 'b']) await film(id)
  await say('a', ['We talk.', 'Closures remember.'])
  await say('b', ['Closures.', 'Umbrellas.'])
  expect(await found('closure remembering')).toEqual(['a 1 [Closures] [remember].'])
  expect((await found('umbrella'))[0]).toBe('b 1 [Umbrellas].')
  expect([markStart, markEnd]).toEqual(['\uE000', '\uE001'])
  expect(await found('the')).toEqual([])
})

test('films are found from the instant at which they are published until they are withdrawn', async () => {
  await film('a')
  await film('soon', { published_on: '2026-11-12' })
  await film('this-morning', { published_at: new Date(`${today}T00:00:00.001Z`) })
  await film('withdrawn', { withdrawn_at: new Date(0) })
  await film('draft', { draft: true })
  for (const id of ['a', 'soon', 'this-morning', 'withdrawn', 'draft']) await say(id, ['Closures.'])
  expect(await found('closure')).toEqual(['a 0 [Closures].'])
})

test('words are compared in the language of the captions, the reader’s first', async () => {
  await film('a')
  await say('a', ['The kitten.', 'It runs.'])
  await say('a', ['Ein Kitten.', 'Es run.'], { srclang: 'de', config: 'german' })
  expect(await found('kitten', 'de')).toEqual(['a 0 Ein [Kitten].'])
  expect(await found('kitten', 'en')).toEqual(['a 0 The [kitten].'])
  await film('b')
  await say('b', ['Es run.'], { srclang: 'de', config: 'german' })
  expect(await found('running')).toEqual(['a 1 It [runs].'])
})

test('of each film three sentences are shown, of twenty films', async () => {
  const ids = Array.from({ length: 21 }, (_, place) => `film-${place}`)
  for (const id of ids) {
    await film(id)
    await say(id, ['Closures one.', 'Closures two.', 'Closures three.', 'Closures four.'])
  }
  const sentences = await found('closure')
  expect(sentences).toHaveLength(60)
  expect(new Set(sentences.map((line) => line.split(' ')[0])).size).toBe(20)
})
