import type { Video } from '#contract/library/library.ts'
import { useCards } from './card-context.ts'
import { VideoCard } from './video-card.tsx'

/** Cards of videos; `withCategory` where no heading says what they belong to. */
export function CardList({
  videos,
  withCategory = false,
  className,
}: {
  videos: readonly Video[]
  withCategory?: boolean
  className?: string
}) {
  const { library, viewer, listing, onUnseen } = useCards()
  return (
    <ul className={className}>
      {videos.map((video) => (
        <VideoCard
          key={video.id}
          video={video}
          listing={listing}
          category={withCategory ? library.tree.byId(video.categoryId)?.name : undefined}
          seen={viewer.seen.has(video.id)}
          locked={viewer.locked}
          positionSeconds={viewer.positions.get(video.id) ?? 0}
          onUnseen={onUnseen}
        />
      ))}
    </ul>
  )
}
