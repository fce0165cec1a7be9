import { Controls as Bar, BufferingIndicator, Gesture, PlayButton, useDoubleTapGesture } from '@videojs/react'
import { Play } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import type { Chapter } from '#contract/library/library.ts'
import { m } from '#messages/generated/messages.js'
import type { ShownSize } from '#web/library/player/film/film.ts'
import { landscapePhone } from '#web/library/player/film/landscape-phone.ts'
import { listen } from '#web/library/player/film/listen.ts'
import type { Stage } from '#web/library/player/film/perform.ts'
import type { Captions } from '#web/library/player/film/use-captions.ts'
import type { CaptionsLayerProps } from './captions-layer.tsx'
import { ControlRow } from './control-row.tsx'
import { Provider, useAttach } from './media-provider.ts'
import { Seeker, type StoryboardSheet } from './seeker.tsx'
import './controls.css'

export type ControlsProps = {
  stage: Stage
  captions: Captions
  size: ShownSize | undefined
  chapters: readonly Chapter[]
  storyboard: StoryboardSheet | undefined
  /** Set while something covers the film. */
  covered: boolean
}

/** The control bar, built from Video.js's primitives. No code above this file uses that library. */
export function Controls(props: ControlsProps) {
  return (
    <Provider>
      <Attached {...props} />
    </Provider>
  )
}

function Attached({ stage, captions, size, chapters, storyboard, covered }: ControlsProps) {
  const attach = useAttach()
  const begun = useBegun(stage.element)
  const { element, frame } = stage
  useEffect(() => attach(element, frame), [attach, element, frame])
  useFillLandscape(stage)
  return (
    <>
      <BufferingIndicator className="player-buffering" />
      {begun ? (
        <Suspense>
          <Waiting element={element} />
        </Suspense>
      ) : null}
      {begun ? <DrawnCaptions captions={captions} /> : null}
      {covered ? null : <StartButton element={element} />}
      <Bar.Root>
        <Bar.Backdrop className="player-shade" />
        <Bar.Content className="player-bar">
          <Seeker storyboard={storyboard} />
          <ControlRow {...{ stage, captions, size, chapters }} />
        </Bar.Content>
      </Bar.Root>
      {covered ? null : (
        <>
          <Gesture type="tap" action="togglePaused" pointer="mouse" />
          <Gesture type="tap" action="toggleControls" pointer="touch" />
          <Gesture type="doubletap" action="toggleFullscreen" pointer="mouse" />
          <DoubleTaps stage={stage} />
        </>
      )}
    </>
  )
}

// if it cannot be loaded, the browser draws captions
const CaptionsLayer = lazy<ComponentType<CaptionsLayerProps>>(() =>
  import('./captions-layer.tsx').catch(() => ({ default: () => null })),
)

// if it cannot be loaded, a stalled film shows no message
const Waiting = lazy<ComponentType<{ element: HTMLVideoElement }>>(() =>
  import('./waiting.tsx').then(
    (file) => ({ default: file.Waiting }),
    () => ({ default: () => null }),
  ),
)

/** Whether playback has begun or the viewer has sought: parts shown only then are loaded then. */
function useBegun(element: HTMLVideoElement): boolean {
  const [begun, setBegun] = useState(!element.paused || element.currentTime > 0)
  useEffect(() => {
    const begin = () => setBegun(true)
    return listen(element, { play: begin, seeking: begin })
  }, [element])
  return begun
}

function DrawnCaptions({ captions: { on, track, chosen, setDrawn } }: { captions: Captions }) {
  if (!on || !track) return null
  return (
    <Suspense>
      <CaptionsLayer track={track} language={chosen?.srclang} onDrawn={setDrawn} />
    </Suspense>
  )
}

/** Two taps on a half of the film jump 10 seconds, on the left half back. */
function DoubleTaps({ stage: { onAction } }: { stage: Stage }) {
  useDoubleTapGesture(() => onAction({ do: 'skip', seconds: -10 }), { pointer: 'touch', region: 'left' })
  useDoubleTapGesture(() => onAction({ do: 'skip', seconds: 10 }), { pointer: 'touch', region: 'right' })
  return null
}

/** On a phone in landscape the film fills the screen (player.css): playing scrolls to it. */
function useFillLandscape({ element, frame }: Stage): void {
  useEffect(() => {
    const phone = landscapePhone()
    const fill = () => {
      if (phone.matches && !element.paused) scrollBy(0, frame.getBoundingClientRect().top)
    }
    const stops = [listen(phone, { change: fill }), listen(element, { play: fill })]
    return () => {
      for (const stop of stops) stop()
    }
  }, [element, frame])
}

/** The large button over a film that has not begun. */
function StartButton({ element }: { element: HTMLVideoElement }) {
  const waiting = useWaiting(element)
  if (!waiting) return null
  return (
    <PlayButton
      label={m.player_play()}
      className="player-start"
      render={(props) => (
        <button {...props}>
          <Play aria-hidden />
        </button>
      )}
    />
  )
}

/** Not the store's `started`: that calls a film begun which resumes in its middle. */
function useWaiting(element: HTMLVideoElement): boolean {
  const [waiting, setWaiting] = useState(element.paused && element.currentSrc !== '')
  useEffect(() => {
    return listen(element, {
      loadstart: () => setWaiting(element.paused),
      play: () => setWaiting(false),
    })
  }, [element])
  return waiting
}
