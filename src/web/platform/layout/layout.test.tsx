import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SignedInSession } from '#contract/accounts/accounts.ts'
import { fakeServer } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { ConfigFailure } from '#web/App.tsx'
import { useLocalState } from '#web/platform/site/store.ts'
import { Link } from '#web/platform/ui/link.tsx'
import DeletionBanner from './deletion-banner.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Layout } from './layout.tsx'
import { NotFoundPage } from './not-found-page.tsx'

beforeEach(() => useLocalState.getState().reset())
afterEach(() => vi.restoreAllMocks())

test('an invalid escape in the URL leads to the page itself', () => {
  show(<Layout>the page</Layout>, { at: '/pricing#caf%C3' })
  expect(screen.getByText('the page')).toBeTruthy()
})

describe('the toolbar', () => {
  test('has a Login link for a visitor', () => {
    show(<Layout />)
    const link = within(screen.getByRole('banner')).getByRole('link', { name: 'Login' })
    expect(link.getAttribute('href')).toBe('/login')
  })

  test.each([
    ['/content/video/closures?t=90', '/login?next=%2Fcontent%2Fvideo%2Fclosures%3Ft%3D90'],
    ['/content?q=a', '/login?next=%2Fcontent%3Fq%3Da'],
    ['/pricing', '/login'],
    ['/login?next=%2Fcontent', '/login'],
  ])('on %s has a Login link to %s, which leads back to the library', (at, target) => {
    show(<Layout />, { at })
    expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe(target)
  })

  test('has the avatar for a signed-in user', async () => {
    show(<Layout />, { session: someSession })
    expect(screen.queryByRole('link', { name: 'Login' })).toBeNull()
    expect(await screen.findByRole('button', { name: /Account menu/ })).toBeTruthy()
  })

  test('switches between light and dark, and the choice is kept', async () => {
    show(<Layout />)
    await userEvent.click(screen.getByRole('button', { name: 'Use dark theme' }))
    expect(document.documentElement.dataset.theme).toBe('dark')
    expect(useLocalState.getState().theme).toBe('dark')
    await userEvent.click(screen.getByRole('button', { name: 'Use light theme' }))
    expect(document.documentElement.dataset.theme).toBe('light')
  })

  test('follows the system as long as nothing was chosen', () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (media) => Object.assign(new EventTarget(), { media, matches: true }) as MediaQueryList,
    )
    show(<Layout />)
    expect(screen.getByRole('button', { name: 'Use light theme' })).toBeTruthy()
    expect(document.documentElement.dataset.theme).toBeUndefined()
  })
})

describe('the footer', () => {
  const footerLinks = () =>
    within(screen.getByRole('navigation', { name: 'Footer' }))
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')])

  test('links imprint, pricing, FAQ, privacy policy and terms', () => {
    show(<Layout />)
    expect(footerLinks()).toEqual([
      ['Imprint', '/imprint'],
      ['Pricing', '/pricing'],
      ['FAQ', '/faq'],
      ['Privacy policy', '/privacy-policy'],
      ['Terms & conditions', '/terms-and-conditions'],
      ['About', '/about'],
      // consumer law asks for it on every page
      ['Cancel contracts here', '/cancel-contract'],
      ['Withdraw from contract', '/withdraw-contract'],
    ])
  })

  test('links the issue tracker and the social page where the operator has them', () => {
    show(<Layout />, {
      config: { feedbackUrl: 'https://git.test/issues', socialUrl: 'https://social.test/@me' },
    })
    expect(footerLinks().slice(8)).toEqual([
      ['Feedback', 'https://git.test/issues'],
      ['Follow the author', 'https://social.test/@me'],
    ])
  })
})

describe('the switch of the language', () => {
  const links = () => within(screen.getByRole('navigation', { name: 'Language' })).getAllByRole('link')

  test('links this page in each language, says each in its own, and tells which one it is', () => {
    show(<Layout />, { at: '/content/category/react?q=a' })
    expect(links().map((link) => [link.textContent, link.lang, link.getAttribute('href')])).toEqual([
      ['English', 'en', '/content/category/react?q=a&lang=en'],
      ['Deutsch', 'de', '/content/category/react?q=a&lang=de'],
    ])
    expect(links().map((link) => link.getAttribute('aria-current'))).toEqual(['true', null])
  })

  test('has the choice remembered', async () => {
    const server = fakeServer({ chooseLanguage: () => ({ status: 200, body: { status: 'ok' } }) })
    show(<Layout />)
    await userEvent.click(screen.getByRole('link', { name: 'Deutsch' }))
    await waitFor(() => expect(server.asked('chooseLanguage')[0]?.body).toEqual({ language: 'de' }))
    // until the page is loaded in the other language, the server answers in this one
    expect(server.asked('chooseLanguage')[0]?.headers.get('x-language')).toBe('en')
  })

  test('says why nothing was remembered', async () => {
    fakeServer({ chooseLanguage: () => 'unreachable' })
    show(<Layout />)
    await userEvent.click(screen.getByRole('link', { name: 'Deutsch' }))
    expect(await screen.findByText("HTTP Error: the server can't be reached")).toBeTruthy()
  })
})

