import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type Axe from 'axe-core'
import { type Language, languages } from '#domain/language.ts'

const both = ['light', 'dark'] as const
/** All looks and all price sets, as in `npm run prove`. */
export const isThorough = process.env.LOOKS === 'all'

/** In which themes a journey looks at its screens: one at a commit, both with `LOOKS=all` and so in `npm run prove`. */
export const themes = isThorough ? both : (['light'] as const)

/** In which languages the screen of a journey's list is looked at: in one by turns, in both with `LOOKS=all`. */
export function languagesInTurn(index: number): Language[] {
  return isThorough ? [...languages] : [languages[index % 2] ?? 'en']
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const narrow = { width: 390, height: 844 }
const wide = { width: 1440, height: 900 }

/** Checks that the screen is accessible on desktop and phone; at a commit one in light, the other in dark. */
export async function expectAccessibleLooks(page: Page, screen: string): Promise<void> {
  for (const [size, usual] of [
    [wide, 'light'],
    [narrow, 'dark'],
  ] as const)
    for (const colorScheme of isThorough ? both : [usual]) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expectAccessible(page, `${screen}, ${colorScheme}, ${size.width} wide`)
    }
  await page.setViewportSize(wide)
}

/**
 * The same for a screen defined by its URL, one look in each language: on desktop as it is, on a phone in the other
 * language, in a new tab, so that the journey continues unaffected.
 */
export async function expectAccessibleInTurn(page: Page, screen: string): Promise<void> {
  await page.setViewportSize(wide)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await expectAccessible(page, `${screen}, ${wide.width} wide`)
  const spoken = await page.locator('html').getAttribute('lang')
  const other = spoken === 'de' ? 'en' : 'de'
  const tab = await page.context().newPage()
  await tab.setViewportSize(narrow)
  await tab.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await tab.goto(addressIn(other, page.url()))
  await expect(tab.locator('html')).toHaveAttribute('lang', other)
  await expectAccessible(tab, `${screen} in ${other}, ${narrow.width} wide`)
  await tab.close()
}

/** The address of a page in one language, whatever browser and account wish. */
export function addressIn(language: Language | undefined, address: string): string {
  const query = new URLSearchParams(address.split('?')[1])
  query.set('lang', language ?? 'en')
  return `${address.split('?')[0]}?${query}`
}

/** No word is broken where the language does not, and no text is cut off. */
export async function expectWholeWords(page: Page, screen: string): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  const broken = await page.evaluate(() => {
    const found: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement
      if (!element || element.closest('.sr-only, pre, code, script, style')) continue
      for (const word of (text.textContent ?? '').matchAll(/[\p{L}\d]{4,}/gu)) {
        const range = document.createRange()
        range.setStart(text, word.index)
        range.setEnd(text, word.index + word[0].length)
        const lines = [...range.getClientRects()]
          .filter(({ width }) => width > 0)
          .map(({ top }) => Math.round(top))
        if (new Set(lines).size > 1) found.push(word[0])
      }
      const cut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0
      if (cut && getComputedStyle(element).overflowX !== 'visible') found.push(text.textContent ?? '')
    }
    return found
  })
  expect(broken, `${screen} breaks or cuts`).toEqual([])
}

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
  // pages have no frames; loading axe once per document and returning only its violations takes half the time of the
  // usual driver
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  // colours in transition, and buttons that wait for a price, are temporary: violations are checked again
  let found = await violations(page)
  for (let again = 0; found.length > 0 && again < 3; again += 1) {
    await page.waitForTimeout(1_000)
    found = await violations(page)
  }
  expect(found, screen).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `${screen} scrolls sideways`).toBe(0)
}

async function violations(page: Page): Promise<string[]> {
  return page.evaluate(async (tags) => {
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        )
        .map(({ finished }) => finished),
    )
    const { axe } = globalThis as unknown as { axe: typeof Axe }
    const { violations: found } = await axe.run(
      { exclude: ['[data-base-ui-focus-guard]'] },
      { runOnly: tags, resultTypes: ['violations'] },
    )
    return found.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target).join(' | ')}`)
  }, standards)
}
