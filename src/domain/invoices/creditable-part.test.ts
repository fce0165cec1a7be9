import { expect, test } from 'vitest'
import { creditablePart } from './creditable-part.ts'

test.each([
  [595, { netCents: 500, vatCents: 95 }],
  [1, { netCents: 1, vatCents: 0 }],
  [1189, { netCents: 999, vatCents: 190 }],
  [1190, { netCents: 1000, vatCents: 190 }],
  // never more than is left
  [2000, { netCents: 1000, vatCents: 190 }],
])('%i cents of what is left of an invoice, 11.90 EUR with tax, are %j', (grossCents, part) => {
  expect(creditablePart({ netCents: 1000, vatCents: 190 }, grossCents)).toEqual(part)
})
