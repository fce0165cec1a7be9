import { m } from '#messages/generated/messages.js'
import { useLocalState } from '#web/platform/site/store.ts'
import type { PlayerAction } from './keys.ts'
import { faster, slower } from './speeds.ts'

/** The elements that an action affects. */
export type Stage = {
  readonly element: HTMLVideoElement
  /** The element for full screen: the film with its controls. */
  readonly frame: HTMLElement
  /** The film has captions, loaded or not. */
  readonly hasCaptions: boolean
  readonly onNext: () => void
  readonly onPrevious: () => void
  readonly onShowKeys: () => void
  /** Performs the action, and shows a hint if it has no other visible effect. */
  readonly onAction: (action: PlayerAction) => void
}

/** Performs the action of a key. Returns a hint to show for a moment if there is no other visible effect. */
export function perform(action: PlayerAction, stage: Stage): string | undefined {
  const { element } = stage
  const { set, captions, theatre } = useLocalState.getState()
  switch (action.do) {
    case 'toggle-play':
      togglePlay(element)
      return undefined
    case 'skip':
      return skip(element, action.seconds)
    case 'step':
      step(element, action.frames)
      return undefined
    case 'go-to-percent':
      if (Number.isFinite(element.duration)) element.currentTime = (element.duration * action.percent) / 100
      return undefined
    case 'change-volume':
      return changeVolume(element, action.by)
    case 'toggle-mute':
      element.muted = !element.muted
      return element.muted ? m.hint_muted() : m.hint_volume({ percent: percentOf(element.volume) })
    case 'faster':
      return changeSpeed(element, faster(element.playbackRate))
    case 'slower':
      return changeSpeed(element, slower(element.playbackRate))
    case 'toggle-captions':
      if (!stage.hasCaptions) return m.hint_no_captions()
      set({ captions: !captions })
      return captions ? m.hint_captions_off() : m.hint_captions_on()
    case 'toggle-full-screen':
      toggleFullScreen(stage)
      return undefined
    case 'toggle-theatre':
      set({ theatre: !theatre })
      return undefined
    case 'next-video':
      stage.onNext()
      return undefined
    case 'previous-video':
      stage.onPrevious()
      return undefined
    case 'show-keys':
      stage.onShowKeys()
      return undefined
  }
}

function togglePlay(element: HTMLVideoElement): void {
  if (element.paused) element.play().catch(() => undefined)
  else element.pause()
}

function skip(element: HTMLVideoElement, seconds: number): string {
  const end = Number.isFinite(element.duration) ? element.duration : Number.POSITIVE_INFINITY
  element.currentTime = Math.max(0, Math.min(end, element.currentTime + seconds))
  return seconds > 0 ? m.hint_forward({ seconds }) : m.hint_back({ seconds: -seconds })
}

/**
 * Films have at least 25 frames a second, and browsers do not tell how many: a step of this length always shows another
 * frame.
 */
const frameSeconds = 1 / 25

/** Steps one frame forward or back. Only paused films are stepped. */
function step(element: HTMLVideoElement, frames: number): void {
  if (!element.paused) return
  const end = Number.isFinite(element.duration) ? element.duration : Number.POSITIVE_INFINITY
  element.currentTime = Math.max(0, Math.min(end, element.currentTime + frames * frameSeconds))
}

function changeVolume(element: HTMLVideoElement, by: number): string {
  element.volume = Math.min(1, Math.max(0, Math.round((element.volume + by) * 100) / 100))
  element.muted = element.volume === 0
  return m.hint_volume({ percent: percentOf(element.volume) })
}

function changeSpeed(element: HTMLVideoElement, speed: number): string {
  element.playbackRate = speed
  return m.speed_times({ speed })
}

function toggleFullScreen({ frame, element }: Stage): void {
  if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined)
  else if (frame.requestFullscreen) frame.requestFullscreen().catch(() => undefined)
  // iPhones support full screen for films only
  else if ('webkitEnterFullscreen' in element && typeof element.webkitEnterFullscreen === 'function') {
    element.webkitEnterFullscreen()
  }
}

const percentOf = (volume: number) => Math.round(volume * 100)
