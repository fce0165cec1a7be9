import type { FastifyReply } from 'fastify'
import type { calls } from '#contract/calls.ts'
import type { Playback, Track, Video } from '#contract/library/library.ts'
import { resumeSeconds, type Viewing } from '#domain/catalogue/viewing.ts'
import { m } from '#messages/generated/messages.js'
import { switchedMs } from '#server/identity/sessions/session-lifetime.ts'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import type { VideoMedia } from '#server/library/catalogue/listed-catalogue.ts'
import { posterAddress } from '#server/library/catalogue/video-columns.ts'
import { openPreSession } from '#server/platform/http/cookies.ts'
import type { CallAnswer, CallContext } from '#server/platform/http/route.ts'
import type { Viewer, Visitor } from '#server/platform/http/visitor.ts'
import { mediaMimeType } from '#server/platform/outside/media-store.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import {
  captionsName,
  chaptersName,
  filmName,
  mediaAddress,
  smallFilmName,
  storyboardName,
} from './media-file.ts'
import { grantMs, type OpenGrant, type PlaybackGrants } from './playback-grants.ts'
import { streamOwner } from './streams.ts'
import { findWatcher } from './watcher.store.ts'
import { refuseWatching, writeAsWatcher } from './watching-right.ts'

/**
 * `GET /api/video/{id}`: opens a playback for a viewer who may watch. The addresses in the reply contain a grant that
 * lives five minutes and is valid for this browser and video only. A stream above the limit is refused
 * (`too-many-streams`).
 */
export async function openPlayback(
  services: LibraryServices,
  grants: PlaybackGrants,
  { params: { id }, query: { player }, visitor, reply }: CallContext<typeof calls.video>,
): Promise<CallAnswer<typeof calls.video>> {
  const { library } = services
  const video = library.video(id)
  const media = library.stored(id)
  if (!video || !media) return new Problem('not-found')
  const opened = visitor.viewer
    ? await openAsUser(services, grants, { viewer: visitor.viewer, player, video, media })
    : await openSignedOut(services, grants, { browserHash: visitor.browserHash, reply, player, video, media })
  if (opened instanceof Problem) return opened
  const { grant, viewing } = opened
  if (!grant) return new Problem('too-many-streams')
  const { token, expiresAt } = grant
  const body: Playback = {
    video,
    source: {
      kind: 'file',
      url: mediaAddress(token, filmName),
      mimeType: mediaMimeType(media.filmKey),
      expiresAt: expiresAt.toISOString(),
    },
    ...sizesOf(media, token),
    ...(media.posterKey !== undefined && { poster: posterAddress(media.posterKey) }),
    tracks: tracksOf(media, token),
    chapters: [...media.chapters],
    ...storyboardOf(media, token),
    positionSeconds: resumeSeconds(viewing, video.durationSeconds),
    ...library.neighbours(video.id),
  }
  return { status: 200, body }
}

type OfViewer = { readonly video: Video; readonly media: VideoMedia; readonly player: string | undefined }

type Opened = { readonly grant: OpenGrant | undefined; readonly viewing: Viewing | undefined }

/**
 * Needs one query and the opening. A switched admin watches by the account's right, in a separate stream that lives as
 * long as the switch: no position extends it (decisions/104-switch.md).
 */
async function openAsUser(
  services: LibraryServices,
  grants: PlaybackGrants,
  { viewer, video, media: { filmKey, smallFilmKey }, player }: OfViewer & { viewer: Viewer },
): Promise<Opened | Problem> {
  const of = { userId: viewer.userId, videoId: video.id }
  const { switchedBy } = viewer
  const film = { filmKey, smallFilmKey }
  const opening = { ...of, ...film, userId: streamOwner(viewer), browserHash: viewer.sessionHash, player }
  const former = switchedBy === undefined ? grants.former(opening) : undefined
  return writeAsWatcher(
    services,
    { userId: of.userId, video },
    () => findWatcher(services.database, of.userId, { videoId: of.videoId, grantHash: former?.grantHash }),
    async ({ viewing, grant: stored }): Promise<Opened> => ({
      grant:
        grants.again(former, of.userId, stored) ??
        (await grants.openForUser(opening, switchedBy === undefined ? grantMs : switchedMs)),
      viewing,
    }),
  )
}

async function openSignedOut(
  services: LibraryServices,
  grants: PlaybackGrants,
  { browserHash: known, reply, video, media: { filmKey, smallFilmKey }, player }: SignedOut,
): Promise<Opened | Problem> {
  const refusal = await refuseWatching(services, undefined, video)
  if (refusal) return new Problem(refusal)
  const opening = {
    browserHash: known ?? openPreSession(services, reply),
    userId: undefined,
    videoId: video.id,
    filmKey,
    smallFilmKey,
    player,
  }
  const grant = grants.again(grants.former(opening), undefined, undefined) ?? (await grants.open(opening))
  return { grant, viewing: undefined }
}

type SignedOut = OfViewer & Pick<Visitor, 'browserHash'> & { readonly reply: FastifyReply }

function sizesOf({ sizes, smallFilmKey }: VideoMedia, token: string): Pick<Playback, 'sizes'> {
  if (sizes.length === 0) return {}
  return {
    sizes: sizes.map(({ key, ...size }) => ({
      ...size,
      url: mediaAddress(token, key === smallFilmKey ? smallFilmName : filmName),
    })),
  }
}

function storyboardOf({ storyboard }: VideoMedia, token: string): Pick<Playback, 'storyboard'> {
  if (!storyboard) return {}
  const { key: _, ...grid } = storyboard
  return { storyboard: { ...grid, url: mediaAddress(token, storyboardName(storyboard)) } }
}

/** Captions, with the video's first language as default, and the chapters. */
export function tracksOf(
  { tracks, chapters }: Pick<VideoMedia, 'tracks' | 'chapters'>,
  token: string,
): Track[] {
  const captions = captionsAt(tracks, (srclang) => mediaAddress(token, captionsName(srclang)))
  if (chapters.length === 0) return captions
  const src = mediaAddress(token, chaptersName)
  // titles are in the video's language
  const srclang = captions[0]?.srclang ?? 'en'
  return [...captions, { kind: 'chapters', src, srclang, label: m.player_chapters(), default: true }]
}

/** Returns the captions of a film, at the address of each language. */
export function captionsAt(tracks: VideoMedia['tracks'], addressOf: (srclang: string) => string): Track[] {
  return tracks.map(({ kind, srclang, label, machine }, index) => ({
    kind,
    src: addressOf(srclang),
    srclang,
    label: machine ? m.captions_by_machine({ language: label }) : label,
    default: index === 0,
  }))
}
