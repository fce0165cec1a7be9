import { describe, expect, test } from 'vitest'
import { euCountries } from './vat-id.ts'
import { goodsVatRate, standardVatRate } from './vat-rates.ts'

test('every country of the EU has a rate between 15 and 27 percent, and no other has one', () => {
  for (const { code } of euCountries) {
    const rate = standardVatRate(code, '2026-11-21')
    expect(rate, code).toBeGreaterThanOrEqual(1500)
    expect(rate, code).toBeLessThanOrEqual(2700)
  }
  expect(standardVatRate('CH', '2026-11-21')).toBeUndefined()
  expect(standardVatRate('EL', '2026-11-21')).toBeUndefined()
})

describe('a rate holds from its first day on', () => {
  test.each([
    ['FI', '2024-08-31', 2400],
    ['FI', '2024-09-01', 2550],
    ['SK', '2024-12-31', 2000],
    ['SK', '2025-01-01', 2300],
    ['EE', '2025-06-30', 2200],
    ['EE', '2025-07-01', 2400],
    ['RO', '2025-07-31', 1900],
    ['RO', '2025-08-01', 2100],
    ['HU', '2026-11-21', 2700],
    ['LU', '2024-01-01', 1700],
    ['DE', '2023-12-31', 1900],
  ])('%s on %s: %i', (country, day, basisPoints) => {
    expect(standardVatRate(country, day)).toBe(basisPoints)
  })
})

describe('printed books', () => {
  test.each([
    ['DE', '2026-11-21', 700],
    ['AT', '2026-11-21', 1000],
    ['FR', '2026-11-21', 550],
    ['IE', '2026-11-21', 0],
    ['FI', '2024-12-31', 1000],
    ['FI', '2025-01-01', 1400],
    ['FI', '2026-01-01', 1350],
    ['RO', '2025-07-31', 500],
    ['RO', '2025-08-01', 1100],
    ['SK', '2024-12-31', 1000],
    ['SK', '2025-01-01', 500],
    ['LT', '2025-12-31', 900],
    ['LT', '2026-01-01', 500],
  ])('%s on %s: %i', (country, day, basisPoints) => {
    expect(goodsVatRate(country, day, 'book')).toBe(basisPoints)
  })

  test('are never taxed more than other goods, which have the standard rate', () => {
    for (const { code } of euCountries) {
      const standard = standardVatRate(code, '2026-11-21')
      expect(goodsVatRate(code, '2026-11-21', 'standard')).toBe(standard)
      expect(goodsVatRate(code, '2026-11-21', 'book')).toBeLessThanOrEqual(standard ?? -1)
    }
    // it has no reduced rate
    expect(goodsVatRate('DK', '2026-11-21', 'book')).toBe(2500)
    expect(goodsVatRate('CH', '2026-11-21', 'book')).toBeUndefined()
  })
})
