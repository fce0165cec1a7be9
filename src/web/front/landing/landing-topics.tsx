import { Fragment, useId } from 'react'
import type { Category, Video } from '#contract/library/library.ts'
import { cardSizes } from '#contract/library/poster.ts'
import { categoryHref, href } from '#contract/pages.ts'
import { m } from '#messages/generated/messages.js'
import { Poster } from '#web/library/videos/poster.tsx'
import { Icon } from '#web/platform/ui/icon.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { Skeleton } from '#web/platform/ui/skeleton.tsx'
import type { LandingLibrary } from './landing-library.ts'

/** The library's topics, each with the poster of its newest video. */
export function LandingTopics({ library }: { library: LandingLibrary | undefined }) {
  // not a fixed id: the operator's text has anchors too
  const id = useId()
  const topics = library && topicsOf(library)
  return (
    <section aria-labelledby={id}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id={id}>{m.landing_contents()}</h2>
        <Link
          to={href('content')}
          className="group flex items-center gap-1.5 py-1 text-sm font-medium hover:text-accent"
        >
          {m.landing_contents_all()}
          <Icon
            name="arrow-right"
            className="size-4 transition-[translate] group-hover:[translate:0.125rem]"
          />
        </Link>
      </div>
      {topics?.length === 0 ? (
        <p className="mt-4 text-muted">{m.landing_empty()}</p>
      ) : (
        <ul className="mt-5 grid gap-3 min-[24rem]:grid-cols-2 sm:gap-4 lg:grid-cols-4">
          {topics ? topics.map((topic) => <Card key={topic.category.id} {...topic} />) : <WaitingCards />}
        </ul>
      )}
    </section>
  )
}

type Topic = { category: Category; shown: Video; below: readonly string[]; count: number }

function Card({ category, shown, below, count }: Topic) {
  return (
    <li className="card relative flex flex-col overflow-hidden hover:border-control">
      <div className="aspect-video border-b border-line bg-raised">
        <Poster video={shown} sizes={cardSizes} className="size-full object-cover" />
      </div>
      <div className="flex flex-1 flex-col gap-1 px-4 py-3">
        <h3 className="text-base">
          <Link
            to={categoryHref([category.urlKey])}
            className="after:absolute after:inset-0 after:rounded-card"
          >
            <bdi>{category.name}</bdi>
          </Link>
        </h3>
        <p className="text-[0.8125rem] text-muted">
          {below.map((text, place) => (
            <Fragment key={text}>
              {place > 0 ? ', ' : ''}
              <bdi>{text}</bdi>
            </Fragment>
          ))}
        </p>
        <p className="caption mt-auto pt-1">{m.video_count({ count })}</p>
      </div>
    </li>
  )
}

function WaitingCards() {
  return Array.from({ length: 4 }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders without content
    <li key={index} className="card overflow-hidden">
      <Skeleton className="aspect-video rounded-none" />
      <Skeleton className="mx-4 my-3 h-14" />
    </li>
  ))
}

/**
 * Returns the topics. Each has the newest video of those with this topic first, if any, because their posters show it.
 */
function topicsOf({ tree, videos }: LandingLibrary): Topic[] {
  return tree.roots.flatMap((category): Topic[] => {
    const within = tree.within(category.id)
    const children = tree.childrenOf(category.id)
    const inside = videos.filter(({ categoryId }) => within.has(categoryId))
    const shown = inside.find(({ categoryId }) => tree.pathTo(categoryId)[0] === category) ?? inside[0]
    if (!shown) return []
    const below = children.length > 0 ? children.map(({ name }) => name) : [firstLine(category.description)]
    return [{ category, shown, below, count: inside.length }]
  })
}

/** Returns the first line of a Markdown text, without its markup. */
export function firstLine(markdown = ''): string {
  return (markdown.trim().split('\n')[0] ?? '').replace(/[*_`]/g, '')
}
