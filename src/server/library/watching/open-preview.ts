import { adminLibraryCalls } from '#contract/admin/library/admin-library-calls.ts'
import { pathOf } from '#contract/call.ts'
import type { calls } from '#contract/calls.ts'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import { richText } from '#server/library/catalogue/rich-text.ts'
import { readWholeVideo, type WholeVideo } from '#server/library/write/video-write.store.ts'
import { openPreSession } from '#server/platform/http/cookies.ts'
import type { CallAnswer, CallContext } from '#server/platform/http/route.ts'
import { mediaMimeType } from '#server/platform/outside/media-store.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { filmName, mediaAddress, posterName } from './media-file.ts'
import { captionsAt, tracksOf } from './open-playback.ts'
import type { PlaybackGrants } from './playback-grants.ts'
import { findPreviewed } from './preview-link.store.ts'

/**
 * `GET /api/preview/{key}`: shows a draft or planned video by the address of its preview, to anyone. 404 once the link
 * was withdrawn, has expired, or the video is published or deleted; 409 `too-many-streams` while as many browsers as may
 * play it.
 */
export async function openPreview(
  services: LibraryServices,
  grants: PlaybackGrants,
  { params: { key }, visitor, reply }: CallContext<typeof calls.openPreview>,
): Promise<CallAnswer<typeof calls.openPreview>> {
  const previewHash = sha256(key)
  const found = await previewed(services, previewHash)
  const video = found && (await readWholeVideo(services.database.db, found.id))
  if (!video) return visitor.viewer?.admin ? showToAdmin(services, key) : new Problem('not-found')
  const { film_key: filmKey, small_film_key } = video
  const grant =
    filmKey !== null &&
    (await grants.openForPreview({
      browserHash: visitor.browserHash ?? openPreSession(services, reply),
      videoId: video.id,
      filmKey,
      smallFilmKey: small_film_key ?? undefined,
      player: undefined,
      previewHash,
    }))
  if (filmKey !== null && !grant) return new Problem('too-many-streams')
  return { status: 200, body: { ...textsOf(video), film: grant ? filmOf(video, grant.token) : null } }
}

/** The admin needs no link and no grant: the film is that of the desk. */
async function showToAdmin(
  services: LibraryServices,
  id: string,
): Promise<CallAnswer<typeof calls.openPreview>> {
  const video = await readUnpublished(services, id)
  if (!video) return new Problem('not-found')
  const { film_key, poster_key } = video
  const { deskCaptions, deskFilm, deskPicture } = adminLibraryCalls
  const film = film_key !== null && {
    url: `${pathOf(deskFilm.path, { id })}?film=${film_key.slice(0, 16)}`,
    mimeType: mediaMimeType(film_key),
    ...(poster_key !== null && { poster: pathOf(deskPicture.path, { id, key: poster_key }) }),
    tracks: captionsAt(video.tracks, (srclang) => pathOf(deskCaptions.path, { id, srclang })),
  }
  return { status: 200, body: { adminOf: id, ...textsOf(video), film: film || null } }
}

function textsOf(video: WholeVideo) {
  return {
    title: video.title,
    text: richText(video.description),
    planned: plannedDate(video),
    chapters: [...video.chapters],
    code: [...video.code],
  }
}

/** Whether a key opens a preview at this moment. */
export async function isPreviewed(services: PreviewServices, key: string): Promise<boolean> {
  return (await previewed(services, sha256(key))) !== undefined
}

/** Whether a video is a draft or planned at this moment, which only the admin may know. */
export async function isUnpublished(services: PreviewServices, id: string): Promise<boolean> {
  return (await readUnpublished(services, id)) !== undefined
}

async function readUnpublished({ clock, database }: PreviewServices, id: string) {
  const video = await readWholeVideo(database.db, id)
  return video && isToCome(video, clock.now()) ? video : undefined
}

/** Whether a video is a draft or planned, and neither withdrawn nor in the trash. */
export function isToCome({ draft, withdrawn_at, published_at }: WholeVideo, now: Date): boolean {
  return withdrawn_at === null && (draft || (published_at !== null && published_at > now))
}

type PreviewServices = Pick<LibraryServices, 'clock' | 'database'>

function previewed({ clock, database }: PreviewServices, previewHash: Buffer) {
  return findPreviewed(database.db, previewHash, { now: clock.now(), realNow: clock.real() })
}

function plannedDate({ draft, published_on: day, published_time: time }: WholeVideo): string | null {
  if (draft || day === null) return null
  return time === null ? day : `${day} ${time}`
}

function filmOf({ film_key, poster_key, tracks, chapters }: WholeVideo, token: string) {
  return {
    url: mediaAddress(token, filmName),
    mimeType: mediaMimeType(film_key ?? ''),
    ...(poster_key !== null && { poster: mediaAddress(token, posterName(poster_key)) }),
    tracks: tracksOf({ tracks, chapters }, token),
  }
}
