import { Play, RotateCcw } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { m } from '#messages/generated/messages.js'
import { isWriting } from '#web/platform/site/typing.ts'
import { Button, buttonClass } from '#web/platform/ui/button.tsx'
import { Link } from '#web/platform/ui/link.tsx'
import { RichSentence } from '#web/platform/ui/rich-sentence.tsx'
import './end-screen.css'

/** Time to cancel the next video, in seconds. */
const nextAfterSeconds = 5

type EndScreenProps = {
  next: { readonly title: string; readonly poster?: string | undefined } | undefined
  /** The viewer may not watch it: there is no countdown, and the link leads to its page, which gives the reason. */
  nextLocked: boolean
  autoplay: boolean
  /** The trial's registration for a visitor, if the next video is locked. */
  trialPath?: string | undefined
  /** The next free video, for viewers who may not watch the others. */
  nextFree?: { readonly title: string } | undefined
  onReplay: () => void
  onNext: () => void
  onNextFree: () => void
  children?: ReactNode
}

/**
 * The screen at the end of a film: Replay, Play next with a countdown that can be cancelled, and recently watched videos.
 */
export default function EndScreen({
  next,
  nextLocked,
  autoplay,
  trialPath,
  nextFree,
  onReplay,
  onNext,
  onNextFree,
  children,
}: EndScreenProps) {
  const { secondsLeft, cancel } = useCountdown(
    nextAfterSeconds,
    autoplay && next !== undefined && !nextLocked,
    onNext,
  )
  return (
    <div className="player-cover end-screen">
      <div className="grid min-w-0 justify-items-center gap-4">
        <NextFilm next={next} nextLocked={nextLocked} secondsLeft={secondsLeft} />
        <div className="flex flex-wrap justify-center gap-2">
          <Button onClick={onReplay}>
            <RotateCcw className="size-4" aria-hidden />
            {m.replay()}
          </Button>
          {trialPath === undefined ? null : (
            <Link to={trialPath} className={buttonClass({ variant: 'primary' })}>
              {m.start_trial()}
            </Link>
          )}
          {next && trialPath === undefined ? (
            <Button variant="primary" onClick={onNext}>
              {nextLocked ? null : <Play className="size-4 fill-current" aria-hidden />}
              {nextLocked ? m.next_how() : m.play_next()}
            </Button>
          ) : null}
          {secondsLeft === undefined ? null : (
            <Button variant="quiet" onClick={cancel}>
              {m.cancel_next()}
            </Button>
          )}
        </div>
        {nextFree ? (
          <button type="button" className="link max-w-full text-[0.8125rem]" onClick={onNextFree}>
            <RichSentence sentence={m.next_free} parts={{ title: <bdi>{nextFree.title}</bdi> }} />
          </button>
        ) : null}
      </div>
      {children ? <div className="end-screen-aside">{children}</div> : null}
    </div>
  )
}

function NextFilm({
  next,
  nextLocked,
  secondsLeft,
}: Pick<EndScreenProps, 'next' | 'nextLocked'> & { secondsLeft: number | 'waits' | undefined }) {
  if (!next) return <p className="text-[0.8125rem] text-muted">{m.last_video()}</p>
  return (
    <div className="grid justify-items-center gap-1">
      {secondsLeft === undefined ? null : (
        <p className="text-[0.8125rem] text-muted">
          {secondsLeft === 'waits' ? m.next_waits() : m.next_in({ seconds: secondsLeft })}
        </p>
      )}
      <p className="line-clamp-2 text-base leading-snug font-medium text-balance">
        <span className="text-muted">{m.next_label()}</span> <bdi>{next.title}</bdi>
      </p>
      {nextLocked ? <p className="text-[0.8125rem] text-muted">{m.next_for_subscribers()}</p> : null}
    </div>
  )
}

/** Counts down in seconds and then acts, unless cancelled. Pauses while the user is typing, and restarts then. */
function useCountdown(
  seconds: number,
  running: boolean,
  onDone: () => void,
): { secondsLeft: number | 'waits' | undefined; cancel: () => void } {
  const [left, setLeft] = useState<number | 'waits'>(() => (isWriting() ? 'waits' : seconds))
  const [cancelled, setCancelled] = useState(false)
  const counting = running && !cancelled
  const done = useEffectEvent(onDone)

  useEffect(() => {
    if (!counting) return
    const count = () => {
      const waits = isWriting()
      setLeft((before) => (waits ? 'waits' : before === 'waits' ? seconds : Math.max(0, before - 1)))
    }
    const timer = setInterval(count, 1000)
    return () => clearInterval(timer)
  }, [counting, seconds])
  useEffect(() => {
    if (counting && left === 0) done()
  }, [counting, left])

  return { secondsLeft: counting ? left : undefined, cancel: () => setCancelled(true) }
}
