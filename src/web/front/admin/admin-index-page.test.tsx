import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { UserSession } from '#contract/accounts/accounts.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { Component as AdminIndexPage } from './admin-index-page.tsx'

const admin = { ...someSession, admin: true }
const others: [string, UserSession][] = [
  ['somebody signed out', { authenticated: false }],
  ['an owner', { ...someSession, permissions: ['account.manage', 'subscription.manage', 'users.manage'] }],
]

describe('the index of the admin', () => {
  test('says what there is', () => {
    show(<AdminIndexPage />, { session: admin })
    expect(screen.getByRole('heading', { level: 1, name: 'Admin' })).toBeTruthy()
  })

  test.each(others)('does not exist for %s', (_, session) => {
    show(<AdminIndexPage />, { session })
    expect(screen.queryByRole('heading', { name: 'Admin' })).toBeNull()
  })
})
