import { Fragment } from 'react'
import type { Category } from '#contract/library/library.ts'
import { categoryHref } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { Link } from '#web/platform/ui/link.tsx'

/** The path from the listing down to the category. */
export function Breadcrumb({
  listing,
  listingName,
  path,
  className = '',
}: {
  /** URL of the first step. */
  listing: string
  /** Name of the listing, if it is not all videos. */
  listingName?: string | undefined
  path: readonly Category[]
  className?: string
}) {
  return (
    <nav aria-label={m.breadcrumb()} className={`text-[0.8125rem] text-muted ${className}`}>
      <ol className="flex flex-wrap items-center gap-x-1.5">
        <li>
          <Link to={listing} className="breadcrumb-link">
            <bdi>{listingName ?? m.all_videos()}</bdi>
          </Link>
        </li>
        {path.map((category, depth) => (
          <Fragment key={category.id}>
            <li aria-hidden>/</li>
            <li>
              <Link
                to={categoryHref(path.slice(0, depth + 1).map(({ urlKey }) => urlKey))}
                className="breadcrumb-link"
              >
                <bdi>{category.name}</bdi>
              </Link>
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  )
}
