import { expect, test } from 'vitest'
import { unitConversion } from './unit-conversion.ts'

test('units are converted as product.md section 9 says', () => {
  expect(unitConversion).toEqual({
    monthsPerWeek: 0.25,
    yearsPerMonth: 1 / 12,
    weeksPerYear: 52,
    monthsPerYear: 12,
    secondsPerHour: 3600,
    secondsPerMinute: 60,
  })
})
