import type { TranscriptHit, Video } from '#contract/library/library.ts'
import { href } from '#contract/pages.ts'
import { minutesAndSeconds } from '#domain/durations.ts'
import { m } from '#messages/generated/messages.js'
import type { ReturnPath } from '#web/library/videos/return-path.ts'
import { Link } from '#web/platform/ui/link.tsx'
import { Marked } from './match-reason.tsx'

type SaidInFilmsProps = {
  /** Films with matches, in their order. */
  videos: readonly Video[]
  hits: readonly TranscriptHit[]
  /** URL of the listing. */
  listing: string
  /** Whether the listing has no results of its own. */
  alone: boolean
}

/** Matches in transcripts, below the listing's own results or alone. */
export default function SaidInFilms({ videos, hits, listing, alone }: SaidInFilmsProps) {
  const moments = new Map(hits.map((hit) => [hit.videoId, hit.moments]))
  return (
    <section aria-labelledby="said" className={alone ? undefined : 'border-t border-line pt-8'}>
      <h2 id="said" className="pb-4">
        {m.said_in_films()}
      </h2>
      <ul className="grid gap-6">
        {videos.map((video) => (
          <Film key={video.id} video={video} moments={moments.get(video.id) ?? []} state={{ listing }} />
        ))}
      </ul>
    </section>
  )
}

type FilmProps = {
  video: Video
  moments: TranscriptHit['moments']
  state: ReturnPath
}

function Film({ video, moments, state }: FilmProps) {
  return (
    <li>
      <p className="font-medium">
        <bdi>{video.title}</bdi>
      </p>
      <ul className="mt-1.5 grid gap-1 text-sm">
        {moments.map(({ startSeconds, snippet }) => {
          const second = Math.floor(startSeconds)
          return (
            <li key={startSeconds}>
              <Link
                to={href('video', { id: video.id }, { t: String(second) })}
                state={state}
                className="flex gap-3 py-0.5 text-muted hover:text-ink"
              >
                <span className="num link">{minutesAndSeconds(second)}</span>
                {snippet ? (
                  <span>
                    <Marked pieces={snippet} />
                  </span>
                ) : (
                  <span>{m.said_for_subscribers()}</span>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </li>
  )
}
