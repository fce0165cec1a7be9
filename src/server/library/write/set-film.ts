import { readFormerIds } from '#server/library/former-videos/former-video.store.ts'
import { insertStoryboard } from '#server/library/storyboards/storyboard.store.ts'
import type { StoredStoryboard } from '#server/platform/database/library-tables.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { lockCatalogue, nextRevision } from './catalogue.store.ts'
import type { When } from './kept-version.store.ts'
import { readWholeVideo, updateVideo } from './video-write.store.ts'

/** A film as processed: keys of stored media, whole seconds, and the storyboard that was made of it. */
export type NewFilm = {
  readonly videoId: string
  readonly filmKey: string
  /** Null where there is no smaller file. */
  readonly smallFilmKey: string | null
  readonly durationSeconds: number
  readonly storyboard: StoredStoryboard | undefined
  /** The user at the desk who sent the film. */
  readonly userId: string
}

/**
 * Gives a video a film under its next version, which keeps the former film, and notifies every process. A storyboard of
 * the author goes with the former film. Playbacks that are open read on what they were opened with. Nothing happens for an
 * unknown video.
 */
export async function setFilm(
  trx: Trx,
  { videoId, filmKey, smallFilmKey, durationSeconds, storyboard, userId }: NewFilm,
  when: When,
): Promise<void> {
  await lockCatalogue(trx)
  // its address may have changed since the film was sent
  const id = (await readFormerIds(trx)).get(videoId) ?? videoId
  const before = await readWholeVideo(trx, id)
  if (!before) return
  const film = {
    film_key: filmKey,
    small_film_key: smallFilmKey,
    duration_seconds: durationSeconds,
    storyboard: null,
  }
  await updateVideo(trx, before, film, { by: 'desk', userId }, when)
  if (storyboard) await insertStoryboard(trx, filmKey, storyboard)
  await nextRevision(trx, when.now)
}
