import { keepContent } from '#server/library/unused-media/keep-media.ts'
import type { StoredTrack } from '#server/platform/database/tables.ts'
import type { Services } from '#server/platform/services/services.ts'
import type { CheckedCaptions } from './check-captions.ts'

/** Stores captions in the media store; returns the tracks of the video. Not inside a transaction, as `keepMedia`. */
export async function storeCaptions(
  services: Pick<Services, 'database' | 'media'>,
  captions: readonly CheckedCaptions[],
): Promise<StoredTrack[] | 'no-space'> {
  const tracks: StoredTrack[] = []
  for (const one of captions) {
    if ('key' in one) {
      tracks.push(one)
      continue
    }
    const { srclang, label, served } = one
    const stored = await keepContent(services, served, 'vtt')
    if ('refused' in stored) {
      if (stored.refused === 'no-space') return 'no-space'
      throw new Error(`captions cannot be stored: ${stored.refused}`)
    }
    tracks.push({ kind: 'captions', key: stored.key, srclang, label })
  }
  return tracks
}
