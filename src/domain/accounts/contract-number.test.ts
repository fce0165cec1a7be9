import { expect, test } from 'vitest'
import { printedContractNumber, typedContractNumber } from './contract-number.ts'

test('is printed in groups that can be read aloud', () => {
  expect(printedContractNumber('0412345678901')).toBe('0412 3456 7890 1')
})

test.each([
  ['0412345678901', '0412345678901'],
  ['0412 3456 7890 1', '0412345678901'],
  [' Vertrag Nr. 0412-3456-7890-1, bitte', '0412345678901'],
  ['Rechnung 2026-000001', undefined],
  ['04123456789012', undefined],
  ['', undefined],
  [null, undefined],
])('%j names %j', (typed, number) => {
  expect(typedContractNumber(typed)).toBe(number)
})
