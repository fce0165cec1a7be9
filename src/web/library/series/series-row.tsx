import { cardSizes } from '#contract/library/poster.ts'
import { href } from '#contract/pages.ts'
import { progressIn } from '#domain/catalogue/series.ts'
import { m } from '#messages/generated/messages.js'
import type { Library } from '#web/library/videos/library.ts'
import { Poster } from '#web/library/videos/poster.tsx'
import type { LibraryViewer } from '#web/library/videos/viewing.ts'
import { Link } from '#web/platform/ui/link.tsx'
import { seriesFacts, seriesVideos } from './series-facts.ts'

/** The library's series as a row of cards. Empty without series. */
export function SeriesRow({ library, viewer }: { library: Library; viewer: LibraryViewer }) {
  if (library.series.length === 0) return null
  return (
    <section aria-labelledby="series" className="border-b border-line pb-8">
      <h2 id="series" className="pb-4">
        {m.series()}
      </h2>
      <ul className="card-grid card-row">
        {library.series.map((series) => {
          const { seen, total } = progressIn(series, viewer.seen)
          const videos = seriesVideos(series, library)
          return (
            <li key={series.urlKey} className="video-card">
              <div className="video-card-poster">
                <Poster video={series} sizes={cardSizes} />
                {seen > 0 ? (
                  <>
                    <span className="video-card-chip absolute right-2 bottom-2">
                      {m.series_progress({ seen, total })}
                    </span>
                    <span aria-hidden className="video-card-progress">
                      <span style={{ inlineSize: `${(seen / total) * 100}%` }} />
                    </span>
                  </>
                ) : null}
              </div>
              <div className="px-3.5 pt-3 pb-3.5">
                <p className="line-clamp-2 text-[0.9375rem] leading-snug font-medium tracking-[-0.006em]">
                  <Link to={href('series', { urlKey: series.urlKey })} className="video-card-link">
                    <bdi>{series.title}</bdi>
                  </Link>
                </p>
                <p className="caption mt-1.5 font-normal">
                  {/* the duration is unknown until all its videos have arrived */}
                  {videos.length < total ? '\u00a0' : seriesFacts(series, videos)}
                </p>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
