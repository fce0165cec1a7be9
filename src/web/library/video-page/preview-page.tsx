import { useQuery } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { deskHref } from '#contract/desk/desk-pages.ts'
import { type Preview, previewCalls } from '#contract/library/preview-calls.ts'
import { shownCode } from '#domain/catalogue/code-files.ts'
import { minutesAndSeconds } from '#domain/durations.ts'
import { m } from '#messages/generated/messages.js'
import { FormattedText } from '#web/library/videos/formatted-text.tsx'
import { shownDay } from '#web/library/videos/shown.ts'
import { NotFound } from '#web/platform/layout/not-found.tsx'
import { usePageTitle } from '#web/platform/layout/page-title.ts'
import { CallProblem } from '#web/platform/site/api.ts'
import { read } from '#web/platform/site/queries.ts'
import { useParams } from '#web/platform/site/router.tsx'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { FailedRead } from '#web/platform/ui/failed-read.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { Skeleton } from '#web/platform/ui/skeleton.tsx'
import './preview-page.css'

/** The preview of a draft or planned video, by its address alone. */
export function Component() {
  const { key = '' } = useParams()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['preview', key],
    queryFn: ({ signal }) => read(previewCalls.openPreview, { params: { key }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const code = error instanceof CallProblem ? error.code : undefined
  if (code === 'not-found' || code === 'invalid') return <NotFound />
  if (error && !data) {
    const said = code === 'too-many-streams' ? new Error(m.preview_busy()) : error
    return (
      <div className="preview">
        <Named title={m.preview_page()} />
        <FailedRead error={said} busy={isFetching} again={() => refetch()} />
      </div>
    )
  }
  if (!data)
    return (
      <div className="preview">
        <Skeleton className="h-8 w-60" />
        <Skeleton className="aspect-video w-full" />
      </div>
    )
  return <Shown preview={data} reopen={() => refetch()} />
}

function Named({ title }: { title: string }) {
  usePageTitle(title)
  return <h1 className="break-words">{title}</h1>
}

function Shown({ preview, reopen }: { preview: Preview; reopen: () => unknown }) {
  const { title, text, film, chapters, code } = preview
  const player = useRef<HTMLVideoElement>(null)
  return (
    <article className="preview">
      <Note preview={preview} />
      <Named title={title} />
      {film ? (
        <Film key={film.url} film={film} player={player} reopen={reopen} />
      ) : (
        <p className="text-muted">{m.preview_no_film()}</p>
      )}
      {text.length > 0 ? (
        <section aria-labelledby="preview-description">
          <h2 id="preview-description" className="pb-2 text-base">
            {m.library_description()}
          </h2>
          <FormattedText text={text} />
        </section>
      ) : null}
      {chapters.length > 0 ? <Chapters chapters={chapters} player={player} /> : null}
      {code.map((file) => (
        <section key={file.name} aria-label={file.name}>
          <h2 className="pb-2 text-base break-words">{file.name}</h2>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keys */}
          <pre tabIndex={0} className="preview-code">
            <code>{shownCode(file.text)}</code>
          </pre>
        </section>
      ))}
    </article>
  )
}

function Note({ preview: { adminOf, planned } }: { preview: Preview }) {
  const [day = '', time] = planned?.split(' ') ?? []
  if (adminOf === undefined)
    return (
      <p className="preview-note">
        <strong>{m.preview_page()}</strong>{' '}
        {planned === null ? m.preview_draft() : m.preview_planned({ day: shownDay(day) })}
      </p>
    )
  return (
    <p className="preview-note">
      <strong className="preview-badge">
        {planned === null
          ? m.preview_badge_draft()
          : m.preview_badge_planned({ time: shownDay(day) + (time === undefined ? '' : `, ${time}`) })}
      </strong>{' '}
      {m.preview_admin_alone()}{' '}
      <Link to={deskHref('adminFilm', { id: adminOf })} className="link">
        {m.preview_edit()}
      </Link>
    </p>
  )
}

type Player = RefObject<HTMLVideoElement | null>

function Chapters({ chapters, player }: { chapters: Preview['chapters']; player: Player }) {
  return (
    <section aria-labelledby="preview-chapters">
      <h2 id="preview-chapters" className="pb-2 text-base">
        {m.player_chapters()}
      </h2>
      <ol className="grid">
        {chapters.map(({ startSeconds, title }) => (
          <li key={startSeconds}>
            <button
              type="button"
              className="preview-chapter"
              onClick={() => {
                if (player.current) player.current.currentTime = startSeconds
              }}
            >
              <span className="num text-muted">{minutesAndSeconds(startSeconds)}</span> <span>{title}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

type FilmProps = {
  film: NonNullable<Preview['film']>
  player: Player
  reopen: () => unknown
}

/** The browser's own controls: what only a few reviewers open has no need of the player's code. */
function Film({ film: { url, poster, tracks }, player, reopen }: FilmProps) {
  const [isBroken, setBroken] = useState(false)
  return (
    <>
      <video
        ref={player}
        controls
        playsInline
        preload="metadata"
        className="preview-film"
        src={url}
        {...(poster !== undefined && { poster })}
        onError={() => setBroken(true)}
      >
        {tracks.map(({ kind, src, srclang, label, default: isDefault }) => (
          <track key={src} {...{ kind, src, srclang, label }} default={isDefault} />
        ))}
      </video>
      {isBroken ? (
        <div className="grid justify-items-start gap-3">
          <Alert>{m.video_load_failure()}</Alert>
          <Button onClick={reopen}>{m.try_again()}</Button>
        </div>
      ) : null}
    </>
  )
}
