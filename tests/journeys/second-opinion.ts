import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type * as Ace from 'accessibility-checker-engine'
import { isThorough } from './expect-accessible.ts'

const checkerSource = readFileSync(
  createRequire(import.meta.url).resolve('accessibility-checker-engine/ace.js'),
  'utf8',
)

/**
 * False positives of this checker. It allows `username` only for text fields; the HTML Standard has a control group for
 * it, which includes email fields, and password managers need it to store an address as a login name.
 */
const mistaken = [
  { rule: 'input_autocomplete_valid', selector: 'input[type="email"][autocomplete="username"]' },
] as const

/** Failures of IBM's accessibility-checker-engine for this page by WCAG 2.2 AA, without its suspicions. */
export async function failuresBySecondOpinion(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'ace' in globalThis))) await page.evaluate(checkerSource)
  return page.evaluate(async (exceptions) => {
    const { ace } = globalThis as unknown as { ace: typeof Ace }
    const { results } = await new ace.Checker().check(document, ['WCAG_2_2'])
    return results
      .filter(({ value }) => value[0] === 'VIOLATION' && value[1] === 'FAIL')
      .filter(
        ({ ruleId, node }) =>
          !exceptions.some(
            ({ rule, selector }) => rule === ruleId && node instanceof Element && node.matches(selector),
          ),
      )
      .map(({ ruleId, message, snippet }) => `${ruleId}: ${message} at ${snippet}`)
  }, mistaken)
}

/** The same of a screen in a state that only a story leads to, with `LOOKS=all`; at a commit axe has to do. */
export async function expectNoFailureBySecondOpinion(page: Page, state: string): Promise<void> {
  if (!isThorough) return
  await page.waitForLoadState('networkidle')
  expect(await failuresBySecondOpinion(page), state).toEqual([])
}
