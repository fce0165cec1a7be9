import type { Locator, Page } from '@playwright/test'
import { expect } from './site.ts'

/** Presses Tab until the focus is on such an element; on its way there, it is always to be seen. Returns how often. */
export async function tabTo(page: Page, wanted: string | Locator): Promise<number> {
  const target = typeof wanted === 'string' ? page.locator(wanted) : wanted
  await target.first().waitFor()
  for (let steps = 1; steps <= 150; steps += 1) {
    await page.keyboard.press('Tab')
    // the handle of a slider grows on focus
    await expect.poll(() => unseenFocus(page), 'the focus can be seen').toBeUndefined()
    if (await target.evaluateAll((elements) => elements.includes(document.activeElement as never)))
      return steps
  }
  throw new Error(`Tab never reaches ${wanted}`)
}

/** The element with the focus, where it is not marked or not in sight. */
function unseenFocus(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return undefined
    // no stop of Tab: the page moved the focus there, as its element was replaced meanwhile
    if (element instanceof HTMLElement && element.tabIndex < 0) return undefined
    const { width, height, bottom, top } = element.getBoundingClientRect()
    // cards have the outline around the whole card
    const isMarked =
      element.matches(':focus-visible') &&
      [element, element.closest('label, .video-card')].some((marked) => {
        const { outlineStyle, boxShadow } = getComputedStyle(marked ?? element)
        return outlineStyle !== 'none' || boxShadow !== 'none'
      })
    const isInSight = width > 0 && height > 0 && bottom > 0 && top < innerHeight
    return isMarked && isInSight ? undefined : element.outerHTML.slice(0, 200)
  })
}