describe('around every page', () => {
  test('a first link skips to the content', async () => {
    show(<Layout />)
    await userEvent.tab()
    expect(document.activeElement?.textContent).toBe('Skip to content')
    expect(document.activeElement?.getAttribute('href')).toBe('#main')
    expect(screen.getByRole('main').id).toBe('main')
  })

  test.each([
    ['/content/video/closures', 'Skip to the player', '#player'],
    ['/content', 'Skip to the results', '#results'],
    ['/content/category/javascript', 'Skip to the results', '#results'],
  ])('a second one at %s leads further: %s', async (at, name, target) => {
    show(<Layout />, { at })
    await userEvent.tab()
    await userEvent.tab()
    expect(document.activeElement?.textContent).toBe(name)
    expect(document.activeElement?.getAttribute('href')).toBe(target)
  })

  test('a demo says that it is one, and only a demo', () => {
    show(<Layout />, { config: { demo: true } })
    const banner = screen.getByRole('complementary', { name: 'Demo' })
    expect(within(banner).getByRole('link').getAttribute('href')).toBe('/demo')
  })

  test('a real site has no demo banner', () => {
    show(<Layout />)
    expect(screen.queryByRole('complementary', { name: 'Demo' })).toBeNull()
  })

  test('a new page gets the focus, so that it is read out', async () => {
    const page = (
      <>
        <Layout />
        <Link to="/faq">Go on</Link>
      </>
    )
    show(page)
    await userEvent.click(screen.getByRole('link', { name: 'Go on' }))
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })
})

describe('what goes wrong', () => {
  test("an unknown URL says 'The given URL can not be found.' and offers to continue", () => {
    show(<NotFoundPage />)
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('The given URL can not be found.')
    expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/content')
    expect(document.title).toBe('Not found – Lectern')
  })

  test.each([
    ['/content/video/how-closures-work', 'how closures work'],
    ['/old/Schleifen_f%C3%BCr%20alle.html', 'Schleifen für alle'],
    ['/content/video/0198c4a2-7b1c-7e5f-8a3d-2f6b9c0d1e4f', ''],
    ['/nothing/42/', ''],
    ['/%E0%A4%A', ''],
    ['/<b>rust</b>', 'b'],
  ])('an unknown URL such as %s is sought by its words', (at, words) => {
    show(<NotFoundPage />, { at })
    const search = within(screen.getByRole('search', { name: 'Search' }))
    expect(search.getByRole<HTMLInputElement>('searchbox', { name: 'Search videos' }).value).toBe(words)
  })

  test('the search of an unknown URL opens its results', async () => {
    show(<NotFoundPage />, { at: '/content/video/closures' })
    await userEvent.type(screen.getByRole('searchbox'), ' & more{Enter}')
    expect(screen.getByTestId('address').textContent).toBe('/content?q=closures+%26+more')
  })

  test("a broken screen says 'Something went wrong.' and 'Please try again shortly!'", () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    show(
      <ErrorBoundary>
        <Broken />
      </ErrorBoundary>,
    )
    const alert = screen.getByRole('alert')
    expect(within(alert).getByRole('heading').textContent).toBe('Something went wrong.')
    expect(within(alert).getByText('Please try again shortly!')).toBeTruthy()
    expect(within(alert).getByRole('button', { name: 'Reload' })).toBeTruthy()
  })

  test('settings that cannot be read ask to reload', () => {
    show(<ConfigFailure />)
    expect(screen.getByRole('alert').textContent).toContain(
      'Error reading configuration - please reload and try again!',
    )
  })
})

function Broken(): never {
  throw new Error('on purpose')
}

const deletionAt = '2026-12-05T10:00:00.000Z'
const owner: SignedInSession = { ...someSession, permissions: ['account.manage'] }
const leaving = (session: SignedInSession, deletionOf: 'account' | 'user'): SignedInSession => ({
  ...session,
  account: { ...session.account, deletionAt, deletionOf },
})
const banner = () => screen.getByRole('complementary', { name: 'Deletion' })

