import {
  bufferFeature,
  controlsFeature,
  createPlayer,
  fullscreenFeature,
  pipFeature,
  playbackFeature,
  sourceFeature,
  textTrackFeature,
  timeFeature,
  useContainerAttach,
  useMediaAttach,
  volumeFeature,
} from '@videojs/react'
import { useCallback } from 'react'

/** Video.js's store, with the features that the bar needs. Sources, captions and speed are our own. */
const { Player, usePlayer } = createPlayer({
  features: [
    playbackFeature,
    volumeFeature,
    timeFeature,
    sourceFeature,
    bufferFeature,
    fullscreenFeature,
    pipFeature,
    controlsFeature,
    textTrackFeature,
  ],
})

export { Player as Provider, usePlayer }

/** Attaches the store to an existing media element. */
export function useAttach(): (element: HTMLVideoElement, frame: HTMLElement) => () => void {
  const setMedia = useMediaAttach()
  const setContainer = useContainerAttach()
  return useCallback(
    (element, frame) => {
      setContainer?.(frame)
      setMedia?.(element)
      return () => {
        setMedia?.(null)
        setContainer?.(null)
      }
    },
    [setMedia, setContainer],
  )
}
