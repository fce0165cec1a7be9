import { describe, expect, test } from 'vitest'
import { firstOpenStep, stepHref, stepOf } from './steps.ts'

test.each([
  ['1', 1],
  ['5', 5],
  ['0', 1],
  ['-3', 1],
  ['6', 5],
  ['999', 5],
  ['2.9', 2],
  ['two', 1],
  [undefined, 1],
])('the step %j is clamped to %i', (word, step) => {
  expect(stepOf(word)).toBe(step)
  expect(stepHref(stepOf(word))).toBe(`/subscription/new/${step}`)
})

describe('the last step that can be reached is', () => {
  const all = { country: true, address: true, interval: true, card: true }
  test.each([
    [1, { ...all, country: false }],
    [2, { ...all, address: false }],
    [3, { ...all, interval: false }],
    [4, { ...all, card: false }],
    [5, all],
    [1, { country: false, address: false, interval: false, card: false }],
  ])('step %i with %j', (step, given) => {
    expect(firstOpenStep(given)).toBe(step)
  })
})
