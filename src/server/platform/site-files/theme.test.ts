import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'culori'
import { describe, expect, test } from 'vitest'
import { contrastOf, hexOf, hueOf, pairs, type Scheme, themeCss, themeOf } from './theme.ts'

const styles = readFileSync(join(import.meta.dirname, '../../../web/styles.css'), 'utf8')
const schemes: readonly Scheme[] = ['light', 'dark']

test('with every hue, every text and control has the contrast that WCAG 2.2 AA requires', () => {
  const weak: string[] = []
  for (let hue = 0; hue < 360; hue += 1) {
    const theme = themeOf(hue)
    for (const scheme of schemes)
      for (const { front, ground, least } of pairs)
        if (contrastOf(theme, scheme, front, ground) < least) weak.push(`${hue} ${scheme} ${front} ${ground}`)
  }
  expect(weak).toEqual([])
})

test("starts from the product's own colours", () => {
  const { shades } = themeOf(162)
  for (const [name, { light, dark }] of Object.entries(shades)) {
    const [, a, b, c, d] =
      new RegExp(
        `--${name}: light-dark\\(oklch\\(([\\d.]+) ([\\d.]+) [^)]+\\)\\)?, oklch\\(([\\d.]+) ([\\d.]+) `,
      ).exec(styles) ?? []
    expect([name, Number(a), Number(b), Number(c), Number(d)]).toEqual([name, ...light, ...dark])
  }
  expect(themeCss(themeOf(162))).toBe(':root:root{--hue:162;}')
})

describe('a hue', () => {
  test.each([
    ['#0a58ca', 260],
    ['#c00', 29],
    ['rebeccapurple', 303],
  ])('of %s is about %i', (colour, hue) => {
    expect(Math.round(hueOf(parse(colour)) ?? -1)).toBe(hue)
  })

  test.each(['#fff', '#000', '#808080', 'no colour'])('is not there in %s', (colour) => {
    expect(hueOf(parse(colour))).toBeUndefined()
  })
})

test('a token is told as browsers want it in a document', () => {
  expect(hexOf(themeOf(162), 'light', 'accent')).toMatch(/^#[0-9a-f]{6}$/)
})
