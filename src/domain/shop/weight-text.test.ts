import { expect, test } from 'vitest'
import { weightText } from './weight-text.ts'

test.each([
  [500, 'en', '500 g'],
  [999, 'en', '999 g'],
  [1000, 'en', '1 kg'],
  [2500, 'en', '2.5 kg'],
  [2500, 'de', '2,5 kg'],
  [10_000, 'de', '10 kg'],
])('%i g is in %s: %s', (grams, locale, text) => {
  expect(weightText(grams, locale).replaceAll('\u00A0', ' ')).toBe(text)
})
