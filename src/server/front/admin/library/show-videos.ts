import type { DeskVideo } from '#contract/admin/library/admin-library.ts'
import { adminLibraryCalls } from '#contract/admin/library/admin-library-calls.ts'
import { pathOf } from '#contract/call.ts'
import { chapterLine } from '#domain/catalogue/catalogue.ts'
import { dayIn } from '#domain/zone-days.ts'
import { sendCsv } from '#server/front/admin/send-file.ts'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import { formerIdsOf } from '#server/library/former-videos/former-video.store.ts'
import { readFrames } from '#server/library/processing/film-job.store.ts'
import { readWholeVideo, versionNames } from '#server/library/write/video-write.store.ts'
import type { Db, StoredTrack } from '#server/platform/database/tables.ts'
import type { UseCase } from '#server/platform/http/route.ts'
import { wholeFile } from '#server/platform/outside/media-store.ts'
import { asCsv } from '#server/platform/runtime/csv.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { allDeskVideos, findDeskVideos, readDeskRow } from './desk-video.store.ts'

/** Returns a page of videos in any state. */
export const showVideos: UseCase<'deskVideos', LibraryServices> = async ({ database, clock }, { query }) => {
  const { count, videos } = await findDeskVideos(database.db, query, clock.now())
  return { status: 200, body: { count, videos: videos.map(inReply) } }
}

const fileColumns = [
  'Video',
  'Title',
  'State',
  'Published',
  'Category',
  'Seconds',
  'Free',
  'Tags',
  'Captions',
  'Storyboard',
]

/** `GET /api/admin/library/videos.csv`. */
export const sendVideos: UseCase<'deskVideosCsv', LibraryServices> = async (
  { database, clock, config },
  { query, reply },
) => {
  const now = clock.now()
  const yesOrNo = (is: boolean) => (is ? 'yes' : 'no')
  const rows = (await allDeskVideos(database.db, query, now)).map((video) => ({
    Video: video.id,
    Title: video.title,
    State: video.state,
    Published: video.published,
    Category: video.categoryId,
    Seconds: video.durationSeconds,
    Free: yesOrNo(video.free),
    Tags: video.tags.join(', '),
    Captions: yesOrNo(video.hasCaptions),
    Storyboard: yesOrNo(video.hasStoryboard),
  }))
  return sendCsv(reply, `videos-${dayIn(now, config.seller.zone)}.csv`, asCsv(fileColumns, rows))
}

/** `GET /api/admin/library/video/{id}`. */
export const showVideo: UseCase<'deskVideo', LibraryServices> = async (services, { params }) => {
  const video = await deskVideo(services.database.db, services, params.id)
  return video ? { status: 200, body: video } : new Problem('not-found')
}

/** Returns a video with everything that can be changed at the desk; undefined for an unknown id. */
async function deskVideo(
  db: Db,
  { clock, media }: Pick<LibraryServices, 'clock' | 'media'>,
  id: string,
): Promise<DeskVideo | undefined> {
  const [row, whole] = [await readDeskRow(db, id, clock.now()), await readWholeVideo(db, id)]
  if (!row || !whole) return undefined
  const names = await versionNames(db)
  const captions: DeskVideo['captions'][number][] = []
  for (const track of whole.tracks) captions.push(await withText(media, track))
  return {
    ...inReply(row),
    changedBy: whole.changed_by,
    fromFolder: whole.from_folder,
    description: whole.description,
    versions: whole.version_ids.map((version) => names.get(version) ?? version),
    chapters: whole.chapters.map(chapterLine),
    code: [...whole.code],
    captions,
    posterUrl: whole.poster_key && pictureAddress(id, whole.poster_key),
    frameUrls: (await readFrames(db, id)).map((key) => pictureAddress(id, key)),
    filmUrl:
      whole.film_key &&
      `${pathOf(adminLibraryCalls.deskFilm.path, { id })}?film=${whole.film_key.slice(0, 16)}`,
    formerIds: await formerIdsOf(db, id),
    deletedAt: whole.deleted_at?.toISOString() ?? null,
  }
}

function pictureAddress(id: string, key: string): string {
  return pathOf(adminLibraryCalls.deskPicture.path, { id, key })
}

/** Sends a poster or a frame of a video to the admin; drafts have no public address of theirs. */
export const showPicture: UseCase<'deskPicture', Pick<LibraryServices, 'database' | 'media'>> = async (
  { database: { db }, media },
  { params: { id, key }, reply },
) => {
  const own = [(await readWholeVideo(db, id))?.poster_key, ...(await readFrames(db, id))]
  const picture = own.includes(key) ? await media.open(key) : undefined
  if (!picture) return new Problem('not-found')
  const bytes = await wholeFile(picture)
  reply.header('cache-control', 'private, max-age=31536000, immutable')
  reply.header('content-type', picture.mimeType).header('content-length', String(picture.size))
  reply.send(bytes)
  return 'sent'
}

/** `GET /api/admin/library/video/{id}/captions/{srclang}`: 404 for a language that it has not. */
export const sendCaptions: UseCase<'deskCaptions', Pick<LibraryServices, 'database' | 'media'>> = async (
  { database: { db }, media },
  { params: { id, srclang }, reply },
) => {
  const track = (await readWholeVideo(db, id))?.tracks.find((one) => one.srclang === srclang)
  if (!track) return new Problem('not-found')
  const { text } = await withText(media, track)
  reply.header('cache-control', 'private, no-store').type('text/vtt; charset=utf-8').send(text)
  return 'sent'
}

/** Returns a video as the transaction of its change leaves it. */
export async function videoWithin(
  trx: Db,
  services: Pick<LibraryServices, 'clock' | 'media'>,
  id: string,
): Promise<DeskVideo> {
  const video = await deskVideo(trx, services, id)
  if (!video) throw new Error(`the video ${id} has gone within its own change`)
  return video
}

/** A file that has gone missing is shown empty, so that another can be stored. */
async function withText(
  media: LibraryServices['media'],
  { key, srclang, label, machine = false }: StoredTrack,
) {
  const file = await media.open(key)
  const text = file ? (await wholeFile(file)).toString() : ''
  return { srclang, label, text, machine }
}

function inReply<Row extends { readonly changedAt: Date | null }>(row: Row) {
  return { ...row, changedAt: row.changedAt?.toISOString() ?? null }
}
