import { expect, test } from 'vitest'
import { nextPartBytes } from './part-size.ts'

const kilobytes = 1024
const megabytes = 1024 * kilobytes

test.each([
  ['as long as it should', 1 * megabytes, 5, 1 * megabytes],
  ['half the time', 1 * megabytes, 2.5, 2 * megabytes],
  ['twice the time', 2 * megabytes, 10, 1 * megabytes],
  ['no time', 256 * kilobytes, 0, 1 * megabytes],
  ['very long', 256 * kilobytes, 60, 256 * kilobytes],
  ['a moment, being large', 8 * megabytes, 0.1, 8 * megabytes],
])('after a part that took %s', (_, bytes, seconds, expected) => {
  expect(nextPartBytes({ bytes, seconds })).toBe(expected)
})
