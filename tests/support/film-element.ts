import { act } from '@testing-library/react'
import { afterEach } from 'vitest'

/** A film for jsdom, which plays none: it sends the events that a browser would. */
export type FakeFilm = {
  readonly element: HTMLVideoElement
  /** Playback advances to a position. */
  at(seconds: number): void
  /** Loaded and running, as after `play()` in a browser. */
  runs(): void
  ends(): void
  /** The media address was refused, or the film is broken. */
  fails(): void
}

type State = { paused: boolean; currentTime: number; error: MediaError | null; ended: boolean }
const states = new WeakMap<HTMLMediaElement, State>()
const stateOf = (element: HTMLMediaElement): State => {
  const known = states.get(element)
  if (known) return known
  const state = { paused: true, currentTime: 0, error: null, ended: false }
  states.set(element, state)
  return state
}

const { prototype } = HTMLMediaElement
const tell = (element: HTMLMediaElement, ...names: string[]) => {
  for (const name of names) element.dispatchEvent(new Event(name))
}
Object.defineProperties(prototype, {
  paused: { configurable: true, get: pausedOf },
  ended: { configurable: true, get: endedOf },
  error: { configurable: true, get: errorOf },
  duration: { configurable: true, get: () => 60 },
  readyState: { configurable: true, get: () => 4 },
  currentTime: { configurable: true, get: timeOf, set: goTo },
  textTracks: { configurable: true, get: () => new EventTarget() },
})
const tracks = new WeakMap<HTMLTrackElement, { mode: TextTrackMode; cues: null }>()
Object.defineProperty(HTMLTrackElement.prototype, 'track', { configurable: true, get: trackOf })
function trackOf(this: HTMLTrackElement) {
  const track = tracks.get(this) ?? { mode: 'disabled', cues: null }
  tracks.set(this, track)
  return track
}
function pausedOf(this: HTMLMediaElement) {
  return stateOf(this).paused
}
function endedOf(this: HTMLMediaElement) {
  return stateOf(this).ended
}
function errorOf(this: HTMLMediaElement) {
  return stateOf(this).error
}
function timeOf(this: HTMLMediaElement) {
  return stateOf(this).currentTime
}
function goTo(this: HTMLMediaElement, seconds: number) {
  Object.assign(stateOf(this), { currentTime: seconds, ended: false })
  tell(this, 'seeking', 'seeked', 'timeupdate')
}
prototype.play = async function play() {
  Object.assign(stateOf(this), { paused: false, ended: false, error: null })
  tell(this, 'play', 'playing')
}
prototype.pause = function pause() {
  if (stateOf(this).paused) return
  stateOf(this).paused = true
  tell(this, 'pause')
}
prototype.load = () => undefined

/** The film on the page. */
export function theFilm(): FakeFilm {
  const element = document.querySelector<HTMLVideoElement>('.player video')
  if (!element) throw new Error('there is no film on this page')
  const state = stateOf(element)
  return {
    element,
    at: (seconds) =>
      act(() => {
        state.currentTime = seconds
        tell(element, 'timeupdate')
      }),
    runs: () => act(() => void element.play()),
    ends: () =>
      act(() => {
        Object.assign(state, { currentTime: 60, paused: true, ended: true })
        tell(element, 'timeupdate', 'pause', 'ended')
      }),
    // browsers report the failure first, and pause then
    fails: () =>
      act(() => {
        state.error = { code: 2 } as MediaError
        state.paused = true
        tell(element, 'error', 'pause')
      }),
  }
}

afterEach(() => {
  for (const element of document.querySelectorAll('video')) states.delete(element)
})
