import type { LibraryServices } from '#server/library/catalogue/library.ts'

/** The public video files. */
export type FreeFilms = {
  /** Returns whether a listed video is free, and the file is its current one or one replaced within a day. */
  has(videoId: string, filmKey: string): boolean
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
      const filmKey = catalogue.media.get(id)?.filmKey
      // a subscribers' file stays private when its video becomes free with another one
      if (free && filmKey !== undefined && library.stored(id)?.filmKey !== filmKey)
        replaced.set(nameOf(id, filmKey), clock.real().getTime())
    }
    catalogue = library.catalogue
  })
  return {
    has: (videoId, filmKey) =>
      library.video(videoId)?.free === true &&
      (library.stored(videoId)?.filmKey === filmKey || isKept(replaced.get(nameOf(videoId, filmKey)))),
  }
}
