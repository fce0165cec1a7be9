import { m } from '#messages/generated/messages.js'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The listing's shape while it is loading, in the size of the real one. */
export function ListingSkeleton() {
  return (
    <div className="listing" role="status">
      <span className="sr-only">{m.loading()}</span>
      <ul className="card-grid" aria-hidden>
        {Array.from({ length: 8 }, (_, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: shapes have nothing else to be told apart by
          <li key={n} className="video-card">
            <div className="video-card-poster skeleton" />
            <div className="grid gap-2.5 px-3.5 pt-4 pb-4">
              <Skeleton className="h-4 w-4/5" />
              <Skeleton className="h-3 w-3/5" />
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
