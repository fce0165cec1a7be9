import type { CDPSession, Page } from '@playwright/test'
import { languages } from '#domain/language.ts'
import { begunOrder, everyPage } from './every-page.ts'
import { addressIn, isThorough } from './expect-accessible.ts'
import { contextAs, goToScreen, mainScreens, openScreen } from './screens.ts'
import { failuresBySecondOpinion } from './second-opinion.ts'
import { expect, test } from './site.ts'
import { whatDoesNotFitAnySize, whatDoesNotFitAt } from './what-does-not-fit.ts'

test.use({ sharedSite: true })

/** At a commit pages are read in the language with the longer words alone. */
const languagesRead = isThorough ? languages : (['de'] as const)

for (const role of [undefined, 'viewer', 'owner', 'admin'] as const)
  for (const language of languagesRead)
    test(`every page in ${language} for ${role ?? 'a visitor'} fits every size and bears large text`, async ({
      browser,
      site,
    }) => {
      test.slow()
      const main = (await mainScreens(site.url)).map(({ name }) => name)
      const found: string[] = []
      const context = await contextAs(browser, site, role)
      await context.addInitScript((begun) => {
        for (const [storage, kept] of Object.entries(begun))
          window[storage as keyof typeof begun].setItem('lectern', JSON.stringify(kept))
      }, begunOrder())
      const page = await context.newPage()
      const devtools = await context.newCDPSession(page)
      for (const { name, path } of (await everyPage(site.url)).filter(({ as }) => as === role)) {
        const say = (what: string[]) => found.push(...what.map((one) => `${name}: ${one}`))
        const screen = { name, path: addressIn(language, path) }
        // the app is loaded once: what a document shows before is compared with its page in first-view.journey.ts
        await (page.url() === 'about:blank'
          ? openScreen(page, site.url, screen)
          : goToScreen(page, site.url, screen))
        expect(await page.locator('html').getAttribute('lang')).toBe(language)
        say(await whatDoesNotFitAnySize(page))
        if (name === 'profile') expect(await rowsOfAccountTabs(page), `${language}, 320 px`).toBe(1)
        // what takes longest is left to one language, and to `npm run prove`
        if (!isThorough || language !== languagesRead[0]) continue
        if (main.includes(name)) say(await failuresBySecondOpinion(page))
        say(await whatDoesNotFitEnlarged(page, devtools))
      }
      await context.close()
      expect(found).toEqual([])
    })

test('the headline of the landing page keeps its room where a reader makes the text of this page alone larger', async ({
  page,
}) => {
  for (const width of [1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    await expect(page.locator('#root .document')).toHaveCount(0)
    // the breakpoint does not grow with the text
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    const box = await page.getByRole('heading', { level: 1 }).boundingBox()
    expect(box?.width, `${width} px`).toBeGreaterThan(width * 0.6)
  }
})

/** Rows that the tabs of an account take on a phone. */
async function rowsOfAccountTabs(page: Page): Promise<number> {
  await page.setViewportSize({ width: 320, height: 568 })
  const tabs = await page.locator('main nav .tab').all()
  expect(tabs.length).toBeGreaterThan(3)
  return new Set(await Promise.all(tabs.map(async (tab) => (await tab.boundingBox())?.y))).size
}

/** What does not fit on a desk with text of twice the size, as a reader sets it in the browser. */
async function whatDoesNotFitEnlarged(page: Page, devtools: CDPSession): Promise<string[]> {
  const setText = (standard: number) =>
    devtools.send('Page.setFontSizes', { fontSizes: { standard, fixed: (standard * 13) / 16 } })
  await setText(32)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
  const found = await whatDoesNotFitAt(page, { width: 1280, height: 900 })
  await setText(16)
  return found.map((one) => `with large text, ${one}`)
}
