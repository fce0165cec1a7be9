import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { show } from '#support/screen.tsx'
import { EndScreen } from './end-screen.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const seconds = async (count: number) => {
  for (let n = 0; n < count; n += 1) await act(() => vi.advanceTimersByTimeAsync(1000))
}

function end({ next = { title: 'Currying' } as { title: string } | undefined, autoplay = true } = {}) {
  const onReplay = vi.fn()
  const onNext = vi.fn()
  show(
    <EndScreen next={next} autoplay={autoplay} onReplay={onReplay} onNext={onNext}>
      history
    </EndScreen>,
  )
  return { onReplay, onNext }
}

describe('at the end of a film', () => {
  test('the countdown says how long it takes, and opens the next once', async () => {
    const { onNext } = end()
    for (const left of [5, 4, 3, 2]) {
      expect(screen.getByText(`The next video plays in ${left} seconds`)).toBeTruthy()
      await seconds(1)
    }
    expect(screen.getByText('The next video plays in 1 second')).toBeTruthy()
    expect(onNext).not.toHaveBeenCalled()
    await seconds(4)
    expect(onNext).toHaveBeenCalledOnce()
  })

  test('it can be cancelled, and Play next still works', async () => {
    const { onNext } = end()
    await seconds(2)
    act(() => screen.getByRole('button', { name: 'Cancel' }).click())
    expect(screen.queryByText(/The next video plays/)).toBeNull()
    await seconds(10)
    expect(onNext).not.toHaveBeenCalled()
    act(() => screen.getByRole('button', { name: 'Play next' }).click())
    expect(onNext).toHaveBeenCalledOnce()
  })

  test('without autoplay nothing counts down', async () => {
    const { onNext } = end({ autoplay: false })
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
    await seconds(10)
    expect(onNext).not.toHaveBeenCalled()
  })

  test('Replay plays it again', () => {
    const { onReplay } = end()
    act(() => screen.getByRole('button', { name: 'Replay' }).click())
    expect(onReplay).toHaveBeenCalledOnce()
  })

  test('leaving the page ends the countdown', async () => {
    const { onNext } = end()
    await seconds(3)
    document.body.replaceChildren()
    const { cleanup } = await import('@testing-library/react')
    cleanup()
    await seconds(5)
    expect(onNext).not.toHaveBeenCalled()
  })
})
