import type { Browser, Page } from '@playwright/test'
import { type PageName, pages } from '#contract/pages.ts'
import { languages } from '#domain/language.ts'
import { contextAs, everyScreen, mainScreens, openScreen, type Screen, untilDrawn } from './screens.ts'
import { failuresBySecondOpinion } from './second-opinion.ts'
import { expect, type Site, test } from './site.ts'
import { sizes, whatDoesNotFit, whatDoesNotFitAnySize } from './what-does-not-fit.ts'

test.use({ sharedSite: true })

for (const role of [undefined, 'viewer', 'owner', 'admin'] as const)
  test(`every page fits every size in both languages, and a second checker finds nothing to fail, for ${role ?? 'a visitor'}`, async ({
    browser,
    site,
  }) => {
    const screens = await everyScreen(site.url)
    expect(Object.keys(pages).filter((name) => !screens.some((screen) => shows(screen, name)))).toEqual([])
    const mainOnes = new Set((await mainScreens(site.url)).map(({ name }) => name))
    const failures: string[] = []
    const context = await contextAs(browser, site, role)
    const page = await context.newPage()
    for (const language of languages)
      for (const { name, path } of screens.filter(({ as }) => as === role)) {
        await page.setViewportSize(sizes[0])
        await page.goto(site.url + inLanguage(path, language))
        await untilDrawn(page)
        const say = (what: string[]) => failures.push(...what.map((one) => `${name}, ${language}: ${one}`))
        if ((await page.locator('html').getAttribute('lang')) !== language) say(['another language'])
        if (language === 'en' && mainOnes.has(name)) {
          await page.waitForLoadState('networkidle')
          say(await failuresBySecondOpinion(page))
        }
        say(await whatDoesNotFitAnySize(page))
      }
    await context.close()
    expect(failures).toEqual([])
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

const inLanguage = (path: string, language: string) =>
  `${path}${path.includes('?') ? '&' : '?'}lang=${language}`

/** Whether a screen is a page of the contract: its address has the page's parts in the same places. */
function shows({ path }: Screen, name: string): boolean {
  const pattern = pages[name as PageName].path.replace(/:\w+/g, '[^/]+').replace('*', '.+')
  return new RegExp(`^${pattern}$`).test(path.split('?')[0] ?? '')
}

/** A page for each screen, in a context for each role. */
async function atEachScreen(
  browser: Browser,
  site: Site,
  viewport: { width: number; height: number },
  look: (page: Page, screen: Screen) => Promise<void>,
): Promise<void> {
  for (const [role, screens] of Map.groupBy(await mainScreens(site.url), (screen) => screen.as)) {
    const context = await contextAs(browser, site, role, { viewport })
    for (const screen of screens) {
      const page = await context.newPage()
      await look(page, screen)
      await page.close()
    }
    await context.close()
  }
}
