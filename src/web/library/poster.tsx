import type { Video } from '#contract/library/library.ts'
import { narrowScreen, posterSet, widestCopy } from '#contract/library/poster.ts'

/** A video's poster in the width that the screen needs; nothing where it has none. */
export function Poster({
  video,
  sizes,
  first = false,
  className,
}: {
  video: Pick<Video, 'thumbnailUrl' | 'thumbnailWidths'>
  /** How wide it is shown, as the attribute of a picture says it; documents preload the same (contract/library/poster.ts). */
  sizes: string
  /** In the first view: fetched at once and before others. */
  first?: boolean
  className?: string
}) {
  if (!video.thumbnailUrl) return null
  const srcSet = posterSet(video)
  return (
    <img
      {...(srcSet !== undefined && { srcSet, sizes })}
      src={video.thumbnailUrl}
      alt=""
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      decoding="async"
      width={640}
      height={360}
      className={className}
    />
  )
}

/** The poster of a film, for the width of this screen. */
export function filmPoster(video: Pick<Video, 'thumbnailUrl' | 'thumbnailWidths'>): string | undefined {
  return (matchMedia(narrowScreen).matches ? widestCopy(video) : undefined) ?? video.thumbnailUrl
}
