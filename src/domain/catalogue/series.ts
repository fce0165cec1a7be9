/** How much a series expects of those who watch it, the least first. */
export const levels = ['beginner', 'intermediate', 'advanced'] as const
export type Level = (typeof levels)[number]

export function isLevel(value: unknown): value is Level {
  return levels.some((level) => level === value)
}

/** What order and progress need of a series: ids of its videos in teaching order. */
type TaughtSeries = { readonly videoIds: readonly string[] }

/** How far a viewer is in a series: how many of its videos they have seen, and the first one that they have not. */
export function progressIn(
  { videoIds }: TaughtSeries,
  seen: ReadonlySet<string>,
): { readonly seen: number; readonly total: number; readonly nextId: string | undefined } {
  return {
    seen: videoIds.filter((id) => seen.has(id)).length,
    total: videoIds.length,
    nextId: videoIds.find((id) => !seen.has(id)),
  }
}

/**
 * The series in which a video is watched: the one that the viewer came from, if the video belongs to it; else the first
 * of the list that it belongs to.
 */
export function seriesOf<S extends TaughtSeries & { readonly urlKey: string }>(
  list: readonly S[],
  videoId: string,
  cameFrom?: string,
): S | undefined {
  const holding = list.filter(({ videoIds }) => videoIds.includes(videoId))
  return holding.find(({ urlKey }) => urlKey === cameFrom) ?? holding[0]
}
