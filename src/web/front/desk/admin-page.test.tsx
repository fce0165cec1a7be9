import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { UserSession } from '#contract/accounts/accounts.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { AdminPage } from './admin-page.tsx'

const admin = { ...someSession, admin: true }
const others: [string, UserSession][] = [
  ['somebody signed out', { authenticated: false }],
  ['an owner', { ...someSession, permissions: ['account.manage', 'subscription.manage', 'users.manage'] }],
]

describe('a screen of the admin', () => {
  const page = (
    <AdminPage title="Accounts">
      <p>What only the admin sees</p>
    </AdminPage>
  )

  test('shows the admin its heading, the way back and what it holds', () => {
    show(page, { session: admin })
    expect(screen.getByRole('heading', { level: 1, name: 'Accounts' })).toBeTruthy()
    expect(screen.getByText('What only the admin sees')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/admin')
  })

  test.each(others)('does not exist for %s', (_, session) => {
    show(page, { session })
    expect(screen.queryByText('What only the admin sees')).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Accounts' })).toBeNull()
  })
})
