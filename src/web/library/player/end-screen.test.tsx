import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { show } from '#support/screen.tsx'
import EndScreen from './end-screen.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const seconds = async (count: number) => {
  for (let n = 0; n < count; n += 1) await act(() => vi.advanceTimersByTimeAsync(1000))
}

function end({
  next = { title: 'Currying' } as { title: string } | undefined,
  nextLocked = false,
  autoplay = true,
  trialPath = undefined as string | undefined,
  nextFree = undefined as { title: string } | undefined,
} = {}) {
  const onReplay = vi.fn()
  const onNext = vi.fn()
  const onNextFree = vi.fn()
  show(
    <EndScreen {...{ next, nextLocked, autoplay, trialPath, nextFree, onReplay, onNext, onNextFree }}>
      history
    </EndScreen>,
  )
  return { onReplay, onNext, onNextFree }
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

  test('a locked next film has no countdown, and a note that it is for subscribers', async () => {
    const { onNext } = end({ nextLocked: true })
    expect(screen.getByText('The next video is for subscribers.')).toBeTruthy()
    expect(screen.queryByText(/plays in/)).toBeNull()
    await seconds(10)
    expect(onNext).not.toHaveBeenCalled()
    expect(screen.queryByRole('button', { name: 'Play next' })).toBeNull()
    act(() => screen.getByRole('button', { name: 'How to watch it' }).click())
    expect(onNext).toHaveBeenCalledOnce()
  })

  test('a viewer who may not watch it is offered the trial, and the next free one', async () => {
    const { onNext, onNextFree } = end({
      nextLocked: true,
      trialPath: '/register?next=%2Fcontent%2Fvideo%2Fcurrying',
      nextFree: { title: 'Closures' },
    })
    expect(screen.getByRole('link', { name: 'Start free trial' }).getAttribute('href')).toBe(
      '/register?next=%2Fcontent%2Fvideo%2Fcurrying',
    )
    expect(screen.queryByRole('button', { name: 'How to watch it' })).toBeNull()
    act(() => screen.getByRole('button', { name: 'Next free video: Closures' }).click())
    expect(onNextFree).toHaveBeenCalledOnce()
    expect(onNext).not.toHaveBeenCalled()
  })

  test('it pauses while the user is typing, and restarts afterwards', async () => {
    const { onNext } = end()
    const field = document.createElement('input')
    document.body.append(field)
    onTestFinished(() => field.remove())
    await seconds(4)
    field.focus()
    await seconds(10)
    expect(screen.getByText('The next video waits until you have finished writing.')).toBeTruthy()
    field.value = 'the fix'
    field.blur()
    await seconds(10)
    expect(onNext).not.toHaveBeenCalled()
    field.value = ''
    await seconds(1)
    expect(screen.getByText('The next video plays in 5 seconds')).toBeTruthy()
    await seconds(5)
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
