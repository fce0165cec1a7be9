import type { LibraryServices } from '#server/library/catalogue/library.ts'
import type { VideoMedia } from '#server/library/catalogue/listed-catalogue.ts'

/** The public video files. */
export type FreeFilms = {
  /** Returns whether a listed video is free, and the file is a current one of its film or one replaced within a day. */
  has(videoId: string, filmKey: string): boolean
}

/** The files of a film, in each size. */
function keysOf(media: VideoMedia | undefined): string[] {
  return [media?.filmKey, media?.smallFilmKey].filter((key) => key !== undefined)
}

/** Longer than any viewing; replaced files are kept for some days (decisions/050-playback-grants.md). */
const keptMs = 24 * 3_600_000

/**
 * Tracks the files of free videos, and for a day those replaced while this process ran, so that a viewing in progress
 * can be completed.
 */
export function knowFreeFilms({ clock, library }: Pick<LibraryServices, 'clock' | 'library'>): FreeFilms {
  const replaced = new Map<string, number>()
  const nameOf = (videoId: string, filmKey: string) => `${videoId} ${filmKey}`
  const isKept = (atMs = Number.NEGATIVE_INFINITY) => clock.real().getTime() - atMs < keptMs
  let { catalogue } = library
  library.onChange(() => {
    for (const [name, atMs] of replaced) if (!isKept(atMs)) replaced.delete(name)
    for (const { id, free } of catalogue.videos) {
      // a subscribers' file stays private when its video becomes free with another one
      if (!free) continue
      for (const key of keysOf(catalogue.media.get(id)))
        if (!keysOf(library.stored(id)).includes(key)) replaced.set(nameOf(id, key), clock.real().getTime())
    }
    catalogue = library.catalogue
  })
  return {
    has: (videoId, filmKey) =>
      library.video(videoId)?.free === true &&
      (keysOf(library.stored(videoId)).includes(filmKey) || isKept(replaced.get(nameOf(videoId, filmKey)))),
  }
}
