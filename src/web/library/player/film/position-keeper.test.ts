import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { newPositionKeeper } from './use-watching.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function watching() {
  const film = { seconds: 0 }
  const keep = vi.fn()
  return { film, keep, keeper: newPositionKeeper(() => film.seconds, keep) }
}

describe('the position is kept', () => {
  test('every 15 seconds while the film plays', () => {
    const { film, keep, keeper } = watching()
    keeper.playing()
    film.seconds = 14.96
    vi.advanceTimersByTime(15_000)
    film.seconds = 30
    vi.advanceTimersByTime(15_000)
    expect(keep.mock.calls).toEqual([
      [15, false],
      [30, false],
    ])
  })

  test('even if it does not change, to keep the media URL valid', () => {
    const { film, keep, keeper } = watching()
    film.seconds = 8
    keeper.playing()
    vi.advanceTimersByTime(45_000)
    expect(keep).toHaveBeenCalledTimes(3)
  })

  test('when the film is paused, and not after that', () => {
    const { film, keep, keeper } = watching()
    keeper.playing()
    film.seconds = 4.04
    keeper.paused()
    vi.advanceTimersByTime(60_000)
    expect(keep.mock.calls).toEqual([[4, false]])
  })

  test('when the viewer leaves, by a request that outlives the page', () => {
    const { film, keep, keeper } = watching()
    keeper.playing()
    film.seconds = 7
    keeper.left()
    expect(keep.mock.calls).toEqual([[7, true]])
  })

  test('not twice: leaving a paused film adds nothing', () => {
    const { film, keep, keeper } = watching()
    keeper.playing()
    film.seconds = 7
    keeper.paused()
    keeper.left()
    expect(keep).toHaveBeenCalledOnce()
  })

  test('after moving in a paused film', () => {
    const { film, keep, keeper } = watching()
    keeper.playing()
    film.seconds = 7
    keeper.paused()
    film.seconds = 40
    keeper.left()
    expect(keep.mock.calls).toEqual([
      [7, false],
      [40, true],
    ])
  })
})

test('a film that was never played keeps no position', () => {
  const { film, keep, keeper } = watching()
  film.seconds = 12
  keeper.paused()
  keeper.left()
  expect(keep).not.toHaveBeenCalled()
})

test('playing twice does not keep twice', () => {
  const { keep, keeper } = watching()
  keeper.playing()
  keeper.playing()
  vi.advanceTimersByTime(15_000)
  expect(keep).toHaveBeenCalledOnce()
})
