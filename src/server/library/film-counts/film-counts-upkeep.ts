import { dayIn } from '#domain/zone-days.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { UpkeepStep } from '#server/platform/jobs/upkeep-step.ts'
import type { Services } from '#server/platform/services/services.ts'
import { addFilmCounts } from './film-counts.store.ts'
import { filmCountsOf } from './film-counts.ts'
import { addSearches, removeOldSearches } from './searched-words.store.ts'
import { searchesOf } from './searched-words.ts'

/** Days for which hashes of searches are kept, and searched words. */
const searchDays = 30
const wordsDays = 365

export const filmCountsUpkeep: readonly UpkeepStep[] = [
  { name: 'store-film-counts', every: 'minute', run: storeFilmCounts },
  { name: 'forget-searches', every: 'hour', clearsAway: true, run: forgetSearches },
]

/** Stores what this process has counted since the last minute; after a failure it is counted again. */
export async function storeFilmCounts({
  database,
  clock,
  config,
}: Pick<Services, 'database' | 'clock' | 'config'>): Promise<void> {
  const films = filmCountsOf(database)
  const searches = searchesOf(database, config.appSecret)
  const counts = films.take()
  const ended = searches.take(clock.real().getTime())
  if (counts.length === 0 && ended.length === 0) return
  try {
    await inTransaction(database.db, async (trx) => {
      if (counts.length > 0) await addFilmCounts(trx, counts, config.seller.zone)
      if (ended.length > 0)
        await addSearches(trx, ended, daysAgo(clock.now(), searchDays, config.seller.zone))
    })
  } catch (error) {
    films.putBack(counts)
    searches.putBack(ended)
    throw error
  }
}

/** Deletes hashes of searches after 30 days, and words after a year. */
async function forgetSearches({
  database,
  clock,
  config,
}: Pick<Services, 'database' | 'clock' | 'config'>): Promise<void> {
  const now = clock.now()
  await removeOldSearches(database.db, {
    since: daysAgo(now, searchDays, config.seller.zone),
    wordsSince: daysAgo(now, wordsDays, config.seller.zone),
  })
}

function daysAgo(now: Date, days: number, zone: string): string {
  return dayIn(new Date(now.getTime() - days * 24 * 60 * 60_000), zone)
}
