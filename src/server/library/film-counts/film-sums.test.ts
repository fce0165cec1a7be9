import { expect, test } from 'vitest'
import { type Days, placeOfEnd } from '#domain/catalogue/film-counts.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { createTestDatabase } from '#support/database.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { runs, seed } from '#support/rounds.ts'
import { seededRandom } from '#support/seeded-random.ts'
import { storeCategory, storeVideo } from '#support/stored/library.ts'
import { allRows, emptyTables } from '#support/stored/rows.ts'
import { addFilmCounts, moveFilmCounts } from './film-counts.store.ts'
import { filmSums } from './film-sums.store.ts'

const database = openForTests(() => createTestDatabase())
const ids = Array.from({ length: 12 }, (_, n) => `film-${n}`)
const random = seededRandom(seed)
const upTo = (most: number) => Math.floor(random() * (most + 1))
const someId = () => ids[upTo(ids.length - 1)] ?? ''
const someDay = () => new Date(Date.UTC(2023, 11, 1 + upTo(800))).toISOString().slice(0, 10)

test(`the ranking of a period has the sums of its days, whatever was added and moved (seed ${seed})`, async () => {
  const { db } = database
  await storeCategory(db, 'all')
  for (const id of ids) await storeVideo(db, id, { title: id, category_id: 'all' })
  for (let turn = 0; turn < runs(30); turn += 1) {
    await inTransaction(db, async (trx) => {
      await addFilmCounts(trx, someCounts(), turn % 2 ? 'Pacific/Auckland' : 'America/St_Johns')
      const [formerId, videoId] = [someId(), someId()]
      if (turn % 9 === 8 && formerId !== videoId) await moveFilmCounts(trx, formerId, videoId)
    })
    const [from = '', to = ''] = [someDay(), someDay()].sort()
    const plain = await plainSums({ from, to })
    const offset = upTo(plain.length)
    expect(await filmSums(db, { from, to }, { limit: 5, offset })).toEqual({
      count: plain.length,
      films: plain.slice(offset, offset + 5),
    })
  }
  expect((await allRows(db, 'film_year')).length).toBeLessThanOrEqual(ids.length * 4)
  await emptyTables(db, 'video')
  expect(await allRows(db, 'film_year')).toEqual([])
})

/** Counts of some days, one for each video and day; a day has starts, or time alone. */
function someCounts() {
  const counts = Array.from({ length: upTo(20) }, () => ({
    videoId: someId(),
    day: someDay(),
    starts: upTo(2),
    seconds: upTo(500) / 4,
    hundredths: Array.from({ length: 100 }, () => upTo(1)),
  }))
  return [...new Map(counts.map((count) => [count.videoId + count.day, count])).values()]
}

async function plainSums({ from, to }: Days) {
  const days = (await allRows(database.db, 'film_day')).filter(({ day }) => day >= from && day <= to)
  const films = [...Map.groupBy(days, ({ video_id }) => video_id)].map(([videoId, ofFilm]) => {
    const sum = (of: (day: (typeof days)[number]) => number) =>
      ofFilm.map(of).reduce((one, other) => one + other, 0)
    return {
      videoId,
      title: videoId,
      starts: sum(({ starts }) => starts),
      seconds: sum(({ seconds }) => seconds),
      viewers: sum(({ viewers }) => viewers),
      toEnd: sum(({ hundredths }) => hundredths[placeOfEnd] ?? 0),
    }
  })
  return films.toSorted((a, b) => b.starts - a.starts || (a.videoId < b.videoId ? -1 : 1))
}
