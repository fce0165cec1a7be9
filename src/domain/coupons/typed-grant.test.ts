import { expect, test } from 'vitest'
import { typedCount, typedCoupon, typedUnit } from './typed-grant.ts'

test.each([
  ['3', '3'],
  ['12', '12'],
  [' 7 ', '7'],
  ['007', '7'],
  ['', ''],
  ['0', ''],
  ['-1', ''],
  ['1.5', ''],
  ['1e3', ''],
  ['3x', ''],
  ['three', ''],
  ['9999999999', ''],
])('a count typed as %j is %j', (typed, count) => expect(typedCount(typed)).toBe(count))

test.each([
  ['d', 'd'],
  ['W', 'w'],
  ['Months', 'm'],
  ['year', 'y'],
  ['xy', 'y'],
  ['12 weeks', 'w'],
  ['', ''],
  ['q', ''],
  ['1', ''],
])('a unit typed as %j is %j', (typed, unit) => expect(typedUnit(typed)).toBe(unit))

test('a code loses its spaces', () => expect(typedCoupon(' For my\tfriends ')).toBe('Formyfriends'))
