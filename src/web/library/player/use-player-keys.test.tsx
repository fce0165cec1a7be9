import { act } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { show } from '#support/screen.tsx'
import { usePlayerKeys } from './use-player-keys.ts'

function Page({ onAction }: { onAction: () => void }) {
  usePlayerKeys(document.body, onAction)
  return <input aria-label="word" />
}

test('letters typed after their field was removed do not act on the film until typing has stopped for a second', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const onAction = vi.fn()
  show(<Page onAction={onAction} />)
  const field = document.querySelector('input')
  act(() => field?.focus())
  await user.keyboard('mute')
  act(() => field?.blur())
  for (const letter of 'film j k') {
    vi.advanceTimersByTime(300)
    await user.keyboard(letter)
  }
  expect(onAction).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1000)
  await user.keyboard('k')
  expect(onAction).toHaveBeenCalledExactlyOnceWith({ do: 'toggle-play' })
  vi.useRealTimers()
})
