import { describe, expect, test } from 'vitest'
import { adminLinkMinutes, adminLinkPurpose, checkAdminForm, needsSecondFactor } from './admin.ts'

test.each([
  [{ again: false }, false, 'new-admin'],
  [{ again: true }, false, 'new-admin'],
  [{ again: false }, true, undefined],
  [{ again: true }, true, 'new-password'],
] as const)('a link %j, while it is %s that there is an admin, is good for %s', (link, exists, purpose) => {
  expect(adminLinkPurpose(link, exists)).toBe(purpose)
})

test('the link of the command line works for a quarter of an hour', () => {
  expect(adminLinkMinutes).toBe(15)
})

describe("the admin's input", () => {
  const good = { name: 'Ada', email: 'ada@example.org', password: 'notes on the engine' }

  test('has the fields of a registration, without terms', () => {
    expect(checkAdminForm(good)).toEqual({})
    expect(
      checkAdminForm({ name: ' ', email: 'ada', password: 'short', passwordConfirmation: 'shorter' }),
    ).toEqual({
      name: 'name-missing',
      email: 'email-invalid',
      password: 'password-too-short',
      passwordConfirmation: 'passwords-differ',
    })
  })

  test('cannot be more than that', () => {
    const more = { ...good, couponCode: '###', termsAccepted: false }
    expect(checkAdminForm(more)).toEqual({})
  })
})

test.each([
  [true, false, false, true],
  [true, false, true, false],
  [true, true, false, false],
  [true, true, true, false],
  [false, false, false, false],
  [false, false, true, false],
  [false, true, false, false],
  [false, true, true, false],
])('admin %s, demo %s, second factor %s: needs one %s', (admin, demo, secondFactorOn, needed) => {
  expect(needsSecondFactor({ admin, demo, secondFactorOn })).toBe(needed)
})
