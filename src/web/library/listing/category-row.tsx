import type { Category, Video } from '#contract/library/library.ts'
import { categoryHref } from '#contract/pages.ts'
import type { CategorySection } from '#domain/catalogue/listing-groups.ts'
import { m } from '#messages/generated/messages.js'
import { shownTotalDuration } from '#web/library/videos/shown.ts'
import { Icon } from '#web/platform/ui/icon.tsx'
import { Link } from '#web/platform/ui/link.tsx'

/** A category's row: 'no videos' or a count, the duration, and 'all seen' (product.md section 2). */
export function CategoryRow({
  section: { category, path, count, durationSeconds, allSeen },
  depth,
  first = false,
  inline = false,
}: {
  section: CategorySection<Video, Category>
  depth: number
  /** At the top of the listing. */
  first?: boolean
  /** Above the category's first card, in a row with others. */
  inline?: boolean
}) {
  const Heading = (['h2', 'h3', 'h4', 'h5'] as const)[depth] ?? 'h6'
  return (
    <div className={`flex flex-wrap items-baseline gap-x-3 ${inline ? '' : rowClass(depth, first)}`}>
      <Heading className={depth === 0 && !inline ? '' : 'text-[0.9375rem] font-medium tracking-normal'}>
        <Link
          to={categoryHref(path.map(({ urlKey }) => urlKey))}
          className="underline-offset-4 hover:underline"
        >
          <bdi>{category.name}</bdi>
        </Link>
      </Heading>
      <p className="flex items-center gap-x-1.5 text-[0.8125rem] text-muted">
        {count === 0 ? (
          m.category_without_videos()
        ) : (
          <>
            {m.video_count({ count })}
            <span aria-hidden>·</span>
            {shownTotalDuration(durationSeconds)}
          </>
        )}
        {allSeen ? (
          <span className="ml-1 inline-flex items-center gap-1 font-medium text-accent">
            <Icon name="check" className="size-3.5" />
            {m.category_all_seen()}
          </span>
        ) : null}
      </p>
    </div>
  )
}

function rowClass(depth: number, first: boolean): string {
  if (depth > 0) return 'mb-4 border-b border-line pt-2 pb-2'
  return first ? 'pb-4' : 'pt-10 pb-4'
}
