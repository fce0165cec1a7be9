import { beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { moveMarks } from '#server/library/former-videos/former-video.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { testAdmin } from '#support/admin.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { storeVideo } from '#support/stored/library.ts'
import { allRows, emptyTables } from '#support/stored/rows.ts'
import type { TestClient } from '#support/test-client.ts'
import { createWatchingSite } from '#support/watching-site.ts'
import { addFilmCounts, filmDays } from './film-counts.store.ts'
import { filmCountsOf } from './film-counts.ts'
import { filmCountsUpkeep, storeFilmCounts } from './film-counts-upkeep.ts'

const site = openForTests(() => createWatchingSite({ RATE_LIMITS: '1000' }))
const today = '2026-11-21'
const days = { from: '2026-11-01', to: '2026-11-30' }
const pass = (seconds: number) => site.clock.advance({ seconds })
const stored = () => storeFilmCounts(site.services)

const open = async (client: TestClient, id: string, player = 'tab') => {
  expect((await client.call(calls.video, { params: { id }, query: { player } })).status).toBe(200)
}
const report = async (client: TestClient, id: string, positionSeconds: number, playedSeconds: number) => {
  client.forgetCsrfToken()
  const body = { player: 'tab', positionSeconds, playedSeconds }
  return (await client.call(calls.keepPosition, { params: { id }, body })).status
}
const start = (client: TestClient, id: string) => client.call(calls.markViewed, { params: { id } })
const ofFilm = async (id: string) => {
  const { status, body } = await admin.call(calls.watchedFilm, { params: { id }, query: days })
  expect(status).toBe(200)
  return body
}

const admin = testAdmin(site)
beforeEach(() => emptyTables(site.db, 'film_day', 'search_use', 'searched_words'))

describe('what is watched of a film', () => {
  test('is counted by days, without persons: starts, time, viewers, and how far', async () => {
    const { client } = await site.viewer()
    const second = (await site.viewer()).client
    await open(client, 'paid')
    await start(client, 'paid')
    pass(15)
    expect(await report(client, 'paid', 15, 15)).toBe(200)
    pass(15)
    await report(client, 'paid', 30, 15)
    await open(second, 'paid')
    await start(second, 'paid')
    pass(15)
    await report(second, 'paid', 15, 15)
    expect((await ofFilm('paid')).starts).toBe(0)
    await stored()
    await start(second, 'paid')
    await stored()
    const film = await ofFilm('paid')
    expect(film).toMatchObject({
      title: 'The paid one',
      durationSeconds: 60,
      starts: 3,
      seconds: 45,
      viewers: 2,
      toTheEnd: 0,
      days: [{ day: today, starts: 3, seconds: 45, viewers: 2 }],
    })
    expect(film.hundredths).toEqual([...Array(25).fill(2), ...Array(25).fill(1), ...Array(50).fill(0)])
  })

  test('counts also visitors of a free film, as starts and not as viewers', async () => {
    const visitor = site.client()
    await open(visitor, 'free')
    pass(15)
    await report(visitor, 'free', 15, 15)
    pass(15)
    await report(visitor, 'free', 30, 15)
    await stored()
    expect(await ofFilm('free')).toMatchObject({ starts: 1, seconds: 30, viewers: 0 })
  })

  test('leaves out what the admin watches, and what no playback reports', async () => {
    await open(admin, 'free')
    await start(admin, 'free')
    await report(admin, 'free', 15, 15)
    expect(await report(site.client(), 'free', 15, 15)).toBe(403)
    await stored()
    expect(await ofFilm('free')).toMatchObject({ starts: 0, seconds: 0, days: [] })
  })

  test('counts of a report no more than three minutes of a film', async () => {
    const visitor = site.client()
    await open(visitor, 'free')
    await report(visitor, 'free', 60, 1_000_000)
    await stored()
    expect((await ofFilm('free')).seconds).toBe(180)
  })

  test('is counted again where it could not be stored', async () => {
    const visitor = site.client()
    await open(visitor, 'free')
    await report(visitor, 'free', 5, 5)
    const { database } = site.services
    const broken = { ...site.services, database: Object.assign(Object.create(database), { db: undefined }) }
    filmCountsOf(broken.database).putBack(filmCountsOf(database).take())
    await expect(storeFilmCounts(broken)).rejects.toThrow()
    filmCountsOf(database).putBack(filmCountsOf(broken.database).take())
    await stored()
    expect(await ofFilm('free')).toMatchObject({ starts: 1, seconds: 5 })
  })

  test('goes with a film to its new name, added to what is there', async () => {
    await site.addVideo('renamed', Buffer.from('film'), { published_on: '2026-01-01' })
    const count = { day: today, starts: 1, seconds: 2, hundredths: Array<number>(100).fill(1) }
    for (const videoId of ['free', 'renamed'])
      await inTransaction(site.db, (trx) => addFilmCounts(trx, [{ videoId, ...count }], 'UTC'))
    await inTransaction(site.db, (trx) => moveMarks(trx, { formerId: 'free', videoId: 'renamed' }))
    expect(await ofFilm('free')).toMatchObject({ starts: 0 })
    expect(await ofFilm('renamed')).toMatchObject({ starts: 2, seconds: 4, hundredths: Array(100).fill(2) })
  })
})

describe('the list of watched films', () => {
  test('has the most starts first, ten a page, and a file with all days', async () => {
    for (let n = 0; n < 12; n += 1) {
      await storeVideo(site.db, `listed-${n}`, { title: `=Film ${n}`, category_id: 'all' })
      for (const day of [today, '2026-11-22'])
        await inTransaction(site.db, (trx) =>
          addFilmCounts(
            trx,
            [{ videoId: `listed-${n}`, day, starts: n, seconds: 6, hundredths: Array<number>(100).fill(n) }],
            'UTC',
          ),
        )
    }
    const first = (await admin.call(calls.watchedFilms, { query: days })).body
    expect(first.count).toBe(12)
    expect(first.films.map(({ starts }) => starts)).toEqual([22, 20, 18, 16, 14, 12, 10, 8, 6, 4])
    expect(first.films[0]).toMatchObject({ videoId: 'listed-11', seconds: 12, viewers: 0, toTheEnd: 1 })
    const second = (await admin.call(calls.watchedFilms, { query: { ...days, page: '1' } })).body
    expect(second.films.map(({ toTheEnd }) => toTheEnd)).toEqual([1, null])
    const none = await admin.call(calls.watchedFilms, { query: { from: '2026-10-01', to: '2026-10-31' } })
    expect(none.body).toEqual({ count: 0, films: [] })
    const { text, headers } = await admin.call(calls.watchedFilmsCsv, { query: days })
    expect(headers['content-disposition']).toBe('attachment; filename="films-2026-11-01-2026-11-30.csv"')
    expect(text.split('\r\n').slice(0, 2)).toEqual([
      '\uFEFFVideo,Title,Day,Starts,Minutes,Viewers',
      `listed-0,"'=Film 0",${today},0,0.1,0`,
    ])
    expect(text.trim().split('\r\n')).toHaveLength(25)
  })
})

const search = (words: string, client = site.client()) =>
  client.call(calls.transcripts, { query: { q: words } })
const searcher = async () => (await site.viewer()).client
const typed = async () => {
  site.clock.advanceReal({ seconds: 10 })
  await stored()
}

describe('words that are searched', () => {
  const read = async () => (await admin.call(calls.searchedWords, { query: days })).body.words
  test('are known from the third viewer on, and stored as hashes before', async () => {
    const viewers = [await searcher(), await searcher(), await searcher()]
    for (const viewer of viewers.slice(0, 2)) await search('Zebra  crossing', viewer)
    await search('zebra crossing', viewers[0])
    await typed()
    expect(await read()).toEqual([])
    const kept = JSON.stringify(await allRows(site.db, 'search_use'))
    expect(kept).not.toContain('zebra')
    await search('zebra crossing', viewers[2])
    await typed()
    expect(await read()).toEqual([{ words: 'zebra crossing', searches: 1, inVain: 1 }])
  })

  test('count once while they are typed', async () => {
    for (const viewer of [await searcher(), await searcher(), await searcher()])
      for (const part of ['um', 'umb', 'umbrel', 'umbrella']) await search(part, viewer)
    await typed()
    expect(await read()).toEqual([{ words: 'umbrella', searches: 3, inVain: 3 }])
  })

  test('are not counted with an address or a number', async () => {
    for (const viewer of [await searcher(), await searcher(), await searcher()]) {
      await search('ada@school.example', viewer)
      await search('call 01234', viewer)
    }
    await typed()
    expect([await read(), await allRows(site.db, 'search_use')]).toEqual([[], []])
  })
})

test('a day begins at midnight of the seller’s zone', async () => {
  const visitor = site.client()
  const midnight = new Date('2026-11-21T23:00:00Z')
  pass((midnight.getTime() - site.clock.now().getTime()) / 1000 - 6)
  await open(visitor, 'free')
  pass(1)
  await report(visitor, 'free', 5, 5)
  pass(15)
  await report(visitor, 'free', 20, 15)
  await stored()
  expect(await filmDays(site.db, days, 'free')).toEqual([
    { day: today, starts: 1, seconds: 5, viewers: 0 },
    { day: '2026-11-22', starts: 0, seconds: 15, viewers: 0 },
  ])
})

test('searches are forgotten: hashes after 30 days, words after a year', async () => {
  for (const viewer of [await searcher(), await searcher(), await searcher()]) await search('heron', viewer)
  await typed()
  const forget = filmCountsUpkeep.find(({ name }) => name === 'forget-searches')
  const left = async () => {
    await forget?.run(site.services, { atStart: false })
    return [(await allRows(site.db, 'search_use')).length, (await allRows(site.db, 'searched_words')).length]
  }
  expect(await left()).toEqual([3, 1])
  site.clock.advance({ days: 31 })
  expect(await left()).toEqual([0, 1])
  site.clock.advance({ days: 335 })
  expect(await left()).toEqual([0, 0])
})
