import type { CaptionsRefusal } from '#domain/films/captions-refusal.ts'
import { captionsLanguage } from '#server/library/catalogue-files/read-captions.ts'
import { readFormerIds } from '#server/library/former-videos/former-video.store.ts'
import type { StoredTrack, Trx } from '#server/platform/database/tables.ts'
import { lockCatalogue, nextRevision } from './catalogue.store.ts'
import type { When } from './kept-version.store.ts'
import { readWholeVideo, updateVideo } from './video-write.store.ts'

/** Captions that a machine made of a film: `key` names them in the media store, `filmKey` that film. */
export type MadeCaptions = {
  readonly videoId: string
  readonly filmKey: string
  readonly srclang: string
  readonly key: string
  /** The user at the desk who asked for them. */
  readonly userId: string
}

/**
 * Gives a video captions by machine under its next version, in place of former ones by machine, and notifies every process.
 * Returns why it does not, before the first write: the film is another one by now, or a person has captioned it.
 */
export async function setCaptions(
  trx: Trx,
  { videoId, filmKey, srclang, key, userId }: MadeCaptions,
  when: When,
): Promise<CaptionsRefusal | undefined> {
  await lockCatalogue(trx)
  const id = (await readFormerIds(trx)).get(videoId) ?? videoId
  const before = await readWholeVideo(trx, id)
  const language = captionsLanguage(srclang)
  if (!before || !language) return 'no-film'
  if (before.film_key !== filmKey) return 'film-replaced'
  if (isCaptionedByHand(before.tracks, srclang)) return 'captions-there'
  const track = { kind: 'captions', key, ...language, machine: true } as const
  const place = before.tracks.findIndex((other) => other.srclang === srclang)
  const tracks = place < 0 ? [...before.tracks, track] : before.tracks.with(place, track)
  await updateVideo(trx, before, { tracks }, { by: 'desk', userId }, when)
  await nextRevision(trx, when.now)
  return undefined
}

/** Whether a person made the captions of a language, or has looked through them. */
export function isCaptionedByHand(tracks: readonly StoredTrack[], srclang: string): boolean {
  return tracks.some((track) => track.srclang === srclang && !track.machine)
}
