import { describe, expect, test } from 'vitest'
import { checkJoining, inviteDomain, inviteWorks, isInvited, mostInvites } from './invite.ts'

const now = new Date('2026-11-21T10:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const invite = { expiresAt: later(60), revokedAt: null, uses: 0, maxUses: null }

describe('an invite link works', () => {
  test.each([
    ['until it expires', {}, true],
    ['not from the instant at which it expires', { expiresAt: now }, false],
    ['not afterwards', { expiresAt: later(-1) }, false],
    ['not once it is revoked', { revokedAt: later(-1) }, false],
    ['as often as one likes without a limit', { uses: 5000 }, true],
    ['while uses are left', { uses: 2, maxUses: 3 }, true],
    ['not when they are used up', { uses: 3, maxUses: 3 }, false],
  ])('%s', (_, change, works) => {
    expect(inviteWorks({ ...invite, ...change }, now)).toBe(works)
  })
})

test('an account has at most 20 links that work', () => {
  expect(mostInvites).toBe(20)
})

describe('the domain of a link', () => {
  test.each([
    [undefined, null],
    ['', null],
    ['  ', null],
    ['@', null],
    ['example.org', 'example.org'],
    [' @Example.ORG ', 'example.org'],
    ['müller.de', 'xn--mller-kva.de'],
    ['mail.example.org', 'mail.example.org'],
    ['example', undefined],
    ['ada@example.org', undefined],
    ['@@example.org', undefined],
    ['example.org,evil.example', undefined],
    ['*.example.org', undefined],
    ['https://example.org', undefined],
    ['-example.org', undefined],
    ['192.0.2.1', undefined],
    ['example.org.', undefined],
  ])('%j is %j', (typed, domain) => {
    expect(inviteDomain(typed)).toBe(domain)
  })
})

describe('an address is allowed', () => {
  test.each([
    ['ada@anything.example', null, true],
    ['ada@example.org', 'example.org', true],
    [' Ada@EXAMPLE.org ', 'example.org', true],
    ['ada@mail.example.org', 'example.org', false],
    ['ada@example.org', 'mail.example.org', false],
    ['ada@notexample.org', 'example.org', false],
    ['ada@example.org.evil.example', 'example.org', false],
    ['example.org@evil.example', 'example.org', false],
    ['ada@evil.example@example.org', 'example.org', false],
    ['ada', 'example.org', false],
  ])('%s by a link for %s: %s', (email, domain, may) => {
    expect(isInvited(email, domain)).toBe(may)
  })
})

describe('joining requires', () => {
  const good = { name: 'Ada', email: 'ada@example.org', password: 'long enough', termsAccepted: true }

  test('nothing more with valid input', () => {
    expect(checkJoining(good, null)).toEqual({})
    expect(checkJoining(good, 'example.org')).toEqual({})
  })

  test('the fields of a registration, without a coupon', () => {
    expect(
      checkJoining(
        { name: ' ', email: '', password: '', passwordConfirmation: 'x', termsAccepted: false },
        'example.org',
      ),
    ).toEqual({
      name: 'name-missing',
      email: 'email-missing',
      password: 'password-missing',
      passwordConfirmation: 'passwords-differ',
      termsAccepted: 'terms-not-accepted',
    })
  })

  test.each([
    ['ada', 'email-invalid'],
    ['ada@evil.example', 'email-other-domain'],
    ['ada@sub.example.org', 'email-other-domain'],
  ])('another address than %s', (email, fault) => {
    expect(checkJoining({ ...good, email }, 'example.org')).toEqual({ email: fault })
  })
})
