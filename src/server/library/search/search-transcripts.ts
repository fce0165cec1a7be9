import type { TranscriptHit } from '#contract/library/library.ts'
import { dayIn } from '#domain/zone-days.ts'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import { searchesOf } from '#server/library/film-counts/searched-words.ts'
import { refuseWatching } from '#server/library/watching/watching-right.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { type FoundSentence, findSentences, markEnd, markStart } from './search.store.ts'

/**
 * `GET /api/transcripts`: searches transcripts. Video and time are public; the surrounding words are only for viewers
 * who may watch the video, like its captions.
 */
export const searchTranscripts: UseCase<'transcripts', LibraryServices> = async (
  services,
  { query: { q }, visitor, request },
) => {
  const wait = await services.limits.search.consume(visitor.network)
  if (wait) return wait
  const { library, database, clock, config } = services
  const found = await findSentences(database.db, q, {
    at: library.catalogue.listedAt,
    language: request.language,
  })
  searchesOf(database, config.appSecret).note(
    visitor.viewer?.userId ?? visitor.browserHash?.toString('base64') ?? visitor.network,
    q,
    { day: dayIn(clock.now(), config.seller.zone), inVain: found.length === 0 },
    clock.real().getTime(),
  )
  const mayWatchAll =
    found.length > 0 && !(await refuseWatching(services, visitor.viewer?.userId, { free: false }))
  const hits = [...Map.groupBy(found, ({ videoId }) => videoId)].flatMap(([videoId, sentences]) => {
    const video = library.video(videoId)
    return video ? [hitOf(videoId, sentences, mayWatchAll || video.free)] : []
  })
  return { status: 200, body: { hits } }
}

function hitOf(videoId: string, sentences: readonly FoundSentence[], mayWatch: boolean): TranscriptHit {
  return {
    videoId,
    moments: sentences.map(({ startSeconds, marked }) => ({
      startSeconds,
      ...(mayWatch && { snippet: partsOf(marked) }),
    })),
  }
}

function partsOf(marked: string): { text: string; marked: boolean }[] {
  return marked.split(markStart).flatMap((part, index) => {
    const [inside = '', after] = part.split(markEnd)
    const parts =
      index === 0 || after === undefined
        ? [{ text: part, marked: false }]
        : [
            { text: inside, marked: true },
            { text: after, marked: false },
          ]
    return parts.filter(({ text }) => text !== '')
  })
}
