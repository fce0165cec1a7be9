import { beforeEach, describe, expect, test, vi } from 'vitest'
import '#support/film-element.ts'
import { useLocalState } from '#web/platform/site/store.ts'
import type { PlayerAction } from './keys.ts'
import { perform, type Stage } from './perform.ts'

let stage: Stage
const act = (action: PlayerAction) => perform(action, stage)
beforeEach(() => {
  useLocalState.getState().reset()
  const element = document.createElement('video')
  const frame = document.createElement('section')
  frame.requestFullscreen = vi.fn(async () => undefined)
  stage = {
    element,
    frame,
    hasCaptions: true,
    onNext: vi.fn(),
    onPrevious: vi.fn(),
    onShowKeys: vi.fn(),
    onAction: vi.fn(),
  }
})

describe('a key', () => {
  test('plays and pauses', () => {
    act({ do: 'toggle-play' })
    expect(stage.element.paused).toBe(false)
    act({ do: 'toggle-play' })
    expect(stage.element.paused).toBe(true)
  })

  test.each([
    [30, 10, 40, '10 s forward'],
    [55, 10, 60, '10 s forward'],
    [3, -10, 0, '10 s back'],
  ])('seeks from %d by %d seconds to %d', (from, seconds, to, hint) => {
    stage.element.currentTime = from
    expect(act({ do: 'skip', seconds })).toBe(hint)
    expect(stage.element.currentTime).toBe(to)
  })

  test.each<[number, 1 | -1, number]>([
    [30, 1, 30.04],
    [30, -1, 29.96],
    [0.01, -1, 0],
    [59.99, 1, 60],
  ])('steps from the picture at %d by %d', (from, frames, to) => {
    stage.element.currentTime = from
    act({ do: 'step', frames })
    expect(stage.element.currentTime).toBeCloseTo(to)
  })

  test('steps by frames only while the film is paused', () => {
    stage.element.currentTime = 30
    act({ do: 'toggle-play' })
    act({ do: 'step', frames: 1 })
    expect(stage.element.currentTime).toBe(30)
  })

  test('seeks to a part of the film', () => {
    act({ do: 'go-to-percent', percent: 70 })
    expect(stage.element.currentTime).toBe(42)
  })

  test('makes it louder and quieter, down to silence', () => {
    stage.element.volume = 0.08
    expect(act({ do: 'change-volume', by: -0.05 })).toBe('Volume 3%')
    expect(act({ do: 'change-volume', by: -0.05 })).toBe('Volume 0%')
    expect(stage.element.muted).toBe(true)
    expect(act({ do: 'change-volume', by: 0.05 })).toBe('Volume 5%')
    expect(stage.element.muted).toBe(false)
  })

  test('turns the sound off and on', () => {
    expect(act({ do: 'toggle-mute' })).toBe('Sound off')
    expect(act({ do: 'toggle-mute' })).toBe('Volume 100%')
  })

  test('makes it faster and slower', () => {
    expect(act({ do: 'faster' })).toBe('1.25×')
    expect(act({ do: 'slower' })).toBe('1×')
    expect(act({ do: 'slower' })).toBe('0.75×')
    expect(stage.element.playbackRate).toBe(0.75)
  })

  test('turns captions off and on, if there are any', () => {
    expect(act({ do: 'toggle-captions' })).toBe('Captions off')
    expect(useLocalState.getState().captions).toBe(false)
    expect(act({ do: 'toggle-captions' })).toBe('Captions on')
    stage = { ...stage, hasCaptions: false }
    expect(act({ do: 'toggle-captions' })).toBe('This video has no captions')
    expect(useLocalState.getState().captions).toBe(true)
  })

  test('widens the film, fills the screen, opens the neighbours and the list of keys', () => {
    act({ do: 'toggle-theatre' })
    expect(useLocalState.getState().theatre).toBe(true)
    act({ do: 'toggle-full-screen' })
    expect(stage.frame.requestFullscreen).toHaveBeenCalled()
    act({ do: 'next-video' })
    act({ do: 'previous-video' })
    act({ do: 'show-keys' })
    for (const done of [stage.onNext, stage.onPrevious, stage.onShowKeys]) expect(done).toHaveBeenCalledOnce()
  })
})
