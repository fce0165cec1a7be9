type Film = { readonly id: string }

/**
 * Returns the next film for a viewer: the first unviewed one after their last in its series, otherwise of any series,
 * otherwise the newest; undefined if all are viewed.
 * @param viewed IDs of viewed videos, the last one first
 */
export function nextFilm<Video extends Film>(
  {
    videos,
    series,
  }: { videos: readonly Video[]; series: readonly { readonly videoIds: readonly string[] }[] },
  viewed: readonly string[],
): Video | undefined {
  const seen = new Set(viewed)
  const [last] = viewed
  const following = series
    .filter(({ videoIds }) => last !== undefined && videoIds.includes(last))
    .flatMap(({ videoIds }) => videoIds.slice(videoIds.indexOf(last as string) + 1))
  const wanted = [
    ...following,
    ...series.flatMap(({ videoIds }) => videoIds),
    ...videos.map(({ id }) => id),
  ].find((id) => !seen.has(id))
  return videos.find(({ id }) => id === wanted)
}
