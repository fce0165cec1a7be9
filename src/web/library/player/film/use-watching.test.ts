import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { newViewCall } from './use-watching.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function watching() {
  const film = { paused: true }
  const tell = vi.fn()
  return { film, tell, call: newViewCall(() => film.paused, tell) }
}

describe('a view call is made when playback starts', () => {
  test('after a delay of 250 ms', () => {
    const { film, tell, call } = watching()
    film.paused = false
    call.started()
    vi.advanceTimersByTime(249)
    expect(tell).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(tell).toHaveBeenCalledOnce()
  })

  test('but not when it is paused by then', () => {
    const { film, tell, call } = watching()
    film.paused = false
    call.started()
    film.paused = true
    vi.advanceTimersByTime(1000)
    expect(tell).not.toHaveBeenCalled()
    film.paused = false
    call.started()
    vi.advanceTimersByTime(250)
    expect(tell).toHaveBeenCalledOnce()
  })

  test('once, however often playback stops and continues', () => {
    const { film, tell, call } = watching()
    film.paused = false
    for (let n = 0; n < 3; n += 1) {
      call.started()
      vi.advanceTimersByTime(400)
    }
    expect(tell).toHaveBeenCalledOnce()
  })

  test('and again when the film is played from the beginning again', () => {
    const { film, tell, call } = watching()
    film.paused = false
    call.started()
    vi.advanceTimersByTime(300)
    call.renew()
    call.started()
    vi.advanceTimersByTime(300)
    expect(tell).toHaveBeenCalledTimes(2)
  })

  test('never after the viewer has left', () => {
    const { film, tell, call } = watching()
    film.paused = false
    call.started()
    call.stop()
    vi.advanceTimersByTime(1000)
    expect(tell).not.toHaveBeenCalled()
  })
})
