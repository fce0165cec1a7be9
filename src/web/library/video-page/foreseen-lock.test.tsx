import { expect, test } from 'vitest'
import type { SignedInSession, UserSession } from '#contract/accounts/accounts.ts'
import { someSession } from '#support/some-site.ts'
import { foreseenLock } from './playback.ts'

const signedOut: UserSession = { authenticated: false }
const viewer = (change: Partial<SignedInSession>): SignedInSession => ({ ...someSession, ...change })
const unconfirmed = viewer({ mayWatch: false, user: { ...someSession.user, confirmed: false } })

test.each([
  ['a locked video', { free: false }, signedOut, 'open', 'login-required'],
  ['a free video', { free: true }, signedOut, 'open', undefined],
  ['a video that is not known yet', undefined, signedOut, 'open', undefined],
  ['a locked video', { free: false }, undefined, 'open', undefined],
  ['a locked video', { free: false }, signedOut, 'paused', 'login-required'],
  ['a locked video', { free: false }, signedOut, 'sunset', 'login-required'],
  ['a locked video', { free: false }, signedOut, 'closed', undefined],
  ['a locked video', { free: false }, viewer({ mayWatch: true }), 'open', undefined],
  ['a locked video', { free: false }, viewer({ mayWatch: false }), 'open', 'subscription-required'],
  ['a locked video', { free: false }, unconfirmed, 'open', 'confirmation-required'],
] as const)('%s %j for %j in %s mode is locked by %s', (_, video, session, mode, lock) => {
  expect(foreseenLock(video, session, mode)).toBe(lock)
})
