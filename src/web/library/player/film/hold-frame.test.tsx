import { expect, test, vi } from 'vitest'
import { holdFrame } from './hold-frame.ts'

/** A film in a player; a browser draws its frame where it has one. */
function film(videoWidth = 1920) {
  const frame = document.createElement('div')
  const element = document.createElement('video')
  frame.append(element)
  const state = { readyState: 1, seeking: true, error: null as object | null }
  Object.defineProperties(element, {
    videoWidth: { value: videoWidth },
    videoHeight: { value: 1080 },
    readyState: { get: () => state.readyState },
    seeking: { get: () => state.seeking },
    error: { get: () => state.error },
  })
  const drawImage = vi.fn()
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage } as never)
  holdFrame(element)
  const tell = (name: string) => element.dispatchEvent(new Event(name))
  return { element, state, tell, drawImage, canvas: () => frame.querySelector('canvas') }
}

test('the last frame lies over a film, in its size, until the new source shows its moment', () => {
  const { element, state, tell, drawImage, canvas } = film()
  expect(element.nextSibling).toBe(canvas())
  expect([canvas()?.width, canvas()?.height]).toEqual([1920, 1080])
  expect(drawImage).toHaveBeenCalledWith(element, 0, 0)
  tell('emptied')
  state.readyState = 2
  tell('loadeddata')
  expect(canvas()).not.toBeNull()
  state.seeking = false
  tell('seeked')
  expect(canvas()).toBeNull()
})

test('it goes when the new source fails, and when another film takes its place', () => {
  const failed = film()
  failed.tell('emptied')
  failed.state.error = {}
  failed.tell('error')
  expect(failed.canvas()).toBeNull()
  const replaced = film()
  replaced.tell('emptied')
  replaced.tell('emptied')
  expect(replaced.canvas()).toBeNull()
})

test('a film that has shown nothing leaves nothing', () => {
  expect(film(0).canvas()).toBeNull()
})
