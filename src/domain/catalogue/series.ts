/** Difficulty of a series, ascending. */
export const levels = ['beginner', 'intermediate', 'advanced'] as const
export type Level = (typeof levels)[number]

export function isLevel(value: unknown): value is Level {
  return levels.some((level) => level === value)
}

/** The fields of a series that order and progress need: IDs of its videos in teaching order. */
type TaughtSeries = { readonly videoIds: readonly string[] }

/** Returns a viewer's progress in a series: number of seen videos, and the first unseen one. */
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
 * Returns the series in which a video is watched: the one the viewer came from, if it has the video; otherwise the first
 * that has it.
 */
export function seriesOf<S extends TaughtSeries & { readonly urlKey: string }>(
  list: readonly S[],
  videoId: string,
  cameFrom?: string,
): S | undefined {
  const holding = list.filter(({ videoIds }) => videoIds.includes(videoId))
  return holding.find(({ urlKey }) => urlKey === cameFrom) ?? holding[0]
}
