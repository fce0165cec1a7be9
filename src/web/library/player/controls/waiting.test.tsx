import { act } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { theFilm } from '#support/film-element.ts'
import { show } from '#support/screen.tsx'
import { Provider } from './media-provider.ts'
import { Waiting } from './waiting.tsx'

const enough = 4
const tooLittle = 2
let online = true

/** Renders a playing film with its current buffer. */
function open() {
  online = true
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online)
  const place = document.createElement('section')
  place.className = 'player'
  place.innerHTML = '<video></video>'
  document.body.append(place)
  const film = theFilm()
  show(
    <Provider>
      <Waiting element={film.element} />
    </Provider>,
  )
  const has = (readyState: number, event: string) => {
    Object.defineProperty(film.element, 'readyState', { configurable: true, value: readyState })
    act(() => void film.element.dispatchEvent(new Event(event)))
  }
  return { ...film, has }
}
const goes = (to: 'online' | 'offline') => {
  online = to === 'online'
  act(() => void dispatchEvent(new Event(to)))
}
const said = () => document.querySelector('[role="status"]')?.textContent
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => document.querySelector('.player')?.remove())

describe('a stalled film', () => {
  test('is reported after a moment, until it continues', async () => {
    const { runs, has } = open()
    runs()
    has(tooLittle, 'waiting')
    await wait(999)
    expect(said()).toBe('')
    await wait(1)
    expect(said()).toBe('The video is loading.')
    has(enough, 'playing')
    expect(said()).toBe('')
  })

  test('is silent about a short gap', async () => {
    const { runs, has } = open()
    runs()
    has(tooLittle, 'waiting')
    await wait(500)
    has(enough, 'playing')
    await wait(5000)
    expect(said()).toBe('')
  })

  test('says at once that the browser is offline, and no longer when it is back', async () => {
    const { runs, has } = open()
    runs()
    has(enough, 'playing')
    goes('offline')
    expect(said()).toBe('')
    has(tooLittle, 'waiting')
    expect(said()).toMatch(/^You are offline/)
    goes('online')
    expect(said()).toBe('')
    await wait(1000)
    expect(said()).toBe('The video is loading.')
  })

  test('is reported when the film failed for it, and not when it failed for another reason', () => {
    const { runs, fails } = open()
    runs()
    fails()
    expect(said()).toBe('')
    goes('offline')
    expect(said()).toMatch(/^You are offline/)
  })

  test('is silent while it is paused', async () => {
    const { has } = open()
    has(tooLittle, 'stalled')
    await wait(5000)
    expect(said()).toBe('')
  })
})
