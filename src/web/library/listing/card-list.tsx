import type { ReactNode } from 'react'
import type { Video } from '#contract/library/library.ts'
import { useCards } from './card-context.ts'
import { VideoCard } from './video-card.tsx'

/** Cards of videos. `withCategory`: cards show their category. */
export function CardList({
  videos,
  withCategory = false,
  headAt,
  className,
}: {
  videos: readonly Video[]
  withCategory?: boolean
  /** Heading above a card that begins a group. */
  headAt?: (n: number) => ReactNode
  className?: string
}) {
  const { library, viewer, listing, view, found, first, onUnseen } = useCards()
  return (
    <ul className={className}>
      {videos.map((video, n) => (
        <li key={video.id} className="cell">
          {headAt ? <div className="cell-head">{headAt(n)}</div> : null}
          <VideoCard
            video={video}
            listing={listing}
            found={found}
            withText={view === 'list'}
            topic={video.thumbnailUrl ? undefined : library.tree.byId(video.categoryId)?.name}
            category={withCategory ? library.tree.byId(video.categoryId)?.name : undefined}
            seen={viewer.seen.has(video.id)}
            locked={viewer.locked}
            positionSeconds={viewer.positions.get(video.id) ?? 0}
            first={first.has(video.id)}
            onUnseen={onUnseen}
          />
        </li>
      ))}
    </ul>
  )
}
