import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { TextName } from '#contract/site/site.ts'
import { fakeServer } from '#support/fake-server.ts'
import '#support/screen.tsx'
import { someConfig } from '#support/some-site.ts'
import { someText } from '#support/some-text.ts'
import { useSite } from '#web/platform/site/site.ts'
import { App } from './App.tsx'
import { routeAt } from './routes.tsx'

/** Opens the site at a URL. */
async function open(address: string, config: typeof someConfig | undefined = someConfig) {
  history.pushState(null, '', address)
  fakeServer({
    siteText: ({ params }) => ({ status: 200, body: someText(params.page as TextName) }),
  })
  await routeAt(location.pathname)?.page.preload()
  useSite.setState({ config, session: { authenticated: false } })
  return render(<App />)
}

const scrolled = vi.fn<(x: unknown, y: unknown) => void>()

beforeEach(() => {
  window.scrollTo = (x?: unknown, y?: unknown) => scrolled(x, y)
})
afterEach(() => {
  cleanup()
  scrolled.mockReset()
})

describe('the site', () => {
  test('shows a page whose code is loaded at once, with toolbar and footer around it', async () => {
    await open('/imprint')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Imprint')
    expect(screen.getByRole('banner')).toBeTruthy()
    expect(screen.getByRole('contentinfo')).toBeTruthy()
  })

  test('reports an unknown URL', async () => {
    await open('/no/such/page')
    expect(await screen.findByText('The given URL can not be found.')).toBeTruthy()
  })

  test('reports that the settings could not be read', async () => {
    history.pushState(null, '', '/imprint')
    useSite.setState({ config: undefined })
    render(<App />)
    expect(screen.getByText('Error reading configuration - please reload and try again!')).toBeTruthy()
  })

  test('loads the next page, begins at its top and speaks of it', async () => {
    await open('/imprint')
    await userEvent.click(screen.getByRole('link', { name: 'Terms & conditions' }))
    await waitFor(() => expect(document.title).toBe('Terms & conditions – Lectern'), { timeout: 10_000 })
    expect(scrolled).toHaveBeenLastCalledWith(0, 0)
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })

  test('returns to the former scroll position on going back', async () => {
    await open('/imprint')
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(420)
    window.dispatchEvent(new Event('scroll'))
    vi.restoreAllMocks()
    await userEvent.click(screen.getByRole('link', { name: 'Terms & conditions' }))
    await waitFor(() => expect(document.title).toContain('Terms'), { timeout: 10_000 })
    act(() => history.back())
    await waitFor(() => expect(document.title).toBe('Imprint – Lectern'))
    expect(scrolled).toHaveBeenLastCalledWith(0, 420)
  })
})
