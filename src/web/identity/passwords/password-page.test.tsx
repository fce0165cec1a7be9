import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { Account, SignedInSession } from '#contract/accounts/accounts.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { useNotifications } from '#web/platform/ui/notifications-store.ts'
import { Component } from './password-page.tsx'

const contact = (id: string, email: string, state: Partial<Account['contacts'][number]>) => ({
  id,
  email,
  type: 'email' as const,
  primary: false,
  confirmed: true,
  removable: true,
  ...state,
})
const contacts = [
  contact('c1', 'new@example.org', { primary: true, confirmed: false }),
  contact('c2', 'ada@example.org', {}),
]
const session: SignedInSession = { ...someSession, account: { ...someSession.account, contacts } }
const account = session.account
const methods = { hasPassword: true, totp: false, recoveryCodes: 0, passkeys: [] }

function open(
  answers: Parameters<typeof fakeServer>[0] = {},
  more: Parameters<typeof show>[1] = { session },
) {
  const server = fakeServer({
    signInMethods: () => ({ status: 200, body: methods }),
    userSession: () => ({ status: 200, body: session }),
    ...answers,
  })
  show(<Component />, { at: '/account/password', path: '/account/password', ...more })
  return server
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const notified = () => useNotifications.getState().notifications.map(({ message }) => message)

async function enter({
  current = 'the old one',
  first = 'a word of my own',
  second = first,
}: {
  current?: string
  first?: string
  second?: string
} = {}) {
  for (const [name, text] of [
    ['current password', current],
    ['New password', first],
    ['Confirm password', second],
  ] as const)
    if (text) await userEvent.type(field(name), text)
  await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
}

test('signed out, it asks to log in', () => {
  open({}, { session: { authenticated: false } })
  expect(screen.getByText('You have to be logged in to change your password.')).toBeTruthy()
  expect(screen.queryByLabelText('New password')).toBeNull()
})

describe('changing the password', () => {
  test('sends both, confirms, and clears the form', async () => {
    const server = open({ changePasswordSection: () => ({ status: 200, body: { account } }) })
    await enter()
    await waitFor(() => expect(notified()).toEqual(['The password was changed successfully.']))
    expect(server.asked('changePasswordSection')[0]?.body).toEqual({
      currentPassword: 'the old one',
      password: 'a word of my own',
    })
    await waitFor(() => expect(field('current password').value).toBe(''))
    expect([field('New password').value, field('Confirm password').value]).toEqual(['', ''])
  })

  test('fetches a token of the renewed session for later calls', async () => {
    const server = open({
      changePasswordSection: () => ({ status: 200, body: { account } }),
      sendResetLink: () => ({ status: 200, body: { account } }),
    })
    await enter()
    await waitFor(() => expect(notified()).toHaveLength(1))
    await userEvent.click(screen.getByRole('button', { name: 'Send a reset link' }))
    await waitFor(() => expect(server.asked('sendResetLink')).toHaveLength(1))
    const token = (name: 'changePasswordSection' | 'sendResetLink') =>
      server.asked(name)[0]?.headers.get('x-csrf-token')
    expect(token('sendResetLink')).not.toBe(token('changePasswordSection'))
  })

  test.each([
    [{ current: '' }, 'Please enter your password.'],
    [{ first: '', second: '' }, 'Please choose a password.'],
    [{ first: 'short' }, 'Please choose a password with at least 8 characters.'],
    [{ second: 'something else' }, 'The password confirmation does not match.'],
  ])('with %j sends no request', async (change, sentence) => {
    const server = open()
    await enter(change)
    expect(screen.getByText(sentence)).toBeTruthy()
    expect(server.asked('changePasswordSection')).toEqual([])
  })

  test('reports a wrong current password, which can be entered again', async () => {
    open({ changePasswordSection: () => problem('wrong-password', 'The password is not correct.') })
    await enter()
    expect((await screen.findByRole('alert')).textContent).toBe('The password is not correct.')
    await waitFor(() => expect(document.activeElement).toBe(field('current password')))
    expect(field('New password').value).toBe('a word of my own')
  })

  test('shows faults of the new one that only the server knows', async () => {
    const sentence = 'This password is on the list of the most common ones. Please choose another.'
    open({ changePasswordSection: () => problem('invalid', 'Please look again.', { password: sentence }) })
    await enter()
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(field('New password').getAttribute('aria-invalid')).toBe('true')
  })
})

describe('a link for a forgotten password', () => {
  test('is sent to the primary contact, or to a confirmed one', async () => {
    const server = open({ sendResetLink: () => ({ status: 200, body: { account } }) })
    expect(screen.getByText(/We send a link to ada@example\.org/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Send a reset link' }))
    await waitFor(() =>
      expect(notified()).toEqual(['Please check for a message with a password reset link.']),
    )
    expect(server.asked('sendResetLink')[0]?.body).toEqual({ contactId: 'c2' })
  })

  test("shows the server's sentence when it fails", async () => {
    open({ sendResetLink: () => problem('contact-unconfirmed', 'Please confirm it first.') })
    await userEvent.click(screen.getByRole('button', { name: 'Send a reset link' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Please confirm it first.')
    expect(notified()).toEqual([])
  })

  test('cannot be sent without a confirmed contact', () => {
    const unconfirmed = { ...account, contacts: contacts.slice(0, 1) }
    open({}, { session: { ...session, account: unconfirmed } })
    expect(screen.getByText(/Please confirm your email first/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Send a reset link' })).toBeNull()
  })

  test('is the only choice for a user without a password', async () => {
    open({ signInMethods: () => ({ status: 200, body: { ...methods, hasPassword: false } }) })
    expect(await screen.findByRole('heading', { name: 'You have no password yet' })).toBeTruthy()
    expect(screen.queryByLabelText('current password')).toBeNull()
    expect(screen.getByRole('button', { name: 'Send a reset link' })).toBeTruthy()
  })
})
