import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { SignedInSession } from '#contract/accounts/accounts.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { DeletionBanner } from './deletion-banner.tsx'
import { Layout } from './layout.tsx'

const deletionAt = '2026-12-05T10:00:00.000Z'
const owner: SignedInSession = { ...someSession, permissions: ['account.manage'] }
const leaving = (session: SignedInSession, deletionOf: 'account' | 'user'): SignedInSession => ({
  ...session,
  account: { ...session.account, deletionAt, deletionOf },
})
const banner = () => screen.getByRole('complementary', { name: 'Deletion' })

describe('while a deletion waits, every page says so', () => {
  test('to the owner, with the way back', () => {
    show(<Layout />, { session: leaving(owner, 'account') })
    expect(banner().textContent).toContain('Your account will be deleted on 5. December, 2026.')
    const link = within(banner()).getByRole('link', { name: 'Keep my account' })
    expect(link.getAttribute('href')).toBe('/account/profile#own-data')
  })

  test('to a user of the account, with the way to a copy', () => {
    show(<DeletionBanner />, { session: leaving(someSession, 'account') })
    expect(banner().textContent).toContain('Your account will be deleted on 5. December, 2026.')
    expect(within(banner()).getByRole('link', { name: 'Get a copy of my data' })).toBeTruthy()
  })

  test('to a user who leaves, with the way back', () => {
    show(<DeletionBanner />, { session: leaving(someSession, 'user') })
    expect(banner().textContent).toContain('You will be removed from this account on 5. December, 2026.')
    expect(within(banner()).getByRole('link', { name: 'Keep my account' })).toBeTruthy()
  })
})

test.each([
  ['somebody who stays', someSession],
  ['a visitor', { authenticated: false }],
] as const)('to %s it says nothing', (_, session) => {
  show(<Layout />, { session })
  expect(screen.queryByRole('complementary', { name: 'Deletion' })).toBeNull()
})
