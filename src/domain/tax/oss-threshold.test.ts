import { expect, test } from 'vitest'
import { ossLevel } from './oss-threshold.ts'

test.each([
  [-1, 0],
  [0, 0],
  [799_999, 0],
  [800_000, 80],
  // exactly at the threshold is not above it
  [1_000_000, 80],
  [1_000_001, 100],
])('%d cents a year reach level %d', (netCents, level) => {
  expect(ossLevel(netCents)).toBe(level)
})
