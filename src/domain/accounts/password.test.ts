import { expect, it } from 'vitest'
import { checkPassword } from './password.ts'

it.each([
  ['', 'password-missing'],
  ['short77', 'password-too-short'],
  ['eight888', undefined],
  ['        ', undefined],
  ['x'.repeat(128), undefined],
  ['x'.repeat(129), 'password-too-long'],
  ['😀'.repeat(7), 'password-too-short'],
  ['😀'.repeat(8), undefined],
  ['😀'.repeat(128), undefined],
  ['😀'.repeat(129), 'password-too-long'],
])('a password has 8 to 128 characters, an emoji is one: %j → %s', (password, fault) => {
  expect(checkPassword(password)).toBe(fault)
})
