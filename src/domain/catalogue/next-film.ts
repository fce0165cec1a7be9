type Film = { readonly id: string }

/**
 * The film that comes next for somebody: the first one that they have not viewed after their last in its series, else the
 * first of any series, else the newest; undefined where they have viewed all.
 * @param viewed ids of what they have viewed, the last one first
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
