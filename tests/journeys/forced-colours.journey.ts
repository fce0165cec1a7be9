import type { Page } from '@playwright/test'
import { contextAs, mainScreens, openScreen } from './screens.ts'
import { expect, test } from './site.ts'

test.use({ sharedSite: true })

const looked = [
  'landing',
  'listing',
  'topics',
  'series',
  'pricing',
  'shop',
  'register',
  'login',
  'member-video',
]
const asOwner = ['subscription', 'wizard', 'users', 'profile']

test('in colours that a reader has chosen for all sites, choices, amounts and the focus are seen @long', async ({
  browser,
  site,
}) => {
  const screens = (await mainScreens(site.url)).filter(({ name }) => [...looked, ...asOwner].includes(name))
  for (const [role, some] of Map.groupBy(screens, (screen) => screen.as)) {
    const context = await contextAs(browser, site, role, {
      forcedColors: 'active',
      colorScheme: 'dark',
      viewport: { width: 1280, height: 900 },
    })
    for (const screen of some) {
      const page = await context.newPage()
      await openScreen(page, site.url, screen)
      for (const box of await page.locator('.checkbox:enabled').all()) await box.check()
      expect(await unseen(page), screen.name).toEqual([])
      expect(await unseenFocus(page), `${screen.name}: focus`).toEqual([])
      await page.close()
    }
    await context.close()
  }
})

/**
 * Elements that convey something by a background that equals the page's colour, and selected ones without an outline.
 */
function unseen(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const canvas = getComputedStyle(document.body).backgroundColor
    const named = (element: Element) => element.outerHTML.slice(0, 120)
    const shown = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((element) =>
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
      )
    const flat = (selector: string, part?: string) =>
      shown(selector)
        .filter((element) => {
          const { backgroundColor } = getComputedStyle(element, part)
          return backgroundColor === canvas || backgroundColor.endsWith(', 0)')
        })
        .map((element) => `like the page: ${selector} ${named(element)}`)
    const chosen = shown(
      '[aria-pressed="true"], [aria-selected="true"], [aria-current]:not([aria-current="false"])',
    )
    return [
      ...flat('.checkbox:checked', '::before'),
      ...flat('.video-card-progress > span'),
      ...flat('.series-progress', '::-webkit-progress-value'),
      ...flat(':is(.bg-accent, .bg-danger):empty'),
      ...flat('.seeker-fill'),
      ...shown('.slider')
        .filter((element) => getComputedStyle(element).forcedColorAdjust !== 'none')
        .map((element) => `without its line: ${named(element)}`),
      ...chosen
        .filter((element) => getComputedStyle(element).outlineStyle === 'none')
        .map((element) => `chosen: ${named(element)}`),
    ]
  })
}

/**
 * Tab stops without an outline on them or their container. A heading focused by a script, to be read aloud, is no Tab
 * stop.
 */
async function unseenFocus(page: Page): Promise<string[]> {
  const found: string[] = []
  for (let step = 0; step < 25; step += 1) {
    await page.keyboard.press('Tab')
    const one = await page.evaluate(() => {
      const activeElement = document.activeElement as HTMLElement | null
      if (!activeElement || activeElement === document.body || activeElement.tabIndex < 0) return undefined
      for (let element: Element | null = activeElement, up = 0; element && up < 4; up += 1) {
        if (getComputedStyle(element).outlineStyle !== 'none') return undefined
        element = element.parentElement
      }
      return activeElement.outerHTML.slice(0, 120)
    })
    if (one) found.push(one)
  }
  return found
}
