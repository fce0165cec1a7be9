import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from '../journeys/site.ts'
import type { Driver } from './driver.ts'

/** An element by its role and name, or by the text of its label. */
type Sought =
  | { readonly role: string; readonly name: string | RegExp }
  | { readonly label: string }
  | { readonly text: string | RegExp }

/** A user at a browser: finds visible elements by their name, waits for them, and uses mouse and keys. */
export function personAt({ open, evaluate, click, move, type, press }: Driver, site: string) {
  /** Of the first visible one, scrolled to where it can be pressed; null while there is none, or another covers it. */
  const place = async (sought: Sought) => {
    await evaluate(`globalThis.TestingLibraryDom ? 0 : (${library}, 0)`)
    return (await evaluate(`(${placeOf})(${inScript(sought)})`)) as { x: number; y: number } | null
  }
  /** Where it is, once it stays there. */
  const still = async (sought: Sought) => {
    let last = ''
    let found: { x: number; y: number } | null = null
    await expect
      .poll(
        async () => {
          const before = last
          found = await place(sought)
          last = JSON.stringify(found)
          return found !== null && last === before
        },
        { message: `to see ${inScript(sought)}` },
      )
      .toBe(true)
    return found as unknown as { x: number; y: number }
  }
  const clickOn = async (sought: Sought) => {
    const { x, y } = await still(sought)
    await click(x, y)
  }
  return {
    visit: (path: string) => open(new URL(path, site).href),
    sees: (sought: Sought) => still(sought).then(() => undefined),
    seesNot: (sought: Sought) =>
      expect.poll(() => place(sought), { message: `not to see ${inScript(sought)}` }).toBeNull(),
    clickOn,
    pointAt: async (sought: Sought) => {
      const { x, y } = await still(sought)
      await move(x, y)
    },
    fill: async (sought: Sought, text: string) => {
      await clickOn(sought)
      await type(text)
    },
    type,
    press,
    /** Reads a value of the page repeatedly until it is as expected. */
    reads: (expression: string) => expect.poll(() => evaluate(expression), { message: expression }),
    path: () => evaluate('location.pathname') as Promise<string>,
  }
}

/** The queries of Testing Library as a script: they find by role and name as those of the screen tests do. */
const library = `(() => { ${readFileSync(
  createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js'),
  'utf8',
)} }).call(globalThis)`

/** Runs in the page. */
const placeOf = `(sought) => {
  const { queryAllByRole, queryAllByLabelText, queryAllByText } = globalThis.TestingLibraryDom
  const found =
    'role' in sought
      ? queryAllByRole(document.body, sought.role, { name: sought.name })
      : 'label' in sought
        ? queryAllByLabelText(document.body, sought.label)
        : queryAllByText(document.body, sought.text)
  const size = (one) => one.getBoundingClientRect().width * one.getBoundingClientRect().height
  const one = found.find((candidate) => size(candidate) > 0)
  if (!one) return null
  const middle = () => {
    const { x, y, width, height } = one.getBoundingClientRect()
    return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
  }
  const top = () => document.elementFromPoint(middle().x, middle().y)
  const isOn = (other) => [one, ...(one.labels ?? [])].some((part) => part.contains(other))
  if (!isOn(top())) one.scrollIntoView({ block: 'center', behavior: 'instant' })
  return isOn(top()) ? middle() : null
}`

/** As an expression of the page's language. */
function inScript(sought: Sought): string {
  const entries = Object.entries(sought).map(
    ([key, value]: [string, string | RegExp]) =>
      `${key}: ${value instanceof RegExp ? String(value) : JSON.stringify(value)}`,
  )
  return `{ ${entries.join(', ')} }`
}
