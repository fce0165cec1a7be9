import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { fakeServer } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { Component as CardPage } from '#web/books/billing/card-page.tsx'
import { Component as WizardPage } from '#web/books/billing/wizard/wizard-page.tsx'
import { Component as ProfilePage } from '#web/business/profile/profile-page.tsx'
import { Component as UsersPage } from '#web/business/team/users/users-page.tsx'

import { Component as DeskPages } from '#web/desk-routes.tsx'
import { Component as SecurityPage } from '#web/identity/sessions/security-page.tsx'
import { CallProblem } from '#web/platform/site/api.ts'
import { useSite } from '#web/platform/site/site.ts'
import { Toolbar } from './toolbar.tsx'

const failure = 'Something went wrong. Please try again shortly!'

function open(Page: () => React.ReactNode, at = '/account/profile') {
  const server = fakeServer({
    userSession: () => ({ status: 200, body: { authenticated: false } }),
  })
  show(<Page />, { at })
  return server
}

const nobodyKnows = (problem?: CallProblem) =>
  useSite.setState({ session: undefined, sessionProblem: problem })

describe('while the session could not be read', () => {
  test.each<[string, () => React.ReactNode, string?]>([
    ['profile', ProfilePage],
    ['users', UsersPage],
    ['card', CardPage],
    ['wizard', WizardPage],
    ['security', SecurityPage],
    ['admin', DeskPages, '/admin'],
    ['coupon creation', DeskPages, '/admin/coupon/add'],
  ])('the page %s says the failure, and reads it again on request', async (_, Page, at) => {
    open(Page, at)
    nobodyKnows(new CallProblem(500, 'server-error', failure))
    expect((await screen.findByRole('alert')).textContent).toBe(failure)
    expect(screen.queryByText(/have to be logged in/)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(useSite.getState().session).toEqual({ authenticated: false }))
    expect(screen.queryByText(failure)).toBeNull()
  })

  test('a page waits until the server has answered', async () => {
    open(ProfilePage)
    nobodyKnows()
    expect(await screen.findByText('Loading...')).toBeTruthy()
  })

  test('the toolbar does not claim that the visitor is signed out', async () => {
    open(Toolbar)
    expect(screen.getByRole('link', { name: 'Login' })).toBeTruthy()
    nobodyKnows(new CallProblem(500, 'server-error', failure))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Login' })).toBeNull())
  })
})
