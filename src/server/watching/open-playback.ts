import type { calls } from '#contract/calls.ts'
import type { Playback, Track } from '#contract/library/library.ts'
import { resumeSeconds } from '#domain/catalogue/viewing.ts'
import { m } from '#messages/generated/messages.js'
import { openPreSession } from '#server/http/cookies.ts'
import type { CallAnswer, CallContext } from '#server/http/route.ts'
import type { LibraryServices } from '#server/library/library.ts'
import { posterAddress, type VideoMedia } from '#server/library/listed-catalogue.ts'
import { mediaMimeType } from '#server/outside/media-store.ts'
import { Problem } from '#server/runtime/problem.ts'
import { captionsName, chaptersName, filmName, mediaAddress, storyboardName } from './media-file.ts'
import type { PlaybackGrants } from './playback-grants.ts'
import { findWatcher } from './watcher.store.ts'
import { refuseWatching } from './watching-right.ts'

/**
 * `GET /api/video/{id}`: opens a playback for whoever may watch. The addresses in the answer hold a grant that lives
 * five minutes and is good for this browser and this video alone. One stream too many is refused (`too-many-streams`).
 */
export async function openPlayback(
  { params: { id }, query: { player }, visitor, reply }: CallContext<typeof calls.video>,
  services: LibraryServices,
  grants: PlaybackGrants,
): Promise<CallAnswer<typeof calls.video>> {
  const { library, database } = services
  const video = library.video(id)
  const media = library.stored(id)
  if (!video || !media) return new Problem('not-found')
  const userId = visitor.viewer?.userId
  const { browserHash: known } = visitor
  const former = known && grants.former({ browserHash: known, userId, videoId: id, player })
  // all that is to be known, in one question
  const besides = { videoId: id, grantHash: former?.grantHash }
  const watcher = userId === undefined ? undefined : await findWatcher(database, userId, besides)
  const refusal = await refuseWatching(services, userId, video, async () => watcher)
  if (refusal) return new Problem(refusal)

  const browserHash = known ?? openPreSession(services, reply)
  const opening = { browserHash, userId, videoId: id, player }
  const opened = grants.again(former, userId, watcher?.grant) ?? (await grants.open(opening))
  if (!opened) return new Problem('too-many-streams')
  const { token, expiresAt } = opened
  reply.header('cache-control', 'private, no-store')
  const body: Playback = {
    video,
    source: {
      kind: 'file',
      url: mediaAddress(token, filmName),
      mimeType: mediaMimeType(media.filmKey),
      expiresAt: expiresAt.toISOString(),
    },
    ...(media.posterKey !== undefined && { poster: posterAddress(media.posterKey) }),
    tracks: tracksOf(media, token),
    chapters: [...media.chapters],
    ...storyboardOf(media, token),
    positionSeconds: resumeSeconds(watcher?.viewing, video.durationSeconds),
    ...library.neighbours(id),
  }
  return { status: 200, body }
}

function storyboardOf({ storyboard }: VideoMedia, token: string): Pick<Playback, 'storyboard'> {
  if (!storyboard) return {}
  const { key: _, ...grid } = storyboard
  return { storyboard: { ...grid, url: mediaAddress(token, storyboardName(storyboard)) } }
}

/** Captions, the first language of the video by default, and the chapters. */
function tracksOf({ tracks, chapters }: VideoMedia, token: string): Track[] {
  const captions = tracks.map(({ kind, srclang, label }, index) => ({
    kind,
    src: mediaAddress(token, captionsName(srclang)),
    srclang,
    label,
    default: index === 0,
  }))
  if (chapters.length === 0) return captions
  const src = mediaAddress(token, chaptersName)
  // the titles are in the language of the film
  const srclang = captions[0]?.srclang ?? 'en'
  return [...captions, { kind: 'chapters', src, srclang, label: m.player_chapters(), default: true }]
}
