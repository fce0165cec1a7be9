import { useEffect, useRef } from 'react'
import type { Series } from '#contract/library/library.ts'
import { href } from '#contract/pages.ts'
import { progressIn } from '#domain/catalogue/series.ts'
import { m } from '#messages/generated/messages.js'
import { seriesVideos } from '#web/library/series/series-facts.ts'
import { SeriesFilms } from '#web/library/series/series-films.tsx'
import type { Library } from '#web/library/videos/library.ts'
import type { LibraryViewer } from '#web/library/videos/viewing.ts'
import { Link } from '#web/platform/ui/link.tsx'

type SeriesBesideProps = {
  series: Series
  library: Library
  viewer: LibraryViewer
  currentId: string
}

/** The series being watched, scrolled to the film. */
export function SeriesBeside({ series, library, viewer, currentId }: SeriesBesideProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // scrolls the list only: scrollIntoView would scroll the page as well
    const current = box.current?.querySelector<HTMLElement>(`a[href="${href('video', { id: currentId })}"]`)
    if (box.current && current) box.current.scrollTop = current.offsetTop - box.current.clientHeight / 3
  }, [currentId])
  const { seen, total } = progressIn(series, viewer.seen)
  return (
    <section aria-label={m.series_of({ title: series.title })} className="transcript">
      <p className="border-b border-line px-4 py-2.5 text-sm">
        <Link to={href('series', { urlKey: series.urlKey })} className="link font-medium">
          <bdi>{series.title}</bdi>
        </Link>
        {viewer.session ? (
          <span className="caption block font-normal">{m.series_progress({ seen, total })}</span>
        ) : null}
      </p>
      <div ref={box} className="transcript-lines">
        <SeriesFilms {...{ series, viewer, currentId }} videos={seriesVideos(series, library)} />
      </div>
    </section>
  )
}
