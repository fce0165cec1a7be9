import type { Browser, Page, Route } from '@playwright/test'
import { observeVisit } from '../bench/first-visit.ts'
import { isThorough } from './expect-accessible.ts'
import { contextAs, type Screen } from './screens.ts'
import { expect, type Site, test } from './site.ts'

/** The initial states of a listing: the browser's settings, and the URL. */
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

/** At a commit by turns one of them. */
const widthsOf = (index: number) => (isThorough ? widths : [widths[index % 2] ?? 390])

test.use({ sharedSite: true })

for (const [index, view] of views.entries())
  test(`${view.name}: the placeholder of a loading listing takes its space @long`, async ({
    browser,
    site,
  }) => {
    for (const width of widthsOf(index)) {
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
      // a style sheet may still be on its way
      await page.unrouteAll({ behavior: 'ignoreErrors' })
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
 * Opens a listing from another page, with videos that arrive after everything else was rendered. A listing opened by
 * its URL keeps the served text until they arrive.
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
  // replacing one page by another is no shift
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
 * A font that arrives late is not used until the next page (`standingText` in vite.config.ts), which changes line
 * breaks. Here the test waits for it.
 */
async function useFaceWhenever(route: Route): Promise<void> {
  const response = await route.fetch()
  const body = (await response.text()).replaceAll('font-display:optional', 'font-display:block')
  await route.fulfill({ response, body })
}

/** The positions of heading, rows and the first card, in whole pixels. Runs in the page. */
function boxes(): Record<string, string> {
  const parts = {
    title: 'main h1',
    views: 'main header fieldset:last-of-type',
    // the remaining tags depend on the listed videos
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
