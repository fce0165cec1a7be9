import { type ReactNode, useCallback, useEffect, useEffectEvent, useState } from 'react'
import type { Chapter, Playback } from '#contract/library/library.ts'
import { m } from '#messages/generated/messages.js'
import type { ControlsProps } from '#web/library/player/controls/controls.tsx'
import { takeBegunFilm } from '#web/library/player/film/begun-film.ts'
import type { PlayerAction } from '#web/library/player/film/keys.ts'
import { perform, type Stage } from '#web/library/player/film/perform.ts'
import type { Film } from '#web/library/player/film/use-film.ts'
import { useLocalState } from '#web/platform/site/store.ts'
import { Button } from '#web/platform/ui/button.tsx'
import { Media, type MediaProps } from './media.tsx'
import { usePlayerKeys } from './use-player-keys.ts'

type PlayerProps = StageActs & {
  film: Film
  title: string
  poster: string | undefined
  chapters: readonly Chapter[]
  storyboard: Playback['storyboard']
  tracks: MediaProps['tracks']
  /** Covers the film at its end. */
  children?: ReactNode
}

/**
 * The film with its controls. The native media element and its poster are rendered first; the control bar is loaded
 * after it, so that nothing delays the first picture.
 */
export function Player({
  film,
  title,
  poster,
  chapters,
  storyboard,
  tracks,
  children,
  ...acts
}: PlayerProps) {
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const [begun] = useState(() => takeBegunFilm(film.videoId))
  // the browser's own controls are better than none
  const [bare, setBare] = useState(begun !== undefined)
  const place = useLocalState((state) => state.captionsPlace)
  const size = useLocalState((state) => state.captionsSize)
  const { stage, hint } = useStage(frame, film.element, acts)
  const focusFrame = useCallback(() => {
    // Space and arrows act inside the player: a click on the film focuses it
    if (!frame?.contains(document.activeElement)) frame?.focus({ preventScroll: true })
  }, [frame])

  const retry = () => {
    film.retry()
    // the button disappears, the player's keys stay
    frame?.focus({ preventScroll: true })
  }

  return (
    <section
      ref={setFrame}
      id="player"
      tabIndex={-1}
      aria-label={m.player_label({ title })}
      className="player dark"
      data-captions={acts.hasCaptions && film.captions.on ? place : undefined}
      data-captions-size={size}
      onPointerUp={focusFrame}
    >
      <Media {...{ frame, begun, film, title, poster, tracks }} controls={bare} />
      {children}
      {film.failed ? <PlayerFailure onRetry={retry} /> : null}
      {stage ? (
        <LoadedControls
          stage={stage}
          captions={film.captions}
          size={film.size}
          chapters={chapters}
          storyboard={storyboard}
          covered={film.ended || film.failed}
          onLoad={(failed) => setBare(failed)}
        />
      ) : null}
      <p role="status" className="player-hint" data-shown={hint !== undefined || undefined}>
        {hint}
      </p>
    </section>
  )
}

type StageActs = Pick<Stage, 'hasCaptions' | 'onNext' | 'onPrevious' | 'onShowKeys'>

/** Performs the actions of keys and controls. Returns what they act on, and the hint to show. */
function useStage(frame: HTMLElement | null, element: HTMLVideoElement | null, acts: StageActs) {
  const [hint, showHint] = useHint()
  const onAction = (action: PlayerAction) => {
    if (stage) showHint(perform(action, stage))
  }
  const stage: Stage | undefined = element && frame ? { element, frame, onAction, ...acts } : undefined
  usePlayerKeys(frame, onAction)
  return { stage, hint }
}

/** Shown if the film cannot be played, and retrying did not help. */
function PlayerFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="player-cover">
      <p>{m.video_load_failure()}</p>
      <Button variant="primary" onClick={onRetry}>
        {m.try_again()}
      </Button>
    </div>
  )
}

/** How long a hint is shown, in milliseconds. */
const shownMs = 900

/** A short text shown over the film for a moment. */
function useHint(): [hint: string | undefined, show: (hint: string | undefined) => void] {
  const [hint, setHint] = useState<{ readonly text: string }>()
  useEffect(() => {
    if (!hint) return
    const timer = setTimeout(setHint, shownMs, undefined)
    return () => clearTimeout(timer)
  }, [hint])
  const show = useCallback(
    (text: string | undefined) => setHint(text === undefined ? undefined : { text }),
    [],
  )
  return [hint?.text, show]
}

type Controls = typeof import('#web/library/player/controls/controls.tsx').Controls

let loaded: Controls | undefined

type LoadedControlsProps = ControlsProps & {
  /** It is loaded, or cannot be. */
  onLoad: (failed: boolean) => void
}

/** The control bar, loaded once the film is loading. */
function LoadedControls({ onLoad, ...props }: LoadedControlsProps) {
  const [Bar, setBar] = useState(() => loaded)
  const tell = useEffectEvent(onLoad)
  useEffect(() => {
    if (loaded) return tell(false)
    let current = true
    import('#web/library/player/controls/controls.tsx').then(
      ({ Controls }) => {
        loaded = Controls
        if (!current) return
        setBar(() => Controls)
        tell(false)
      },
      () => current && tell(true),
    )
    return () => {
      current = false
    }
  }, [])
  return Bar ? <Bar {...props} /> : null
}
