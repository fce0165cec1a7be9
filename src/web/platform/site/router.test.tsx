import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Link } from '#web/platform/ui/link.tsx'
import {
  addressOf,
  Navigate,
  Router,
  Routes,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from './router.tsx'
import { browserHistory } from './site-history.ts'

beforeEach(() => window.history.replaceState(null, '', '/start'))
afterEach(cleanup)

type Ways = { navigate: ReturnType<typeof useNavigate>; change: ReturnType<typeof useSearchParams>[1] }
const ways: Partial<Ways> = {}
const navigate: Ways['navigate'] = (...to) => ways.navigate?.(...to)
const change: Ways['change'] = (...to) => ways.change?.(...to)

function Page() {
  const go = useNavigate()
  const [, change] = useSearchParams()
  useEffect(() => void Object.assign(ways, { navigate: go, change }), [go, change])
  return <output>{JSON.stringify([useLocation(), useParams()])}</output>
}

const open = (element: ReactNode = <Page />, more: { path: string; element: ReactNode }[] = []) =>
  render(
    <Router history={browserHistory()}>
      <Routes places={[...more, { path: '/item/:id', element }, { path: '*', element }]} />
    </Router>,
  )
const shown = () => JSON.parse(screen.getByRole('status').textContent)
const entry = () => window.history.state

describe('the address', () => {
  test('is read from the browser, also after a document was loaded in the middle of a visit', () => {
    window.history.replaceState({ usr: { from: 'a' }, key: 'kept', idx: 3 }, '', '/item/1?q=a#top')
    open()
    expect(shown()).toEqual([
      {
        pathname: '/item/1',
        search: '?q=a',
        hash: '#top',
        state: { from: 'a' },
        key: 'kept',
        arrival: 'pop',
      },
      { id: '1' },
    ])
    expect(entry().idx).toBe(3)
  })

  test('changes with the page, which can pass state on; each step has its own number', () => {
    open()
    expect([shown()[0].key, entry().idx]).toEqual(['default', 0])
    act(() => navigate('/item/2', { state: { seen: true } }))
    expect(shown()).toEqual([
      expect.objectContaining({ pathname: '/item/2', state: { seen: true }, arrival: 'push' }),
      { id: '2' },
    ])
    expect(shown()[0].key).not.toBe('default')
    expect(entry().idx).toBe(1)
    act(() => navigate('/item/3', { replace: true }))
    expect(shown()[0]).toMatchObject({ pathname: '/item/3', state: null, arrival: 'replace' })
    expect(entry().idx).toBe(1)
  })

  test('follows the back button', async () => {
    open()
    act(() => navigate('/item/2', { state: 'passed' }))
    act(() => navigate('/item/3'))
    act(() => navigate(-1))
    await waitFor(() =>
      expect(shown()[0]).toMatchObject({ pathname: '/item/2', state: 'passed', arrival: 'pop' }),
    )
  })

  test('accepts another query, and none at all', () => {
    open()
    act(() => navigate('/item/2?a=1&b=2'))
    act(() =>
      change((before) => {
        before.delete('a')
        return before
      }),
    )
    expect(shown()[0]).toMatchObject({ pathname: '/item/2', search: '?b=2', arrival: 'push' })
    act(() => change({}, { replace: true }))
    expect(shown()[0]).toMatchObject({ pathname: '/item/2', search: '', arrival: 'replace' })
    expect(window.location.href).toMatch(/\/item\/2$/)
  })

  test('is never that of another site', () => {
    open()
    expect(() => navigate('//example.org/x')).toThrow()
    expect(window.location.pathname).toBe('/start')
  })
})

test('a misspelled address is corrected, with its query, place and state', () => {
  const count = window.history.length
  open()
  act(() => navigate('/Item//Aa?q=//B#c', { state: 'kept' }))
  expect(shown()).toEqual([
    expect.objectContaining({ pathname: '/item/Aa', search: '?q=//B', hash: '#c', state: 'kept' }),
    { id: 'Aa' },
  ])
  expect(window.history.length).toBe(count + 1)
})

test('a page that is drawn only to lead on does so once', () => {
  const count = window.history.length
  open(<Page />, [{ path: '/start', element: <Navigate to="/item/9" replace state="why" /> }])
  expect(shown()).toEqual([expect.objectContaining({ state: 'why', arrival: 'replace' }), { id: '9' }])
  expect(window.history.length).toBe(count)
})

test('a page stays until the code of the next is there', async () => {
  const code = Promise.withResolvers<{ default: () => ReactNode }>()
  const Late = lazy(() => code.promise)
  render(
    <Router history={browserHistory()}>
      <Suspense fallback="loading">
        <Routes
          places={[
            { path: '/late', element: <Late /> },
            { path: '*', element: <Page /> },
          ]}
        />
      </Suspense>
    </Router>,
  )
  await act(async () => navigate('/late'))
  expect(shown()[0].pathname).toBe('/start')
  await act(async () => code.resolve({ default: () => 'here' }))
  expect(await screen.findByText('here')).toBeTruthy()
})

describe('a link', () => {
  const link = (more: object = {}) => {
    open(
      <>
        <Page />
        <Link to="/item/5?q=a" state={{ by: 'link' }} {...more}>
          Go
        </Link>
      </>,
    )
    return screen.getByRole('link')
  }
  const left = vi.fn<(prevented: boolean) => void>()
  const leave = (event: MouseEvent) => {
    left(event.defaultPrevented)
    event.preventDefault()
  }
  beforeEach(() => {
    left.mockClear()
    // at this point the browser would follow the link; jsdom cannot
    window.addEventListener('click', leave)
  })
  afterEach(() => window.removeEventListener('click', leave))

  test('navigates without loading a document, and passes on its state', async () => {
    expect(link().getAttribute('href')).toBe('/item/5?q=a')
    await userEvent.click(screen.getByRole('link'))
    expect(shown()[0]).toMatchObject({ pathname: '/item/5', search: '?q=a', state: { by: 'link' } })
  })

  test('to the current page adds no history entry', async () => {
    link()
    await userEvent.click(screen.getByRole('link'))
    await userEvent.click(screen.getByRole('link'))
    expect([entry().idx, shown()[0].arrival]).toEqual([1, 'replace'])
  })

  test.each([
    ['with Ctrl', '{Control>}', {}],
    ['with Shift', '{Shift>}', {}],
    ['with Cmd', '{Meta>}', {}],
    ['into another tab', '', { target: '_blank' }],
  ])('that is pressed %s is left to the browser', async (_, keys, more) => {
    const user = userEvent.setup()
    link(more)
    if (keys) await user.keyboard(keys)
    await user.click(screen.getByRole('link'))
    expect(shown()[0].pathname).toBe('/start')
    expect(left.mock.calls).toEqual([[false]])
  })

  test('prevented by the page is not followed', async () => {
    link({ onClick: (event: Event) => event.preventDefault() })
    await userEvent.click(screen.getByRole('link'))
    expect(shown()[0].pathname).toBe('/start')
  })
})

test.each([
  ['/faq', '/faq'],
  ['/faq?', '/faq'],
  ['?q=b', '/content?q=b'],
  ['#top', '/content#top'],
  [{ search: 'q=b' }, '/content?q=b'],
  [{ pathname: '/faq', search: '' }, '/faq'],
  [{ pathname: '/faq', search: '?a=1', hash: '#b' }, '/faq?a=1#b'],
])('%o means %s on /content?q=a#x', (to, address) => {
  const here = {
    pathname: '/content',
    search: '?q=a',
    hash: '#x',
    state: null,
    key: 'k',
    arrival: 'pop',
  } as const
  expect(addressOf(to, here)).toBe(address)
})
