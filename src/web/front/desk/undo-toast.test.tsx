import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { show } from '#support/screen.tsx'
import { offerUndo, UndoToast, undoMs } from './undo-toast.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())
const offered = () => screen.queryByRole('button', { name: 'Undo' })

test('an act can be undone for ten seconds, longer while one points at the message', () => {
  const undo = vi.fn()
  show(<UndoToast />)
  act(() => offerUndo('It is in the trash.', undo))
  act(() => vi.advanceTimersByTime(undoMs - 1000))
  fireEvent.mouseEnter(screen.getByText('It is in the trash.'))
  act(() => vi.advanceTimersByTime(undoMs))
  expect(offered()).toBeTruthy()
  fireEvent.mouseLeave(screen.getByText('It is in the trash.'))
  act(() => vi.advanceTimersByTime(999))
  expect(offered()).toBeTruthy()
  act(() => vi.advanceTimersByTime(1))
  expect(offered()).toBeNull()
  expect(undo).not.toHaveBeenCalled()
})

test('a later act has its own ten seconds, and is undone once', () => {
  const [first, second] = [vi.fn(), vi.fn()]
  show(<UndoToast />)
  act(() => offerUndo('One', first))
  act(() => vi.advanceTimersByTime(undoMs - 1000))
  act(() => offerUndo('Two', second))
  act(() => vi.advanceTimersByTime(2000))
  fireEvent.click(offered() as HTMLElement)
  expect(offered()).toBeNull()
  expect(first).not.toHaveBeenCalled()
  expect(second).toHaveBeenCalledTimes(1)
})
