import { expect, test } from 'vitest'
import { ossState } from './oss-threshold.ts'

test.each([
  [0, 0, 'below'],
  [799_999, 0, 'below'],
  [800_000, 0, 'near'],
  [1_000_000, 0, 'near'],
  [1_000_001, 0, 'above'],
  [0, 1_000_000, 'below'],
  [0, 1_000_001, 'above'],
])('%i cents this year, %i last year: %s', (thisYear, lastYear, state) => {
  expect(ossState(thisYear, lastYear)).toBe(state)
})
