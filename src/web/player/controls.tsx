import { Controls as Bar, BufferingIndicator, Gesture } from '@videojs/react'
import { useEffect } from 'react'
import type { Chapter } from '#contract/library/library.ts'
import './controls.css'
import { ControlRow } from './control-row.tsx'
import { Provider, useAttach } from './media-provider.ts'
import type { Stage } from './perform.ts'
import { Seeker } from './seeker.tsx'
import { StartButton } from './start-button.tsx'
import type { Captions } from './use-captions.ts'

export type ControlsProps = {
  stage: Stage
  captions: Captions
  chapters: readonly Chapter[]
  /** Something else lies over the film. */
  covered: boolean
}

/** The control bar, made of Video.js's primitives. Everything of that library is below this file. */
export function Controls(props: ControlsProps) {
  return (
    <Provider>
      <Attached {...props} />
    </Provider>
  )
}

function Attached({ stage, captions, chapters, covered }: ControlsProps) {
  const attach = useAttach()
  const { element, frame } = stage
  useEffect(() => attach(element, frame), [attach, element, frame])
  return (
    <>
      <BufferingIndicator className="player-buffering" />
      {covered ? null : <StartButton element={element} />}
      <Bar.Root>
        <Bar.Backdrop className="player-shade" />
        <Bar.Content className="player-bar">
          <Seeker />
          <ControlRow stage={stage} captions={captions} chapters={chapters} />
        </Bar.Content>
      </Bar.Root>
      {covered ? null : (
        <>
          <Gesture type="tap" action="togglePaused" pointer="mouse" />
          <Gesture type="tap" action="toggleControls" pointer="touch" />
          <Gesture type="doubletap" action="toggleFullscreen" pointer="mouse" />
        </>
      )}
    </>
  )
}
