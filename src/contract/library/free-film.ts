/**
 * Returns where everybody can fetch the film of a free video, without a playback grant (decisions/050-playback-grants.md). It
 * names the stored film, so that a viewer who has begun to watch goes on with the same one.
 */
export function freeFilmAddress(videoId: string, filmKey: string): string {
  return `${freeFilms(videoId)}${filmKey}`
}

/** Returns whether an address is that of a free video's film, the one of now or a former one. */
export function isFreeFilmOf(videoId: string, address: string | null): boolean {
  return address?.startsWith(freeFilms(videoId)) ?? false
}

function freeFilms(videoId: string): string {
  return `/media/free/${videoId}/`
}
