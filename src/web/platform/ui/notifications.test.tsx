import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Notifications } from './notifications.tsx'
import { notify, useNotifications } from './notifications-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
  useNotifications.setState({ notifications: [], pausedAt: undefined })
  render(<Notifications />)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const raise = (...notification: Parameters<typeof notify>) => act(() => notify(...notification))
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const shown = () => screen.queryAllByText(/./, { selector: 'p' }).map(({ textContent }) => textContent)

describe('a notification', () => {
  test('expires after 5000 ms', () => {
    raise('Saved.')
    wait(4999)
    expect(shown()).toEqual(['Saved.'])
    wait(1)
    expect(shown()).toEqual([])
  })

  test('that is renewed in between is kept for another 5000 ms', () => {
    raise('Saved.')
    wait(3000)
    raise('Saved.')
    wait(4999)
    expect(shown()).toEqual(['Saved.'])
    wait(1)
    expect(shown()).toEqual([])
  })

  test('of the same id is renewed with its new words', () => {
    raise('1 of 2', 'info', 'progress')
    wait(3000)
    raise('2 of 2', 'success', 'progress')
    expect(shown()).toEqual(['2 of 2'])
    wait(3000)
    expect(shown()).toEqual(['2 of 2'])
  })

  test('is shown together with others, each with its own time, the newest last', () => {
    raise('First.')
    wait(2000)
    raise('Second.', 'error')
    expect(shown()).toEqual(['First.', 'Second.'])
    wait(3000)
    expect(shown()).toEqual(['Second.'])
    wait(2000)
    expect(shown()).toEqual([])
  })

  test('pauses on hover, and then keeps its remaining time', () => {
    raise('Read me.')
    wait(4000)
    fireEvent.mouseEnter(screen.getByText('Read me.').closest('.notification') as HTMLElement)
    wait(60_000)
    expect(shown()).toEqual(['Read me.'])
    fireEvent.mouseLeave(screen.getByText('Read me.').closest('.notification') as HTMLElement)
    wait(999)
    expect(shown()).toEqual(['Read me.'])
    wait(1)
    expect(shown()).toEqual([])
  })

  test('that comes while one points at another has its whole time afterwards', () => {
    raise('First.')
    wait(1000)
    const first = screen.getByText('First.').closest('.notification') as HTMLElement
    fireEvent.mouseEnter(first)
    wait(10_000)
    raise('Second.')
    fireEvent.mouseLeave(first)
    wait(4000)
    expect(shown()).toEqual(['Second.'])
    wait(1000)
    expect(shown()).toEqual([])
  })

  test('waits while its button has the focus', () => {
    raise('Read me.')
    fireEvent.focus(screen.getByRole('button', { name: 'Dismiss' }))
    wait(10_000)
    expect(shown()).toEqual(['Read me.'])
    fireEvent.blur(screen.getByRole('button', { name: 'Dismiss' }))
    wait(5000)
    expect(shown()).toEqual([])
  })

  test('can be dismissed, and what comes after it is not held up by that', () => {
    raise('Go away.')
    fireEvent.mouseEnter(screen.getByText('Go away.').closest('.notification') as HTMLElement)
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(shown()).toEqual([])
    raise('Next.')
    wait(5000)
    expect(shown()).toEqual([])
  })

  test('is read out politely, in a region that is there before it', () => {
    const region = screen.getByRole('region', { name: 'Notifications' })
    expect(region.getAttribute('aria-live')).toBe('polite')
    raise('Saved.')
    expect(region.textContent).toContain('Saved.')
  })
})
