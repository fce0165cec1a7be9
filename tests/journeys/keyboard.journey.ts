import type { Page } from '@playwright/test'
import { expect, test } from './site.ts'

test.use({ sharedSite: true })

test('by keyboard alone: from the landing page to a free film that plays, and out of it again', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Watch these without an account' })).toBeVisible()
  await page.waitForLoadState('networkidle')

  await tabTo(page, 'main a[href^="/content/video/"]')
  await page.keyboard.press('Enter')
  await expect(page.locator('video')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Play' }).first()).toBeVisible()

  await tabTo(page, '.player button')
  await expect(page.locator(':focus')).toHaveAccessibleName('Play')
  await page.keyboard.press('Space')
  const time = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
  await expect.poll(time, { timeout: 30_000 }).toBeGreaterThan(0)

  // neither the player nor what is beside it keeps the focus
  await tabTo(page, 'footer a[href="/imprint"]')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Imprint' })).toBeVisible()
})

/** Presses Tab until the focus is on such an element; on its way there, it is always to be seen. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let steps = 0; steps < 150; steps += 1) {
    await page.keyboard.press('Tab')
    // the handle of a slider grows when the focus comes to it
    await expect.poll(() => unseenFocus(page), 'the focus can be seen').toBeUndefined()
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return
  }
  throw new Error(`Tab never reaches ${selector}`)
}

/** The element with the focus, where it is not marked or not in sight. */
function unseenFocus(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return undefined
    const { outlineStyle, boxShadow } = getComputedStyle(element)
    const { width, height, bottom, top } = element.getBoundingClientRect()
    const isMarked = element.matches(':focus-visible') && (outlineStyle !== 'none' || boxShadow !== 'none')
    const isInSight = width > 0 && height > 0 && bottom > 0 && top < innerHeight
    return isMarked && isInSight ? undefined : element.outerHTML.slice(0, 200)
  })
}
