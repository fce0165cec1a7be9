import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { show } from '#support/screen.tsx'
import { listenBeforeRouter } from './history-guard.ts'
import { useLeaveWarning } from './leave-warning.tsx'

const words = { title: 'Leave?', text: 'Something is unsaved.', stay: 'Stay', leave: 'Leave it' }
const router = vi.fn()
const go = vi.fn()
beforeAll(() => {
  listenBeforeRouter()
  window.addEventListener('popstate', router)
})
beforeEach(() => {
  vi.spyOn(history, 'go').mockImplementation(go)
  history.replaceState({ idx: 3 }, '')
})
afterEach(() => {
  router.mockClear()
  go.mockClear()
  history.replaceState(null, '')
})

function Page({ unsaved }: { unsaved: boolean }) {
  return useLeaveWarning(unsaved, words)
}

const arriveAt = (idx: number | undefined) =>
  act(async () => {
    const state = idx === undefined ? null : { idx }
    window.dispatchEvent(new PopStateEvent('popstate', { state }))
  })
const asked = () => screen.queryByRole('dialog', { name: 'Leave?' }) !== null

test('the back button leaves a page with nothing unsaved', async () => {
  show(<Page unsaved={false} />)
  await arriveAt(2)
  expect([asked(), router.mock.calls.length, go.mock.calls]).toEqual([false, 1, []])
})

test.each([
  ['back', 2, 1],
  ['two pages back', 1, 2],
  ['forward', 4, -1],
])('%s is undone before the router hears of it, and asked about', async (_, there, wayHome) => {
  show(<Page unsaved />)
  await arriveAt(there)
  expect(go.mock.calls).toEqual([[wayHome]])
  // the browser returns to this page
  await arriveAt(3)
  expect([asked(), router.mock.calls.length]).toEqual([true, 0])

  await userEvent.click(screen.getByRole('button', { name: 'Stay' }))
  expect([asked(), go.mock.calls.length]).toEqual([false, 1])
  await arriveAt(there)
  await userEvent.click(screen.getByRole('button', { name: 'Leave it' }))
  expect(go.mock.calls.at(-1)).toEqual([-wayHome])
  await arriveAt(there)
  expect(router).toHaveBeenCalledTimes(1)
})

test('an entry that the router did not number is left to it', async () => {
  show(<Page unsaved />)
  await arriveAt(undefined)
  expect([asked(), router.mock.calls.length, go.mock.calls]).toEqual([false, 1, []])
})

describe('a link to another page of the site', () => {
  const follow = (how: MouseEventInit = {}) => {
    const link = screen.getByRole('link', { name: 'Elsewhere' })
    const click = new MouseEvent('click', { bubbles: true, cancelable: true, ...how })
    act(() => void link.dispatchEvent(click))
    return click
  }
  const draw = () =>
    show(
      <>
        <a href="/elsewhere">Elsewhere</a>
        <Page unsaved />
      </>,
    )

  test('is asked about before it is followed', () => {
    draw()
    expect([follow().defaultPrevented, asked()]).toEqual([true, true])
  })

  test.each<[string, MouseEventInit]>([
    ['the command key', { metaKey: true }],
    ['the control key', { ctrlKey: true }],
    ['the shift key', { shiftKey: true }],
    ['the alt key', { altKey: true }],
    ['the middle button', { button: 1 }],
  ])('with %s opens elsewhere: this page stays, and nothing is asked', (_, how) => {
    draw()
    expect([follow(how).defaultPrevented, asked()]).toEqual([false, false])
  })
})
