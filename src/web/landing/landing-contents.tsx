import type { Category } from '#contract/library/library.ts'
import { categoryHref, href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { shownTotalDuration } from '#web/library/shown.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Link } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { LandingLibrary } from './landing-library.ts'

/** What the trainer teaches: the library's table of contents. */
export function LandingContents({ library }: { library: LandingLibrary | undefined }) {
  const rows = library?.tree.roots
    .map((category) => rowOf(library, category))
    .filter(({ count }) => count > 0)
  return (
    <section aria-labelledby="contents" className="card self-start overflow-hidden">
      <h2 id="contents" className="border-b border-line px-5 py-3 text-sm font-medium tracking-normal">
        {m.landing_contents()}
      </h2>
      {rows?.length === 0 ? (
        <p className="px-5 py-6 text-sm text-muted">{m.landing_empty()}</p>
      ) : (
        <ul>{rows ? rows.map((row) => <Row key={row.category.id} {...row} />) : <WaitingRows />}</ul>
      )}
      <Link
        to={href('content')}
        className="group flex items-center justify-between bg-raised px-5 py-3 text-sm font-medium hover:text-accent"
      >
        {m.landing_contents_all()}
        <Icon name="arrow-right" className="size-4 transition-[translate] group-hover:translate-x-0.5" />
      </Link>
    </section>
  )
}

type ContentsRow = { category: Category; below: string; count: number; durationSeconds: number }

function Row({ category, below, count, durationSeconds }: ContentsRow) {
  return (
    <li className="relative border-b border-line px-5 py-3 hover:bg-raised">
      <div className="flex items-baseline justify-between gap-4">
        <Link
          to={categoryHref([category.urlKey])}
          className="font-medium tracking-[-0.006em] after:absolute after:inset-0"
        >
          {category.name}
        </Link>
        <span className="num shrink-0 text-muted">{shownTotalDuration(durationSeconds)}</span>
      </div>
      <div className="mt-0.5 flex items-baseline justify-between gap-4 text-[0.8125rem] text-muted">
        <span className="sm:truncate">{below}</span>
        <span className="shrink-0">{m.video_count({ count })}</span>
      </div>
    </li>
  )
}

function WaitingRows() {
  return Array.from({ length: 4 }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: shapes without content
    <li key={index} className="border-b border-line px-5 py-3">
      <Skeleton className="my-1 h-4 w-36" />
      <Skeleton className="my-1.5 h-3 w-52" />
    </li>
  ))
}

function rowOf({ tree, videos }: LandingLibrary, category: Category): ContentsRow {
  const within = tree.within(category.id)
  const children = tree.childrenOf(category.id)
  const inside = videos.filter(({ categoryId }) => within.has(categoryId))
  return {
    category,
    below:
      children.length > 0 ? children.map(({ name }) => name).join(', ') : firstLine(category.description),
    count: inside.length,
    durationSeconds: inside.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0),
  }
}

/** The beginning of a Markdown text, without its markup. */
function firstLine(markdown = ''): string {
  return (markdown.trim().split('\n')[0] ?? '').replace(/[*_`]/g, '')
}
