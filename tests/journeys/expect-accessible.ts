import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** No violation of WCAG 2.2 AA; and nothing wider than the screen. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  // blocks that are not laid out yet look too small to axe
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets.push(sheet)
  })
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .exclude('[data-base-ui-focus-guard]')
    .analyze()
  const found = violations.map(
    ({ id, nodes }) => `${screen}: ${id} at ${nodes.map((node) => node.target).join(' | ')}`,
  )
  expect(found).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `${screen} scrolls sideways`).toBe(0)
}
