import fc from 'fast-check'
import { expect, test } from 'vitest'
// put ./split-before.js here to see it fail
import { split } from './split.js'

const sum = (numbers) => numbers.reduce((total, one) => total + one, 0)

test('no cent is lost', () => {
  fc.assert(fc.property(
    fc.nat(100_000),
    fc.integer({ min: 1, max: 20 }),
    (cents, people) => {
      expect(sum(split(cents, people))).toBe(cents)
    },
  ))
})
