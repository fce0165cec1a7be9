import { lazy, Suspense } from 'react'
import type { Video } from '#contract/library/library.ts'
import { narrowScreen, posterSet, widestCopy } from '#contract/library/poster.ts'

// most films have a poster
const DrawnPoster = lazy(() => import('./drawn-poster.tsx'))

/** The poster of a video or series in the width that the screen needs; a drawn one if it has none. */
export function Poster({
  video,
  sizes,
  first = false,
  className,
  topic,
}: {
  video: Pick<Video, 'title' | 'thumbnailUrl' | 'thumbnailWidths'> & Partial<Pick<Video, 'categoryId'>>
  /** Display width, as the attribute `sizes` of an image; documents preload the same (contract/library/poster.ts). */
  sizes: string
  /** In the first view: fetched at once, with priority. */
  first?: boolean
  className?: string
  /** The name of its category, for a drawn poster. */
  topic?: string | undefined
}) {
  if (!video.thumbnailUrl)
    return (
      <Suspense fallback={<span className="block aspect-video" />}>
        <DrawnPoster
          title={video.title}
          topic={topic}
          topicId={video.categoryId ?? video.title}
          className={className}
        />
      </Suspense>
    )
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

/** Returns a film's poster in the width for this screen. */
export function filmPoster(video: Pick<Video, 'thumbnailUrl' | 'thumbnailWidths'>): string | undefined {
  return (matchMedia(narrowScreen).matches ? widestCopy(video) : undefined) ?? video.thumbnailUrl
}
