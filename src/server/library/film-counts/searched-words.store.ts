import { sql } from 'kysely'
import type { Days } from '#domain/catalogue/film-counts.ts'
import { searchersBeforeStored } from '#domain/catalogue/film-counts.ts'
import type { Range } from '#domain/page-size.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'
import type { Search } from './searched-words.ts'

/** Stores searches: their hashes, and the words of those that three viewers have used since `since` (`YYYY-MM-DD`). */
export async function addSearches(trx: Trx, searches: readonly Search[], since: string): Promise<void> {
  const rows = JSON.stringify(
    searches.map(({ wordsHash, viewerHash, ...search }) => ({
      ...search,
      wordsHash: wordsHash.toString('hex'),
      viewerHash: viewerHash.toString('hex'),
    })),
  )
  const searched = sql`
    select decode("wordsHash", 'hex') as words_hash, decode("viewerHash", 'hex') as viewer_hash, words, day, "inVain"
    from jsonb_to_recordset(${rows}::jsonb)
      as row ("wordsHash" text, "viewerHash" text, words text, day date, "inVain" boolean)`
  await sql`
    insert into search_use (words_hash, viewer_hash, day)
      select words_hash, viewer_hash, max(day) from (${searched}) as searched group by words_hash, viewer_hash
      order by words_hash, viewer_hash
    on conflict (words_hash, viewer_hash) do update set day = greatest(search_use.day, excluded.day)`.execute(
    trx,
  )
  await sql`
    insert into searched_words as stored (words, day, searches, in_vain)
      select words, day, count(*), count(*) filter (where "inVain") from (${searched}) as searched
      where (select count(*) from search_use where search_use.words_hash = searched.words_hash and search_use.day >= ${since}::date)
        >= ${searchersBeforeStored}
      group by words, day order by words, day
    on conflict (words, day) do update set
      searches = stored.searches + excluded.searches, in_vain = stored.in_vain + excluded.in_vain`.execute(
    trx,
  )
}

/** Deletes the hashes of searches before `since`, and words before `wordsSince` (both `YYYY-MM-DD`). */
export async function removeOldSearches(
  db: Db,
  { since, wordsSince }: { readonly since: string; readonly wordsSince: string },
): Promise<void> {
  await db.deleteFrom('search_use').where('day', '<', since).execute()
  await db.deleteFrom('searched_words').where('day', '<', wordsSince).execute()
}

/** Words with their searches in a period, and how many of them had no result. */
export type WordsSearched = { readonly words: string; readonly searches: number; readonly inVain: number }

/** The words searched in a period, most searches in vain first, one page of them; `count`: of all pages. */
export async function readSearchedWords(
  db: Db,
  { from, to }: Days,
  { limit, offset }: Range,
): Promise<{ readonly count: number; readonly words: WordsSearched[] }> {
  const { rows } = await sql<WordsSearched & { count: string }>`
    select words, sum(searches)::integer as searches, sum(in_vain)::integer as "inVain", count(*) over () as count
    from searched_words where day between ${from}::date and ${to}::date
    group by words order by sum(in_vain) desc, sum(searches) desc, words
    limit ${limit} offset ${offset}`.execute(db)
  return {
    count: Number(rows[0]?.count ?? 0),
    words: rows.map(({ words, searches, inVain }) => ({ words, searches, inVain })),
  }
}
