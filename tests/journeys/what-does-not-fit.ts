import { expect, type Page } from '@playwright/test'
import { isThorough } from './expect-accessible.ts'

/** The narrowest is a desk's screen of 1280 x 1024 at 400 % zoom (WCAG 1.4.10). */
const extremes = [
  { width: 320, height: 256 },
  { width: 1440, height: 900 },
] as const
const sizes = isThorough ? [{ width: 320, height: 800 }, { width: 390, height: 844 }, ...extremes] : extremes

/** What does not fit at each of the sizes, by resizing an open page: at a commit at the extremes, with `LOOKS=all` at phones', too. */
export async function whatDoesNotFitAnySize(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const size of sizes) found.push(...(await whatDoesNotFitAt(page, size)))
  return found
}

/** Everything of a screen that only a story leads to fits at each of the sizes. */
export async function expectFitsAnySize(page: Page, screen: string): Promise<void> {
  const before = page.viewportSize()
  expect(await whatDoesNotFitAnySize(page), screen).toEqual([])
  if (before) await page.setViewportSize(before)
}

/** What does not fit once the window of an open page has this size. */
export async function whatDoesNotFitAt(
  page: Page,
  size: { readonly width: number; readonly height: number },
): Promise<string[]> {
  await page.setViewportSize(size)
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  return (await whatDoesNotFit(page)).map((one) => `${size.width} x ${size.height}: ${one}`)
}

/**
 * Elements wider than the screen without a scroll container, and controls whose text is cut off (WCAG 1.4.4, 1.4.10).
 */
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
    // a column that scrolls vertically, and horizontally only because its content is too wide
    const pushed = shown.filter(
      (element) =>
        element.matches('aside, dialog, [role="dialog"], nav, ol, ul:not(.card-row)') &&
        ['auto', 'scroll'].includes(getComputedStyle(element).overflowX) &&
        element.scrollWidth > element.clientWidth + 1,
    )
    return [
      ...(scrollWidth > clientWidth ? [`the page scrolls sideways by ${scrollWidth - clientWidth} px`] : []),
      ...outside.map((element) => `outside: ${named(element)}`),
      ...pushed.map((element) => `too wide for its column: ${named(element)}`),
      ...cut.map((element) => `cut off: ${named(element)}`),
      ...clipped.map((element) => `beyond the film: ${named(element)}`),
    ].slice(0, 8)
  })
}
