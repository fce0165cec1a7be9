import { type Browser, type BrowserContext, expect, type Page, type Request } from '@playwright/test'
import type { Site } from './site.ts'

/** A screen of the demo, by its path and role; signed out without a role. */
export type Screen = {
  readonly name: string
  readonly path: string
  readonly as?: Parameters<Site['login']>[0] | undefined
}

/** Every main screen of an unchanged demo; those with the same role are adjacent. */
export async function mainScreens(origin: string): Promise<readonly Screen[]> {
  const read = async (path: string) => (await fetch(origin + path)).json()
  const { videos } = (await read('/api/videos')) as { videos: { id: string; free: boolean }[] }
  const film = (free: boolean) => `/content/video/${videos.find((video) => video.free === free)?.id}`
  return [
    { name: 'landing', path: '/' },
    { name: 'listing', path: '/content' },
    { name: 'topics', path: '/content?sort=category' },
    { name: 'search', path: '/content?q=promise' },
    { name: 'free-video', path: film(true) },
    { name: 'locked-video', path: film(false) },
    { name: 'series', path: '/content/series/javascript-from-the-inside' },
    { name: 'pricing', path: '/pricing' },
    { name: 'faq', path: '/faq' },
    { name: 'register', path: '/register' },
    { name: 'login', path: '/login' },
    { name: 'shop', path: '/shop' },
    { name: 'not-found', path: '/nowhere' },
    { name: 'member-listing', path: '/content', as: 'viewer' },
    { name: 'member-video', path: film(false), as: 'viewer' },
    { name: 'subscription', path: '/account/subscription', as: 'owner' },
    { name: 'wizard', path: '/subscription/new/1', as: 'owner' },
    { name: 'users', path: '/account/users', as: 'owner' },
    { name: 'profile', path: '/account/profile', as: 'owner' },
    { name: 'security', path: '/account/security', as: 'owner' },
    { name: 'admin', path: '/admin', as: 'admin' },
    { name: 'admin-accounts', path: '/admin/account/list', as: 'admin' },
    { name: 'admin-coupons', path: '/admin/coupon/add', as: 'admin' },
  ]
}

/** Opens a screen and waits until it is rendered. */
export async function openScreen(page: Page, origin: string, { path }: Screen): Promise<void> {
  await page.goto(origin + path)
  await page.locator('main h1').first().waitFor()
  await page.waitForFunction(() => !document.querySelector('#root .document, [aria-busy="true"]'))
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
}

/**
 * Goes to another page of an open app, as a link does: without loading the app again, which takes most of the time of
 * `openScreen`. A page that keeps the former heading is loaded.
 */
export async function goToScreen(page: Page, origin: string, screen: Screen): Promise<void> {
  const open = new Set<Request>()
  const begun = (request: Request) => void open.add(request)
  const ended = (request: Request) => void open.delete(request)
  page.on('request', begun).on('requestfinished', ended).on('requestfailed', ended)
  await page.evaluate((address) => {
    for (const heading of document.querySelectorAll('main h1')) heading.setAttribute('data-former', '')
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, screen.path)
  const isNew = await page
    .locator('main h1:not([data-former])')
    .first()
    .waitFor({ timeout: 4_000 })
    .then(() => true)
    .catch(() => false)
  if (isNew) {
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
    await expect.poll(() => open.size, { intervals: [20, 50, 100] }).toBe(0)
  } else await openScreen(page, origin, screen)
  page.off('request', begun).off('requestfinished', ended).off('requestfailed', ended)
}

/** A browser context signed in with this role. */
export async function contextAs(
  browser: Browser,
  site: Pick<Site, 'url' | 'login'>,
  role: Screen['as'],
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  if (!role) return context
  const { token } = await (await context.request.get(`${site.url}/api/csrf-token`)).json()
  const { email, password } = await site.login(role)
  const reply = await context.request.post(`${site.url}/auth/login`, {
    headers: { 'x-csrf-token': token, origin: site.url },
    data: { email, password },
  })
  if (!reply.ok()) throw new Error(`cannot sign in as ${role}: ${await reply.text()}`)
  return context
}
