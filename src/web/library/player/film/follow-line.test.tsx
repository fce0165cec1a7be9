import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followLine } from './follow-line.ts'
import { choosing, line } from './line.ts'

const stops: (() => void)[] = []
beforeEach(() => {
  vi.useFakeTimers()
  line.kilobitsPerSecond = undefined
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.restoreAllMocks()
})

/** A film of 400 kbit/s that loads; `progress` after some milliseconds with so many seconds of it in all. */
function loading(readyState = 2) {
  const element = document.createElement('video')
  const state = { seconds: 0, readyState, currentTime: 0 }
  Object.defineProperties(element, {
    buffered: { get: () => ({ length: 1, start: () => 0, end: () => state.seconds }) },
    readyState: { get: () => state.readyState },
    currentTime: { get: () => state.currentTime },
    paused: { get: () => false },
    ended: { get: () => false },
    error: { get: () => null },
  })
  const chooseAgain = vi.fn()
  stops.push(followLine(element, 400, chooseAgain))
  const tell = (name: string) => element.dispatchEvent(new Event(name))
  const progress = (afterMs: number, seconds: number) => {
    vi.advanceTimersByTime(afterMs)
    state.seconds = seconds
    tell('progress')
  }
  return { state, progress, tell, chooseAgain }
}

test('the line is measured by how fast a film loads', () => {
  const { progress } = loading()
  for (const place of [0, 1, 2, 3, 4]) progress(250, place * 0.375)
  expect(line.kilobitsPerSecond).toBe(600)
})

test('a line that becomes weaker or better is followed', () => {
  const { progress } = loading()
  progress(0, 0)
  for (const seconds of [1, 2]) progress(500, seconds)
  expect(line.kilobitsPerSecond).toBe(800)
  for (const seconds of [2.25, 2.5]) progress(500, seconds)
  expect(line.kilobitsPerSecond).toBe(500)
  for (const seconds of [6, 10]) progress(500, seconds)
  expect(line.kilobitsPerSecond).toBe(1750)
})

test('a browser that has enough loads slowly, which says nothing of the line; that it loads faster does', () => {
  line.kilobitsPerSecond = 5000
  const { progress } = loading(4)
  progress(0, 0)
  for (const seconds of [0.5, 1]) progress(500, seconds)
  expect(line.kilobitsPerSecond).toBe(5000)
  for (const seconds of [11, 21]) progress(500, seconds)
  expect(line.kilobitsPerSecond).toBe(6500)
})

test('the time in which a browser loads nothing does not count', () => {
  const { progress } = loading()
  progress(0, 0)
  progress(500, 1)
  progress(10_000, 1.5)
  progress(500, 2.5)
  progress(500, 3.5)
  expect(line.kilobitsPerSecond).toBe(800)
})

test('a film that stalls says that the line carries less than its bit rate at its speed', () => {
  const { tell, chooseAgain } = loading()
  line.kilobitsPerSecond = 5000
  tell('waiting')
  expect(chooseAgain).not.toHaveBeenCalled()
  tell('playing')
  tell('waiting')
  expect(chooseAgain).toHaveBeenCalledOnce()
  expect(line.kilobitsPerSecond).toBe(400)
})

test('another source in the element has to play before it can stall', () => {
  const { tell, chooseAgain } = loading()
  tell('playing')
  tell('emptied')
  tell('waiting')
  tell('seeking')
  expect(chooseAgain).not.toHaveBeenCalled()
})

test('the files of a page tell what the line gives, where they are large enough and came over it', () => {
  const file = (transferSize: number, responseStart: number, responseEnd: number, initiatorType = 'script') =>
    ({ transferSize, responseStart, responseEnd, initiatorType }) as unknown as PerformanceEntry
  const given = vi.spyOn(performance, 'getEntriesByType')
  // two share the line for a second each; one is small, one from the cache, one a film that was played
  given.mockReturnValue([
    file(40_000, 100, 1100),
    file(35_000, 600, 1600),
    file(2_000, 1600, 1601),
    file(0, 0, 5),
    file(9_000_000, 2000, 200_000, 'video'),
  ])
  expect(choosing(null).kilobitsPerSecond).toBe(400)
  given.mockReturnValue([file(40_000, 100, 1100)])
  expect(choosing(null).kilobitsPerSecond).toBeUndefined()
  line.kilobitsPerSecond = 700
  expect(choosing(null).kilobitsPerSecond).toBe(700)
})