describe('while a deletion waits, every page says so', () => {
  test('to the owner, with the way back', async () => {
    show(<Layout />, { session: leaving(owner, 'account') })
    await screen.findByText(/Your account will be deleted/)
    expect(banner().textContent).toContain('Your account will be deleted on 5. December, 2026.')
    const link = within(banner()).getByRole('link', { name: 'Keep my account' })
    expect(link.getAttribute('href')).toBe('/account/profile#own-data')
  })

  test('to a user of the account, with the way to a copy', () => {
    show(<DeletionBanner />, { session: leaving(someSession, 'account') })
    expect(banner().textContent).toContain('Your account will be deleted on 5. December, 2026.')
    expect(within(banner()).getByRole('link', { name: 'Get a copy of my data' })).toBeTruthy()
  })

  test('to a user who leaves, with the way back', () => {
    show(<DeletionBanner />, { session: leaving(someSession, 'user') })
    expect(banner().textContent).toContain('You will be removed from this account on 5. December, 2026.')
    expect(within(banner()).getByRole('link', { name: 'Keep my account' })).toBeTruthy()
  })
})

test.each([
  ['somebody who stays', someSession],
  ['a visitor', { authenticated: false }],
] as const)('to %s it says nothing', (_, session) => {
  show(<Layout />, { session })
  expect(screen.queryByRole('complementary', { name: 'Deletion' })).toBeNull()
})

describe("the operator's own links and logo", () => {
  const link = { text: { en: 'Courses', de: 'Kurse' }, to: '/content/category/css' }

  test('are in the header, in the footer after the usual ones, and have their own targets', () => {
    show(<Layout />, {
      config: {
        logoUrl: '/logo/abc.svg',
        navigation: [link],
        footer: [{ text: { en: 'Blog', de: 'Blog' }, to: 'https://blog.example.org/' }],
        social: [{ name: 'Mastodon', url: 'https://social.example.org/@me' }],
      },
    })
    const header = within(screen.getByRole('navigation', { name: 'Pages of this site' }))
    expect(header.getByRole('link', { name: 'Courses' }).getAttribute('href')).toBe('/content/category/css')
    const footer = within(screen.getByRole('navigation', { name: 'Footer' }))
    expect(footer.getByRole('link', { name: 'Imprint' })).toBeTruthy()
    expect(footer.getByRole('link', { name: 'Blog' }).getAttribute('href')).toBe('https://blog.example.org/')
    expect(footer.getByRole('link', { name: 'Mastodon' }).getAttribute('rel')).toBe('me noopener')
    expect(document.querySelector('header img')?.getAttribute('src')).toBe('/logo/abc.svg')
  })

  test('leave no empty row if there are none', () => {
    show(<Layout />)
    expect(screen.queryByRole('navigation', { name: 'Pages of this site' })).toBeNull()
  })
})

