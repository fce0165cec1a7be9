import { describe, expect, test } from 'vitest'
import { faster, slower, withinSpeeds } from './speeds.ts'

describe('the speed changes from 0.5 to 3 in steps', () => {
  test.each([
    [0.5, 0.75, 0.5],
    [1, 1.25, 0.75],
    [1.1, 1.25, 1],
    [2, 2.5, 1.75],
    [3, 3, 2.5],
    [16, 3, 3],
    [0.1, 0.5, 0.5],
  ])('from %d up to %d, down to %d', (speed, up, down) => {
    expect(faster(speed)).toBe(up)
    expect(slower(speed)).toBe(down)
  })
})

test.each([
  [1.3, 1.3],
  [0.1, 0.5],
  [16, 3],
  [Number.NaN, 1],
])('a speed of %d from elsewhere becomes %d', (speed, kept) => {
  expect(withinSpeeds(speed)).toBe(kept)
})
