import type { Browser, Page } from '@playwright/test'
import { contextAs, mainScreens, openScreen, type Screen } from './screens.ts'
import { failuresBySecondOpinion } from './second-opinion.ts'
import { expect, type Site, test } from './site.ts'

test.use({ sharedSite: true })

test('every main screen fits into 320 px, and a second checker finds nothing to fail', async ({
  browser,
  site,
}) => {
  await atEachScreen(browser, site, { width: 320, height: 800 }, async (page, screen) => {
    await openScreen(page, site.url, screen)
    expect(await whatDoesNotFit(page), `${screen.name} at 320 px`).toEqual([])
    expect(await failuresBySecondOpinion(page), screen.name).toEqual([])
  })
})

test('every main screen can be read and used with text of twice the size', async ({ browser, site }) => {
  await atEachScreen(browser, site, { width: 1280, height: 900 }, async (page, screen) => {
    // as a reader sets it in the browser
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
    await openScreen(page, site.url, screen)
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
    expect(await whatDoesNotFit(page), `${screen.name} with large text`).toEqual([])
  })
})

test('the headline of the landing page keeps its room where a reader makes the text of this page alone larger', async ({
  page,
}) => {
  for (const width of [1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    await expect(page.locator('#root .document')).toHaveCount(0)
    // the width from which something stands beside it does not grow with the text
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    const box = await page.getByRole('heading', { level: 1 }).boundingBox()
    expect(box?.width, `${width} px`).toBeGreaterThan(width * 0.6)
  }
})

/** Long names of packages have to fit, too; it is in no picture of the product. */
const licences: Screen = { name: 'licences', path: '/licences' }

/** A page for each screen, in a context for each role. */
async function atEachScreen(
  browser: Browser,
  site: Site,
  viewport: { width: number; height: number },
  look: (page: Page, screen: Screen) => Promise<void>,
): Promise<void> {
  for (const [role, screens] of Map.groupBy(
    [...(await mainScreens(site.url)), licences],
    (screen) => screen.as,
  )) {
    const context = await contextAs(browser, site, role, { viewport })
    for (const screen of screens) {
      const page = await context.newPage()
      await look(page, screen)
      await page.close()
    }
    await context.close()
  }
}

/** What is wider than the screen though nothing around it scrolls, and controls whose text is cut off (WCAG 1.4.4, 1.4.10). */
function whatDoesNotFit(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const named = (element: Element) => element.outerHTML.slice(0, 120)
    const scrollsInside = (element: Element): boolean => {
      const parent = element.parentElement
      if (!parent || parent === document.body) return false
      return getComputedStyle(parent).overflowX !== 'visible' || scrollsInside(parent)
    }
    const shown = [...document.querySelectorAll('body *')].filter(
      (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('.sr-only'),
    )
    const outside = shown.filter((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 1 && (right > clientWidth + 1 || left < -1) && !scrollsInside(element)
    })
    const cut = shown.filter((element) => {
      if (!element.matches('a, button, select, summary, h1, h2, label')) return false
      const { display, overflowX, textOverflow } = getComputedStyle(element)
      if (display === 'inline' || (overflowX !== 'visible' && textOverflow === 'ellipsis')) return false
      return element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1
    })
    // a control within a frame that cuts it off
    const clipped = shown.filter((element) => {
      if (!element.matches('button, select, input:not([type="range"])')) return false
      const frame = element.closest('.player')?.getBoundingClientRect()
      const { left, right, width } = element.getBoundingClientRect()
      return frame !== undefined && width > 1 && (left < frame.left - 1 || right > frame.right + 1)
    })
    return [
      ...(scrollWidth > clientWidth ? [`the page scrolls sideways by ${scrollWidth - clientWidth} px`] : []),
      ...outside.map((element) => `outside: ${named(element)}`),
      ...cut.map((element) => `cut off: ${named(element)}`),
      ...clipped.map((element) => `beyond the film: ${named(element)}`),
    ].slice(0, 8)
  })
}
