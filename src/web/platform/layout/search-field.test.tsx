import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { memoryHistory } from '#support/memory-history.ts'
import { Router, Routes, useLocation, useNavigate } from '#web/platform/site/router.tsx'
import type { SiteHistory } from '#web/platform/site/site-history.ts'
import { useLocalState } from '#web/platform/site/store.ts'
import { Link } from '#web/platform/ui/link.tsx'
import { SearchField } from './search-field.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  useLocalState.getState().reset()
})

function open(address: string, container?: HTMLElement) {
  render(
    <Router history={memoryHistory(address)}>
      <SearchField />
      <Around />
      <Routes places={[{ path: '*', element: <textarea aria-label="comment" /> }]} />
    </Router>,
    container && { container },
  )
}

function Around() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return (
    <>
      <output data-testid="address">{pathname + search}</output>
      <Link to="/faq">FAQ</Link>
      <a href="/content/video/slow" onClick={(event) => event.preventDefault()}>
        On its way
      </a>
      <Link to="/content?q=elsewhere&tag=css">Found by a link</Link>
      <button type="button" onClick={() => navigate(-1)}>
        Back
      </button>
    </>
  )
}

const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search videos' })
const address = () => screen.getByTestId('address').textContent
const type = (text: string) => {
  field().focus()
  fireEvent.change(field(), { target: { value: text } })
}
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const press = (key: string, more: object = {}, on: Element = document.activeElement ?? document.body) =>
  fireEvent.keyDown(on, { key, ...more })

describe('the search field', () => {
  test("says 'Looking for? (ctrl-s)'", () => {
    open('/')
    expect(field().placeholder).toBe('Looking for? (ctrl-s)')
  })

  test.each([
    ['Ctrl-S', 's', { ctrlKey: true }],
    ['Ctrl-S with caps lock', 'S', { ctrlKey: true }],
    ['Cmd-S', 's', { metaKey: true }],
    ['/', '/', {}],
    ['/ of a keyboard that has it on Shift-7', '/', { shiftKey: true }],
  ])('is focused and its text selected by %s', (_, key, modifiers) => {
    open('/content?q=closures')
    // false: the browser's default action, saving the page, was prevented
    expect(press(key, modifiers, document.body)).toBe(false)
    expect(document.activeElement).toBe(field())
    expect([field().selectionStart, field().selectionEnd]).toEqual([0, 8])
  })

  test.each([
    ['S alone', 's', {}],
    ['Ctrl-Shift-S', 'S', { ctrlKey: true, shiftKey: true }],
    ['Ctrl-Alt-S', 's', { ctrlKey: true, altKey: true }],
  ])('is not focused by %s', (_, key, modifiers) => {
    open('/')
    expect(press(key, modifiers, document.body)).toBe(true)
    expect(document.activeElement).not.toBe(field())
  })

  test('is not focused by / in text fields, but by Ctrl-S', () => {
    open('/')
    const comment = screen.getByRole('textbox', { name: 'comment' })
    comment.focus()
    expect(press('/')).toBe(true)
    expect(document.activeElement).toBe(comment)
    press('s', { ctrlKey: true })
    expect(document.activeElement).toBe(field())
  })

  test('is not focused by / when single-letter keys are off', () => {
    useLocalState.getState().set({ letterKeys: false })
    open('/')
    expect(press('/', {}, document.body)).toBe(true)
    expect(document.activeElement).not.toBe(field())
  })

  test('is cleared by Escape, and left by Escape when it is empty', () => {
    open('/content?q=closures')
    field().focus()
    press('Escape')
    expect([field().value, document.activeElement]).toEqual(['', field()])
    wait(40)
    expect(address()).toBe('/content')
    press('Escape')
    expect(document.activeElement).not.toBe(field())
  })

  test('is left by Enter, and its text is searched at once', () => {
    open('/content')
    type('closures')
    // as Enter does in a browser
    act(() => field().form?.requestSubmit())
    expect(document.activeElement).not.toBe(field())
    expect(address()).toBe('/content?q=closures')
  })
})

