import { expect, it } from 'vitest'
import { checkPassword, checkTemporaryPassword, createCodeDays, resetCodeMinutes } from './password.ts'

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

it.each([
  ['', 'temporary-password-too-short'],
  ['five5', 'temporary-password-too-short'],
  ['six666', undefined],
  ['      ', undefined],
  ['😀'.repeat(5), 'temporary-password-too-short'],
  ['😀'.repeat(6), undefined],
  ['x'.repeat(128), undefined],
  ['x'.repeat(129), 'password-too-long'],
])('a temporary password has 6 to 128 characters: %j → %s', (password, fault) => {
  expect(checkTemporaryPassword(password)).toBe(fault)
})

it('a link for a new password works for an hour, the one for a first password for a week', () => {
  expect([resetCodeMinutes, createCodeDays]).toEqual([60, 7])
})
