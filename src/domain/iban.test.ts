import { expect, test } from 'vitest'
import { cleanIban, isIban, printedIban } from './iban.ts'

test.each([
  ['DE89 3704 0044 0532 0130 00', true],
  ['at611904300234573201', true],
  ['NO93 8601 1117 947', true],
  // a wrong digit, swapped digits, a wrong country
  ['DE89 3704 0044 0532 0130 01', false],
  ['DE89 3704 0044 0532 0310 00', false],
  ['AT89 3704 0044 0532 0130 00', false],
  ['DE89', false],
  ['DE89-3704-0044-0532-0130-00', false],
  ['', false],
])('%s is an IBAN: %s', (text, expected) => {
  expect(isIban(cleanIban(text))).toBe(expected)
})

test('an IBAN is written in groups of four', () => {
  expect(printedIban('NO9386011117947')).toBe('NO93 8601 1117 947')
  expect(printedIban('DE89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00')
})