describe('text typed before the screens started', () => {
  /** The served document, before the screens take over its field. */
  const served = (typed: string) => {
    const root = document.body.appendChild(document.createElement('div'))
    root.innerHTML = '<input name="q">'
    const before = root.querySelector('input')
    if (before) before.value = typed
    return { root, before }
  }

  test('is searched for, and typing continues', () => {
    const { root, before } = served('clo')
    before?.focus()
    open('/pricing', root)
    expect(document.activeElement).toBe(field())
    expect(field().value).toBe('clo')
    wait(40)
    expect(address()).toBe('/content?q=clo')
  })

  test('does not take the focus from another field', () => {
    open('/pricing', served('left by the browser').root)
    expect(document.activeElement).toBe(document.body)
    expect(field().value).toBe('')
  })
})

describe('the search in the address', () => {
  test('fills the field', () => {
    open('/content?q=a%20b&tag=css')
    expect(field().value).toBe('a b')
  })

  test('follows the typing after 40 ms and leaves the filters alone', () => {
    open('/content?tag=css&sort=title')
    type('c')
    wait(39)
    type('cl')
    wait(39)
    expect(address()).toBe('/content?tag=css&sort=title')
    wait(1)
    expect(address()).toBe('/content?tag=css&sort=title&q=cl')
  })

  test('is one step of the history, however much is typed', () => {
    open('/faq')
    for (const text of ['a', 'ab', 'abc']) {
      type(text)
      wait(200)
    }
    expect(address()).toBe('/content?q=abc')
    fireEvent.click(screen.getByRole('button', { name: 'Back' }))
    expect([address(), field().value]).toEqual(['/faq', ''])
  })

  test('begins on the listing when typed on another page, and typing continues', () => {
    open('/content/video/closures')
    type('a')
    wait(40)
    expect(address()).toBe('/content?q=a')
    type('ab')
    expect(field().value).toBe('ab')
    wait(40)
    expect(address()).toBe('/content?q=ab')
  })

  test('changed elsewhere is shown in the field', () => {
    open('/content?q=mine')
    fireEvent.click(screen.getByRole('link', { name: 'Found by a link' }))
    expect(field().value).toBe('elsewhere')
    fireEvent.click(screen.getByRole('link', { name: 'FAQ' }))
    expect(field().value).toBe('')
  })

  test('does not return a visitor who left before it was written', () => {
    open('/pricing')
    type('a')
    fireEvent.click(screen.getByRole('link', { name: 'FAQ' }))
    wait(1000)
    expect(address()).toBe('/faq')
  })

  test('does not call back whoever follows a link to a page whose script is on its way', () => {
    open('/content')
    type('react')
    fireEvent.click(screen.getByRole('link', { name: 'On its way' }))
    wait(1000)
    expect(address()).toBe('/content')
  })
})

test('keys typed while a slow page still shows the search before are not taken back', () => {
  const { arriveAt, history } = slowHistory()
  render(
    <Router history={history}>
      <SearchField />
    </Router>,
  )
  type('pr')
  wait(40)
  type('prom')
  wait(40)
  arriveAt('?q=pr')
  expect(field().value).toBe('prom')
  arriveAt('?q=prom')
  expect(field().value).toBe('prom')
  arriveAt('?q=by+a+link')
  expect(field().value).toBe('by a link')
})

/** A history whose navigation completes when the test says so. */
function slowHistory() {
  let arrived = memoryHistory('/content').location
  let changed = () => {}
  const nowhere = () => undefined
  const history: SiteHistory = {
    get location() {
      return arrived
    },
    push: nowhere,
    replace: nowhere,
    go: nowhere,
    listen: (listener) => {
      changed = listener
      return nowhere
    },
  }
  const arriveAt = (search: string) =>
    act(() => {
      arrived = { ...arrived, search }
      changed()
    })
  return { history, arriveAt }
}
