import { Play } from 'lucide-react'
import type { Series } from '#contract/library/library.ts'
import { href } from '#contract/pages.ts'
import { progressIn } from '#domain/catalogue/series.ts'
import { m } from '#messages/generated/messages.js'
import { Breadcrumb } from '#web/library/videos/breadcrumb.tsx'
import { Description } from '#web/library/videos/description.tsx'
import { type Library, useLibrary } from '#web/library/videos/library.ts'
import { Poster } from '#web/library/videos/poster.tsx'
import type { ReturnPath } from '#web/library/videos/return-path.ts'
import { type LibraryViewer, useViewer } from '#web/library/videos/viewing.ts'
import { NotFound } from '#web/platform/layout/not-found.tsx'
import { usePageTitle } from '#web/platform/layout/page-title.ts'
import { useParams } from '#web/platform/site/router.tsx'
import { Button, buttonClass } from '#web/platform/ui/button.tsx'
import { EmptyState } from '#web/platform/ui/empty-state.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { Skeleton } from '#web/platform/ui/skeleton.tsx'
import { seriesFacts, seriesVideos } from './series-facts.ts'
import { SeriesFilms } from './series-films.tsx'
import './series-page.css'

/** A series: its text, the viewer's progress, and its films in teaching order, like a table of contents. */
export function Component() {
  const { urlKey } = useParams()
  const loading = useLibrary()
  const viewer = useViewer()
  if (!loading.library) return loading.failed ? <Unavailable onRetry={loading.retry} /> : <SeriesSkeleton />
  if (!viewer.known) return <SeriesSkeleton />
  const series = loading.library.series.find((one) => one.urlKey === urlKey)
  return series ? <SeriesPage {...{ series, viewer }} library={loading.library} /> : <NotFound />
}

type SeriesPageProps = {
  series: Series
  library: Library
  viewer: LibraryViewer
}

function SeriesPage({ series, library, viewer }: SeriesPageProps) {
  usePageTitle(series.title)
  const videos = seriesVideos(series, library)
  return (
    <article className="series-page first-screen">
      <header>
        <Breadcrumb listing={href('content')} path={[]} className="mb-1" />
        <h1>
          <bdi>{series.title}</bdi>
        </h1>
        <p className="mt-2 text-sm text-muted">{seriesFacts(series, videos)}</p>
        <Progress series={series} viewer={viewer} />
        {series.description ? (
          <div className="mt-6">
            <Description source={series.description} text={series.text} />
          </div>
        ) : null}
      </header>
      <Poster video={series} sizes="(max-width: 40rem) 92vw, 40rem" className="series-poster" first />
      <SeriesFilms {...{ series, videos, viewer }} className="series-contents" />
    </article>
  )
}

/** "3 of 7 seen", and a link: 'Start', 'Continue with 4', or from the beginning. */
function Progress({ series, viewer }: { series: Series; viewer: LibraryViewer }) {
  const { seen, total, nextId } = progressIn(series, viewer.seen)
  const id = nextId ?? series.videoIds[0] ?? ''
  const number = series.videoIds.indexOf(id) + 1
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-3">
      <Link
        to={href('video', { id })}
        state={{ listing: href('series', { urlKey: series.urlKey }) } satisfies ReturnPath}
        className={buttonClass({ variant: 'primary', size: 'large' })}
      >
        <Play className="size-4 fill-current" aria-hidden />
        {wayOn(seen, nextId !== undefined, number)}
      </Link>
      {viewer.session ? (
        <p className="flex items-center gap-3 text-sm text-muted">
          <progress className="series-progress" max={total} value={seen} aria-hidden />
          {nextId === undefined ? m.series_done({ total }) : m.series_progress({ seen, total })}
        </p>
      ) : null}
    </div>
  )
}

function wayOn(seen: number, more: boolean, number: number): string {
  if (!more) return m.series_again()
  return seen === 0 ? m.series_start() : m.series_continue({ number })
}

function SeriesSkeleton() {
  return (
    <div role="status" className="first-screen grid max-w-3xl content-start gap-3 pt-5">
      <span className="sr-only">{m.loading()}</span>
      <Skeleton className="h-8 w-80 max-w-full" />
      <Skeleton className="h-4 w-60" />
      <Skeleton className="mt-3 h-11 w-40" />
      <Skeleton className="mt-4 h-80 w-full" />
    </div>
  )
}

function Unavailable({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        title={m.library_failure()}
        action={
          <Button variant="primary" onClick={onRetry}>
            {m.try_again()}
          </Button>
        }
      />
    </div>
  )
}
