import { expect, test } from 'vitest'
import { isSlipOf } from './slip.ts'

const word = 'generator'

test('a letter missing at any place is forgiven', () => {
  for (let at = 0; at < word.length; at += 1)
    expect(isSlipOf(word.slice(0, at) + word.slice(at + 1), word)).toBe(true)
})

test('so is one too many, a wrong one, and two that are swapped', () => {
  for (let at = 0; at < word.length; at += 1) {
    expect(isSlipOf(`${word.slice(0, at)}x${word.slice(at)}`, word)).toBe(true)
    expect(isSlipOf(`${word.slice(0, at)}x${word.slice(at + 1)}`, word)).toBe(true)
    const swapped = word.slice(0, at) + (word[at + 1] ?? '') + word[at] + word.slice(at + 2)
    expect(isSlipOf(swapped, word), swapped).toBe(true)
  }
})

test('in incomplete words, too', () => {
  expect(isSlipOf('genreat', word)).toBe(true)
})

test.each([
  ['two slips', 'gnerattor', word],
  ['another word', 'closure', word],
  ['a short word for the beginning of a long one', 'gex', word],
  ['three letters for two others', 'abc', 'axy'],
])('%s is not', (_, typed, other) => {
  expect(isSlipOf(typed, other)).toBe(false)
})

test.each(['gti', 'gt', 'giit', 'fit'])('%s is git, mistyped', (typed) => {
  expect(isSlipOf(typed, 'git')).toBe(true)
})
