import { expect, test } from 'vitest'
import { invoicesKeptFrom } from './invoice-retention.ts'

test.each([
  ['2034-12-31', 'home', '2026-01-01'],
  ['2035-01-01', 'home', '2027-01-01'],
  ['2036-12-31', 'abroad', '2026-01-01'],
  ['2037-01-01', 'abroad', '2027-01-01'],
] as const)('on %s, taxed %s, invoices of %s and later are kept', (today, taxed, from) => {
  expect(invoicesKeptFrom(today, taxed)).toBe(from)
})
