import { expect, test } from 'vitest'
import { sessionCookieSeconds, sessionExpiry } from './session-lifetime.ts'

const createdAt = new Date('2026-01-01T00:00:00Z')
const day = 86_400

test.each([
  [
    'stay signed in: 14 days after the last use',
    { staySignedIn: true, admin: false },
    '2026-02-01',
    '2026-02-15',
  ],
  ['stay signed in: 90 days in all', { staySignedIn: true, admin: false }, '2026-03-30', '2026-04-01'],
  [
    'browser session: a day after the last use',
    { staySignedIn: false, admin: false },
    '2026-01-03',
    '2026-01-04',
  ],
  [
    'browser session: 7 days in all',
    { staySignedIn: false, admin: false },
    '2026-01-07T12:00:00Z',
    '2026-01-08',
  ],
  [
    'admin: 30 minutes after the last use',
    { staySignedIn: false, admin: true },
    '2026-01-01T03:00:00Z',
    '2026-01-01T03:30:00Z',
  ],
  [
    'admin: 8 hours in all',
    { staySignedIn: false, admin: true },
    '2026-01-01T07:50:00Z',
    '2026-01-01T08:00:00Z',
  ],
  [
    'admin, who cannot stay signed in',
    { staySignedIn: true, admin: true },
    '2026-01-01T03:00:00Z',
    '2026-01-01T03:30:00Z',
  ],
])('%s', (_, life, usedAt, endsAt) => {
  expect(sessionExpiry({ ...life, createdAt }, new Date(usedAt))).toEqual(new Date(endsAt))
})

test('only "Stay logged in" leaves a cookie that outlives the browser', () => {
  expect(sessionCookieSeconds({ staySignedIn: true, admin: false, createdAt })).toBe(90 * day)
  expect(sessionCookieSeconds({ staySignedIn: false, admin: false, createdAt })).toBeUndefined()
  expect(sessionCookieSeconds({ staySignedIn: true, admin: true, createdAt })).toBeUndefined()
})