describe('the header of visitors', () => {
  const header = () => within(screen.getByRole('banner'))
  const named = () =>
    header()
      .getAllByRole('link')
      .map(({ textContent }) => textContent)

  test('leads to videos, prices, questions, to logging in, and to the trial', () => {
    show(<Layout />, { at: '/imprint' })
    expect(named()).toEqual(['Lectern', 'Videos', 'Pricing', 'FAQ', 'Login', 'Start free'])
    expect(header().getByRole('link', { name: 'Start free' }).getAttribute('href')).toBe('/register')
  })

  test.each([{ trialDays: 0 }, { serviceMode: 'sunset' as const }])('offers no trial with %j', (config) => {
    show(<Layout />, { at: '/imprint', config })
    expect(named()).toEqual(['Lectern', 'Videos', 'Pricing', 'FAQ', 'Login'])
  })

  const menu = () => header().getByRole('button', { name: 'Menu' })
  const menuLinks = () =>
    within(document.getElementById(menu().getAttribute('aria-controls') ?? '') as HTMLElement)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')])

  test('has a menu on narrow screens, with the links that do not fit, which announces whether it is open', async () => {
    show(<Layout />, { at: '/imprint' })
    expect(menu().getAttribute('aria-expanded')).toBe('false')
    await userEvent.click(menu())
    expect(menu().getAttribute('aria-expanded')).toBe('true')
    expect(menuLinks()).toEqual([
      ['Videos', '/content'],
      ['Pricing', '/pricing'],
      ['FAQ', '/faq'],
      ['Start free', '/register'],
    ])
    await userEvent.click(menu())
    expect(menu().getAttribute('aria-expanded')).toBe('false')
  })

  test('gives the focus back to the button of the menu on Escape', async () => {
    show(<Layout />, { at: '/imprint' })
    await userEvent.click(menu())
    await userEvent.tab()
    expect(document.activeElement?.textContent).toBe('Videos')
    await userEvent.keyboard('{Escape}')
    expect(menu().getAttribute('aria-expanded')).toBe('false')
    expect(document.activeElement).toBe(menu())
  })

  test.each([
    [
      'a link in it is followed',
      () => userEvent.click(header().getAllByRole('link', { name: 'FAQ' }).at(-1) as Element),
    ],
    ['something else is pressed', () => userEvent.click(screen.getByRole('contentinfo'))],
    ['it is left by Tab', () => userEvent.tab({ shift: true })],
  ])('folds the menu when %s', async (_, leave) => {
    show(<Layout />, { at: '/imprint', elsewhere: { '/faq': <Layout /> } })
    await userEvent.click(menu())
    await leave()
    expect(menu().getAttribute('aria-expanded')).toBe('false')
  })

  test('offers no trial in the menu if there is none', async () => {
    show(<Layout />, { at: '/imprint', config: { trialDays: 0 } })
    await userEvent.click(menu())
    expect(menuLinks().map(([text]) => text)).toEqual(['Videos', 'Pricing', 'FAQ'])
  })

  test('has the shop while it is open, for visitors and members', async () => {
    const { unmount } = show(<Layout />, { at: '/imprint', config: { shop: true } })
    expect(named()).toEqual(['Lectern', 'Videos', 'Pricing', 'FAQ', 'Shop', 'Login', 'Start free'])
    unmount()
    show(<Layout />, { at: '/imprint', config: { shop: true }, session: someSession })
    expect(named()).toEqual(['Lectern', 'Videos', 'Shop'])
  })

  test('has the cart while it holds something, with how many pieces, and in the menu too', async () => {
    const cart = [
      { productId: 'season', quantity: 2 },
      { productId: 'shirt', quantity: 1 },
    ]
    show(<Layout />, { at: '/imprint', config: { shop: true } })
    expect(header().queryByRole('link', { name: /Cart/ })).toBeNull()
    act(() => useLocalState.setState({ cart }))
    expect((await header().findByRole('link', { name: 'Cart 3' })).getAttribute('href')).toBe('/shop/cart')
    await userEvent.click(menu())
    expect(menuLinks()).toContainEqual(['Cart 3', '/shop/cart'])
    act(() => useLocalState.setState({ cart: [] }))
    expect(header().queryByRole('link', { name: /Cart/ })).toBeNull()
  })

  test('has no cart while nothing can be bought', () => {
    useLocalState.setState({ cart: [{ productId: 'season', quantity: 2 }] })
    show(<Layout />, { at: '/imprint' })
    expect(named()).toEqual(['Lectern', 'Videos', 'Pricing', 'FAQ', 'Login', 'Start free'])
  })

  test('has the operator’s links in place of ours, for visitors and members', () => {
    const navigation = [{ text: { en: 'Courses', de: 'Kurse' }, to: '/content' }]
    const { unmount } = show(<Layout />, { at: '/imprint', config: { navigation } })
    expect(named()).toEqual(['Lectern', 'Login', 'Start free', 'Courses'])
    unmount()
    show(<Layout />, { at: '/imprint', session: someSession, config: { navigation } })
    expect(named()).toEqual(['Lectern', 'Courses'])
  })
})

describe('the header of members', () => {
  const links = () =>
    within(screen.getByRole('navigation', { name: 'Main pages' }))
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')])

  test("links to the videos, and to the library's series if it has any", () => {
    const { unmount } = show(<Layout />, { session: someSession })
    expect(links()).toEqual([['Videos', '/content']])
    unmount()
    show(<Layout />, { session: someSession, config: { series: true } })
    expect(links()).toEqual([
      ['Videos', '/content'],
      ['Series', '/content#series'],
    ])
  })

  test('has a menu on narrow screens, without links for visitors', async () => {
    show(<Layout />, { session: someSession, config: { series: true } })
    const button = screen.getByRole('button', { name: 'Menu' })
    await userEvent.click(button)
    const menu = within(document.getElementById(button.getAttribute('aria-controls') ?? '') as HTMLElement)
    expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Videos', 'Series'])
    expect(menu.getByRole('button', { name: 'Use dark theme' })).toBeTruthy()
  })
})
