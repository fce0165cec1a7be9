import type { Browser, Page, Route } from '@playwright/test'
import { observeVisit } from '../bench/first-visit.ts'
import { contextAs, type Screen } from './screens.ts'
import { expect, type Site, test } from './site.ts'

/** The ways in which a listing begins: what its browser remembers, and what its address asks for. */
const views: readonly { name: string; path?: string; kept?: object; as?: Screen['as'] }[] = [
  { name: 'cards by date below the series' },
  { name: 'the list', kept: { listView: true } },
  { name: 'by topic', kept: { byTopic: true } },
  { name: 'by topic as a list', kept: { byTopic: true, listView: true } },
  { name: 'with filters and an order', path: '/content?tag=fundamentals&tag=async&sort=title' },
  { name: 'a search', path: '/content?q=promise' },
  { name: 'what a member goes on with', as: 'viewer' },
]
const widths = [390, 1440]

test.use({ sharedSite: true })

for (const view of views)
  test(`${view.name}: the placeholder of a loading listing takes its space`, async ({ browser, site }) => {
    for (const width of widths) {
      const page = await open(browser, site, view, width)
      // the first visit, and one by a browser that remembers the last
      for (const visit of ['first', 'second']) {
        const { waiting, listed } = await visitHeldUp(page, site.url, view.path ?? '/content')
        const at = `${width} px, ${visit} visit`
        // a member's films are known from the last time
        if (!view.as || visit === 'second') expect(listed, at).toEqual(waiting)
        const { layoutShift, moved } = await page.evaluate(() => (window as unknown as Observed).seen)
        expect(layoutShift, `${at}: ${moved.join('; ')}`).toBeLessThan(0.01)
      }
      await page.context().close()
    }
  })

type Observed = { seen: { layoutShift: number; moved: string[] } }

async function open(
  browser: Browser,
  site: Site,
  { kept, as }: (typeof views)[number],
  width: number,
): Promise<Page> {
  const context = await contextAs(browser, site, as, {
    viewport: { width, height: width < 700 ? 844 : 900 },
    ...(width < 700 && { isMobile: true, hasTouch: true }),
  })
  const page = await context.newPage()
  await page.addInitScript(observeVisit)
  if (kept)
    await page.addInitScript((state) => {
      localStorage.setItem('lectern', JSON.stringify({ state, version: 1 }))
    }, kept)
  return page
}

/**
 * Goes from another page to a listing whose videos come only after everything else has been drawn. A listing that is opened by its
 * address keeps what was served until they come.
 */
async function visitHeldUp(page: Page, origin: string, path: string) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/videos', async (route) => {
    await released
    await route.continue()
  })
  await page.route('**/*.css', useFaceWhenever)
  await page.goto(`${origin}/about`)
  await page.locator('article h1').waitFor()
  await page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await page.locator('.placeholder h1').waitFor()
  await page.evaluate(() => document.fonts.ready)
  const waiting = await page.evaluate(boxes)
  // that one page takes the place of another is no shift
  await page.evaluate(() =>
    Object.assign((window as unknown as Observed).seen, { layoutShift: 0, moved: [] }),
  )
  release()
  await page.locator('.video-card-link:not([inert] *)').first().waitFor()
  await page.unroute('**/api/videos')
  await page.waitForLoadState('networkidle')
  return { waiting, listed: await page.evaluate(boxes) }
}

/**
 * A face that comes late is not used until the next page (`standingText` in vite.config.ts); then other words fit into a line. Here it
 * is waited for.
 */
async function useFaceWhenever(route: Route): Promise<void> {
  const response = await route.fetch()
  const body = (await response.text()).replaceAll('font-display:optional', 'font-display:block')
  await route.fulfill({ response, body })
}

/** Where head, rows and the first card stand, in whole pixels. Runs in the page. */
function boxes(): Record<string, string> {
  const parts = {
    title: 'main h1',
    views: 'main header fieldset:last-of-type',
    // which tags are left by a filter is found out by what is listed
    ...(!location.search && { order: '.filter-column section:nth-of-type(2)' }),
    rows: '.card-row',
    head: '.listing h2:not(section h2)',
    card: '.card-grid:not(.card-row) .video-card',
    poster: '.card-grid:not(.card-row) .video-card-poster',
  }
  const box = (element: Element) => {
    const { x, y, width } = element.getBoundingClientRect()
    // a heading is as wide as its words
    return (element.matches('h2') ? [x, y] : [x, y, width]).map(Math.round).join(' ')
  }
  return Object.fromEntries(
    Object.entries(parts).map(([name, selector]) => [
      name,
      [...document.querySelectorAll(selector)]
        .slice(0, name === 'rows' ? 2 : 1)
        .map(box)
        .join(', '),
    ]),
  )
}
