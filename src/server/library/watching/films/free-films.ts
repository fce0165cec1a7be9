import type { LibraryServices } from '#server/library/catalogue/library.ts'

/** Which films everybody may fetch. */
export type FreeFilms = {
  /** Whether a listed video is free, and the film is its own or the one that it had until a day ago at most. */
  has(videoId: string, filmKey: string): boolean
}

/** Nobody watches a film for longer; its file stays some days (decisions/050-playback-grants.md). */
const keptMs = 24 * 3_600_000

/**
 * Knows the films of free videos, and for a day also those that were replaced while this process ran: whoever has begun to watch one
 * can watch it to its end.
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
      // what only subscribers could watch is nobody else's when its video becomes free with another film
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
