import { describe, expect, test } from 'vitest'
import { euCountries } from './vat-id.ts'
import { goodsVatRate, standardVatRate } from './vat-rates.ts'

test('every country of the EU has a rate between 15 and 27 percent, and others have none', () => {
  for (const { code } of euCountries) {
    const rate = standardVatRate(code, '2026-11-21')
    expect(rate, code).toBeGreaterThanOrEqual(1500)
    expect(rate, code).toBeLessThanOrEqual(2700)
  }
  expect(standardVatRate('CH', '2026-11-21')).toBeUndefined()
  expect(standardVatRate('EL', '2026-11-21')).toBeUndefined()
})

test('the rates of November 2026, of goods and of printed books, are those that the countries publish', () => {
  const published = `
    AT 20 10    BE 21 6     BG 20 9   CY 19 3   CZ 21 0   DE 19 7   DK 25 25  EE 24 9   ES 21 4
    FI 25.5 13.5  FR 20 5.5  GR 24 6  HR 25 5   HU 27 5   IE 23 0   IT 22 4   LT 21 5   LU 17 3
    LV 21 5     MT 18 5     NL 21 9   PL 23 5   PT 23 6   RO 21 11  SE 25 6   SI 22 5   SK 23 5`
  const rows = published.trim().split(/\s+/)
  for (const { code } of euCountries) {
    const [standard, book] = rows.slice(rows.indexOf(code) + 1).map((percent) => Number(percent) * 100)
    expect(standardVatRate(code, '2026-11-21'), code).toBe(standard)
    expect(goodsVatRate(code, '2026-11-21', 'book'), code).toBe(book)
  }
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
    // no reduced rate
    expect(goodsVatRate('DK', '2026-11-21', 'book')).toBe(2500)
    expect(goodsVatRate('CH', '2026-11-21', 'book')).toBeUndefined()
  })
})
