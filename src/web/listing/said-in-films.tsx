import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { TranscriptHit, Video } from '#contract/library/library.ts'
import { href } from '#contract/pages.ts'
import { minutesAndSeconds } from '#domain/durations.ts'
import { m } from '#messages/generated/messages.js'
import type { Library } from '#web/library/library.ts'
import type { ReturnPath } from '#web/library/return-path.ts'
import { transcriptsQuery } from '#web/site/queries.ts'
import { Link } from '#web/ui/link.tsx'
import { Marked } from './match-reason.tsx'

/** How long nothing is typed before the server is asked, in milliseconds. */
const restMs = 300

/** Where in the films the searched words are said, below what the listing finds by itself. */
export default function SaidInFilms({
  search,
  library,
  listing,
}: {
  search: string
  library: Library
  /** Address of the listing that it stands below. */
  listing: string
}) {
  const asked = useRested(search.trim().slice(0, 100))
  const { data } = useQuery({ ...transcriptsQuery(asked), enabled: asked.length > 1 })
  const hits = (data?.hits ?? []).flatMap((hit) => {
    const video = library.byId.get(hit.videoId)
    return video ? [{ hit, video }] : []
  })
  if (hits.length === 0) return null
  return (
    <section aria-labelledby="said" className="border-t border-line pt-8">
      <h2 id="said" className="pb-4">
        {m.said_in_films()}
      </h2>
      <ul className="grid gap-6">
        {hits.map(({ hit, video }) => (
          <Film key={video.id} video={video} moments={hit.moments} state={{ listing }} />
        ))}
      </ul>
    </section>
  )
}

function Film({
  video,
  moments,
  state,
}: {
  video: Video
  moments: TranscriptHit['moments']
  state: ReturnPath
}) {
  return (
    <li>
      <p className="font-medium">{video.title}</p>
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

/** The text, once it has not changed for a moment. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(setRested, restMs, text)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
