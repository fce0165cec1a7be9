import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { UserSession } from '#contract/accounts/accounts.ts'
import { deskPages } from '#contract/desk/desk-pages.ts'
import { fakeServer } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession, someSession } from '#support/some-site.ts'
// loaded before the test that shows it
import '#web/front/admin/people/people-page.tsx'
import { Component as DeskPages } from './desk-routes.tsx'

const others: [string, UserSession][] = [
  ['somebody signed out', { authenticated: false }],
  ['an owner', { ...someSession, permissions: ['account.manage', 'subscription.manage', 'users.manage'] }],
]
const notFound = 'The given URL can not be found.'
const { createAdmin, ...ofAdmins } = deskPages

describe.each(others)('for %s', (_, session) => {
  test.each(Object.values(ofAdmins))('$path does not exist', async ({ path }) => {
    show(<DeskPages />, { at: path, session })
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(notFound)
  })

  test('the page that creates an admin does', async () => {
    show(<DeskPages />, { at: createAdmin.path, session })
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByText(notFound)).toBeNull()
  })
})

test('the admin has them', async () => {
  fakeServer({ people: () => ({ status: 200, body: { count: 0, more: false, people: [] } }) })
  show(<DeskPages />, { at: '/admin/people', session: adminSession })
  expect(await screen.findByRole('heading', { level: 1, name: 'People' })).toBeTruthy()
})
