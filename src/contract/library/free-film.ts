/** Where everybody can fetch the film of a free video, without a playback grant (decisions/050-playback-grants.md). */
export function freeFilmAddress(videoId: string): string {
  return `/media/free/${videoId}/film.mp4`
}
