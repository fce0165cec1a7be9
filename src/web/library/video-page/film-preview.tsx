import { useQuery } from '@tanstack/react-query'
import { beginningFor } from '#domain/catalogue/beginning.ts'
import { isoDuration, minutesAndSeconds } from '#domain/durations.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { videoPreviewQuery } from '#web/platform/site/queries.ts'
import { Skeleton } from '#web/platform/ui/skeleton.tsx'

/** Public facts about a locked film: its chapters, the first words spoken, the amount of code. */
export function FilmPreview({
  videoId,
  hasCaptions,
  codeFiles = 0,
}: {
  videoId: string
  /** Reserves space for the first words, so that nothing below moves. */
  hasCaptions: boolean
  codeFiles: number | undefined
}) {
  const { data, isPending } = useQuery({ ...videoPreviewQuery(videoId), retry: false })
  const said = data && beginningFor(data.beginnings, getLocale())
  return (
    <div className="film-preview grid gap-x-12 gap-y-6 pt-6 empty:hidden max-sm:px-4 sm:grid-cols-2">
      {isPending && hasCaptions ? <PreviewSkeleton /> : null}
      {data && data.chapters.length > 0 ? (
        <section>
          <h2 className="pb-2 text-[0.9375rem] tracking-normal">{m.player_chapters()}</h2>
          <ol>
            {data.chapters.map(({ startSeconds, title }) => (
              <li key={startSeconds} className="flex items-baseline gap-3 py-0.5 text-sm">
                <time dateTime={isoDuration(startSeconds)} className="num w-10 text-muted">
                  {minutesAndSeconds(startSeconds)}
                </time>
                <bdi>{title}</bdi>
              </li>
            ))}
          </ol>
        </section>
      ) : null}
      {said ? (
        <section>
          <h2 className="pb-2 text-[0.9375rem] tracking-normal">{m.preview_beginning()}</h2>
          <blockquote lang={said.srclang} className="border-l-2 border-accent pl-4 leading-relaxed">
            {said.text}
          </blockquote>
          <p className="caption mt-2 font-normal">{m.preview_rest()}</p>
        </section>
      ) : null}
      {codeFiles > 0 ? (
        <section>
          <h2 className="pb-2 text-[0.9375rem] tracking-normal">{m.code()}</h2>
          <p className="text-sm">{m.code_locked({ count: codeFiles })}</p>
        </section>
      ) : null}
    </div>
  )
}

/** As tall as a typical preview. */
function PreviewSkeleton() {
  return (
    <>
      {['chapters', 'beginning'].map((part) => (
        <div key={part} aria-hidden className="grid h-34 content-start gap-3 pt-1">
          <Skeleton className="mb-1 h-4 w-28" />
          {['w-11/12', 'w-full', 'w-10/12', 'w-8/12'].map((width) => (
            <Skeleton key={width} className={`h-3.5 ${width}`} />
          ))}
        </div>
      ))}
    </>
  )
}
