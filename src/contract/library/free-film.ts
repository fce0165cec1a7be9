/**
 * Returns the public address of a free video's film, which needs no playback grant (decisions/050-playback-grants.md). It
 * names the stored film, so that viewers who have begun keep the same file after a replacement.
 */
export function freeFilmAddress(videoId: string, filmKey: string): string {
  return `${freeFilms(videoId)}${filmKey}`
}

/** Returns whether an address is that of a free video's film, current or former. */
export function isFreeFilmOf(videoId: string, address: string | null): boolean {
  return address?.startsWith(freeFilms(videoId)) ?? false
}

function freeFilms(videoId: string): string {
  return `/media/free/${videoId}/`
}
