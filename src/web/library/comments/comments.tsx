import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { href } from '#contract/pages.ts'
import type { SiteConfig } from '#contract/site/site.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { isLoadedHere } from '#web/platform/site/loaded-here.ts'
import { useLocation } from '#web/platform/site/router.tsx'
import { useConfig } from '#web/platform/site/site.ts'
import { isFirstEntry, loadOwnDocument } from '#web/platform/site/site-history.ts'
import { Alert } from '#web/platform/ui/alert.tsx'
import { Button } from '#web/platform/ui/button.tsx'
import { Spinner } from '#web/platform/ui/spinner.tsx'
import { useDark } from '#web/platform/ui/use-dark.ts'
import { type AskedComments, asksForComments } from './asked-comments.ts'
import { disqus } from './disqus.ts'
import type { Embed, Thread } from './embed.ts'
import { giscus } from './giscus.ts'
import { isso } from './isso.ts'
import { remark42 } from './remark42.ts'

type Supplied = Exclude<SiteConfig['comments'], { provider: 'none' }>
type Props = { videoId: string; title: string }

/** Comments on a video, by the site's comment service. Nothing is loaded before the viewer asks for it. */
export default function Comments({ videoId, title }: Props) {
  const { comments } = useConfig()
  if (comments.provider === 'none') return <p className="text-muted">{m.no_comments()}</p>
  return <Supplied key={videoId} comments={comments} videoId={videoId} title={title} />
}

function Supplied({ comments, ...video }: Props & { comments: Supplied }) {
  const { state } = useLocation()
  // requested in the previous document
  const [asked, setAsked] = useState(() => asksForComments(state) && isLoadedHere())
  const [attempt, setAttempt] = useState(1)
  const ask = () => {
    // another page's document does not allow the service, and going back must not pass through a document with its
    // script
    if (isLoadedHere() && isFirstEntry()) return setAsked(true)
    const left = { ...(state as object | null), comments: true } satisfies AskedComments
    loadOwnDocument(left, playingOn())
  }
  if (asked)
    return (
      <Shown
        key={attempt}
        comments={comments}
        {...video}
        onAgain={() => setAttempt((former) => former + 1)}
      />
    )
  return (
    <div className="grid justify-items-start gap-3">
      <p className="max-w-prose text-muted">{m.comments_lead({ service: serviceOf(comments) })}</p>
      <p className="max-w-prose text-muted">{m.comments_script()}</p>
      <Button onClick={ask}>{m.comments_load()}</Button>
    </div>
  )
}

/** Returns the query that continues a playing film in the next document. */
function playingOn(): string | undefined {
  const film = document.querySelector('video')
  return film && !film.paused ? `?autoplay&t=${Math.floor(film.currentTime)}` : undefined
}

function Shown({ comments, videoId, title, onAgain }: Props & { comments: Supplied; onAgain: () => void }) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const place = useRef<HTMLDivElement>(null)
  const theme = useDark() ? 'dark' : 'light'
  const drawn = useRef<{ embed: Embed; thread: Thread }>(undefined)

  const draw = useEffectEvent((element: HTMLElement) => {
    const embed = embedOf(comments)
    const address = location.origin + href('video', { id: videoId })
    const thread = { place: element, videoId, title, address, theme, language: getLocale() } as const
    drawn.current = { embed, thread }
    embed.show(thread).then(
      () => drawn.current?.embed === embed && setState('shown'),
      () => drawn.current?.embed === embed && setState('failed'),
    )
  })
  useEffect(() => {
    const { current: outer } = place
    if (!outer) return
    // the service draws into this element; React does not touch its content
    const element = document.createElement('div')
    outer.append(element)
    draw(element)
    return () => {
      drawn.current?.embed.remove?.()
      drawn.current = undefined
      element.remove()
    }
  }, [])
  useEffect(() => {
    const { current } = drawn
    if (current && current.thread.theme !== theme) {
      current.embed.changeTheme?.(current.thread, theme)
      drawn.current = { ...current, thread: { ...current.thread, theme } }
    }
  }, [theme])

  return (
    <>
      {state === 'loading' ? <Spinner label={m.comments_loading()} /> : null}
      {state === 'failed' ? (
        <div className="grid justify-items-start gap-3">
          <Alert>{m.comments_failure()}</Alert>
          <Button onClick={onAgain}>{m.try_again()}</Button>
        </div>
      ) : null}
      <div ref={place} hidden={state === 'failed'} />
    </>
  )
}

function embedOf(comments: Supplied): Embed {
  switch (comments.provider) {
    case 'disqus':
      return disqus(comments.site)
    case 'giscus':
      return giscus(comments.site)
    case 'isso':
      return isso(comments.url)
    case 'remark42':
      return remark42(comments.url, comments.site)
  }
}

/** Returns the service's name or host, which is told to the viewer. */
function serviceOf(comments: Supplied): string {
  if (comments.provider === 'disqus') return 'Disqus (disqus.com)'
  if (comments.provider === 'giscus') return 'giscus (giscus.app)'
  return new URL(comments.url).host
}
