import { sql } from 'kysely'
import { type Beginning, firstWords } from '#domain/catalogue/beginning.ts'
import { type Sentence, withoutNegativeApostrophes } from '#domain/catalogue/transcript.ts'
import type { TranscriptConfig } from '#server/platform/database/library-tables.ts'
import { readSetting } from '#server/platform/database/setting.store.ts'
import type { Db } from '#server/platform/database/tables.ts'

/** The captions of a listed or scheduled video in one language. */
type Captions = { readonly videoId: string; readonly srclang: string; readonly key: string }

const captionsInUse = sql`
  select video.id as video_id, track ->> 'srclang' as srclang, track ->> 'key' as captions_key
  from video cross join lateral jsonb_array_elements(video.tracks) as track
  where video.withdrawn_at is null`

/** Returns the captions that are not indexed yet. */
export async function captionsToIndex(db: Db): Promise<Captions[]> {
  const { rows } = await sql<Captions>`
    select video_id as "videoId", srclang, captions_key as key from (${captionsInUse}) as used
    where (video_id, srclang, captions_key) not in (select video_id, srclang, captions_key from transcript)
    order by video_id, srclang`.execute(db)
  return rows
}

/** Deletes the transcripts whose captions are no longer in use. */
export async function forgetOldTranscripts(db: Db): Promise<void> {
  await sql`
    delete from transcript
    where (video_id, srclang, captions_key) not in (${captionsInUse})`.execute(db)
}

/** Returns the first words of each transcript, by video. */
export async function readBeginnings(db: Db): Promise<ReadonlyMap<string, readonly Beginning[]>> {
  // a sentence has a word at least, and of more than 40 words none is shown
  // mutant `place < 41 → (place < 41 or true)`: fewer rows are read, nothing else
  // mutant `< → <=`: as above
  const mayBeShown = sql<boolean>`place < 41`
  const { rows } = await sql<Beginning & { videoId: string }>`
    select video_id as "videoId", srclang, left(string_agg(text, ' ' order by place), 2000) as text
    from transcript_sentence where ${mayBeShown}
    group by video_id, srclang order by video_id, srclang`.execute(db)
  const beginnings = new Map<string, Beginning[]>()
  for (const { videoId, srclang, text } of rows)
    beginnings.set(videoId, [...(beginnings.get(videoId) ?? []), { srclang, text: firstWords(text) }])
  return beginnings
}

/** Changes with the stored transcripts; 0 before the first. */
export async function readTranscriptRevision(db: Db): Promise<number> {
  return Number((await readSetting(db, 'transcript-revision')) ?? 0)
}

/** Notifies every process of new transcripts. */
export async function tellOfTranscripts(db: Db): Promise<void> {
  await sql`
    insert into setting (name, value) values ('transcript-revision', '1')
    on conflict (name) do update set value = to_jsonb((setting.value #>> '{}')::int + 1)`.execute(db)
}

/** Sentences per statement. */
// mutant `500 → 501`: any number of them
const rowsAtOnce = 500

export async function storeTranscript(
  trx: Db,
  { videoId, srclang, key, config }: Captions & { readonly config: TranscriptConfig },
  sentences: readonly Sentence[],
): Promise<void> {
  const wordsOf = (text: string) => {
    const searched = config === 'english' ? withoutNegativeApostrophes(text) : text
    return sql<string>`to_tsvector(${config}::regconfig, ${searched})`
  }
  const words = wordsOf(sentences.map(({ text }) => text).join('\n'))
  const stored = await trx
    .insertInto('transcript')
    .values({ video_id: videoId, srclang, captions_key: key, config, words })
    // another process was faster
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (stored.numInsertedOrUpdatedRows === 0n) return
  const rows = sentences.map(({ startSeconds, text }, place) => ({
    video_id: videoId,
    srclang,
    place,
    start_seconds: startSeconds,
    text,
    words: wordsOf(text),
  }))
  for (let first = 0; first < rows.length; first += rowsAtOnce)
    await trx
      .insertInto('transcript_sentence')
      .values(rows.slice(first, first + rowsAtOnce))
      .execute()
}
