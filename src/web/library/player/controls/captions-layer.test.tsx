import { act } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '#support/screen.tsx'
import CaptionsLayer from './captions-layer.tsx'

/** A text track with one cue. */
function someTrack() {
  const track = Object.assign(new EventTarget(), { activeCues: [] as { text: string }[] })
  const says = (...lines: string[]) =>
    act(() => {
      track.activeCues = lines.map((text) => ({ text }))
      track.dispatchEvent(new Event('cuechange'))
    })
  return { track: track as unknown as TextTrack, says }
}

test('captions show the current lines, and nothing in between', () => {
  const { track, says } = someTrack()
  show(<CaptionsLayer track={track} language="de" onDrawn={() => undefined} />)
  const layer = document.querySelector('.player-captions')
  const lines = () => [...(layer?.children ?? [])].map((line) => line.textContent)
  expect(layer?.getAttribute('lang')).toBe('de')
  expect(lines()).toEqual([])
  says('<v Ada>Ein Wert,\nzwei Namen', 'Und noch eine &amp; Zeile')
  expect(lines()).toEqual(['Ein Wert, zwei Namen', 'Und noch eine & Zeile'])
  says()
  expect(lines()).toEqual([])
})

test('the browser draws them again when the layer is removed', () => {
  const drawn = vi.fn()
  const { unmount } = show(<CaptionsLayer track={someTrack().track} language="en" onDrawn={drawn} />)
  expect(drawn.mock.lastCall).toEqual([true])
  unmount()
  expect(drawn.mock.lastCall).toEqual([false])
})
