import { expect, test } from 'vitest'
import { tooManyRefused } from './broadcasts.ts'

test.each([
  [19, 19, false],
  [20, 1, false],
  [20, 2, true],
  [100, 5, false],
  [100, 6, true],
])('of %i answers %i refusals are too many: %s', (answered, refused, many) => {
  expect(tooManyRefused({ answered, refused })).toBe(many)
})
