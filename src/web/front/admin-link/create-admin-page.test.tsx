import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { AdminLink } from '#contract/admin/admin-link-calls.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { useNotifications } from '#web/platform/ui/notifications-store.ts'
import { Component } from './create-admin-page.tsx'

const newAdmin: AdminLink = { purpose: 'new-admin', email: null }
const newPassword: AdminLink = { purpose: 'new-password', email: 'ada@example.org', withoutTwoFactor: false }
const good = (body: AdminLink) => () => ({ status: 200, body }) as const
const ok = () => ({ status: 200, body: { status: 'ok' } }) as const
const asAdmin = () => ({ status: 200, body: adminSession }) as const
const wrong = 'This link is not correct, was used already, or is older than 15 minutes.'

const open = (at = '/admin/create?code=s3cret') => show(<Component />, { at, path: '/admin/create' })
const address = () => screen.getByTestId('address').textContent
const notified = () => useNotifications.getState().notifications.map(({ message }) => message)
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const submit = (name = 'Become the admin') => userEvent.click(screen.getByRole('button', { name }))

async function enter(change: { [label: string]: string } = {}) {
  await screen.findByRole('heading', { name: 'Become the admin' })
  const entered = {
    'Full name': 'Ada Lovelace',
    Email: 'ada@example.org',
    Password: 'correct horse',
    'Confirm password': 'correct horse',
    ...change,
  }
  for (const [label, value] of Object.entries(entered)) {
    await userEvent.clear(field(label))
    if (value) await userEvent.type(field(label), value)
  }
  await submit()
}

describe('a link that makes the admin', () => {
  test('asks who that is, and leads to where a second factor is set up', async () => {
    const server = fakeServer({ adminLink: good(newAdmin), createAdmin: ok, userSession: asAdmin })
    open()
    await enter({ 'Full name': ' Ada Lovelace ' })
    await waitFor(() => expect(address()).toBe('/account/security'))
    expect(server.asked('adminLink')[0]?.body).toEqual({ code: 's3cret' })
    expect(server.asked('createAdmin')[0]?.body).toEqual({
      code: 's3cret',
      name: 'Ada Lovelace',
      email: 'ada@example.org',
      password: 'correct horse',
    })
    expect(notified()).toEqual(['You are the admin now.'])
  })

  test('is filled in with the email that the command was told', async () => {
    fakeServer({ adminLink: good({ ...newAdmin, email: 'you@example.org' }) })
    open()
    await screen.findByRole('heading', { name: 'Become the admin' })
    expect(field('Email').value).toBe('you@example.org')
  })

  test('asks nobody about what the page itself can see', async () => {
    const server = fakeServer({ adminLink: good(newAdmin) })
    open()
    await enter({ 'Full name': '', Email: 'ada', Password: 'short', 'Confirm password': 'other' })
    for (const sentence of [
      'Please enter your name.',
      'Please enter a valid email.',
      'Please choose a password with at least 8 characters.',
      'The passwords do not match.',
    ])
      expect(await screen.findByText(sentence)).toBeTruthy()
    expect(server.asked('createAdmin')).toEqual([])
  })

  test('shows at the field what the server refuses', async () => {
    const sentence = 'Another account has confirmed this email.'
    fakeServer({
      adminLink: good(newAdmin),
      createAdmin: () => problem('invalid', 'Please check your entries.', { email: sentence }),
    })
    open()
    await enter()
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(field('Email').getAttribute('aria-invalid')).toBe('true')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('says that it became too old meanwhile', async () => {
    fakeServer({ adminLink: good(newAdmin), createAdmin: () => problem('admin-link-wrong', wrong) })
    open()
    await enter()
    expect((await screen.findByRole('alert')).textContent).toBe(wrong)
  })
})

describe('a link for a new password', () => {
  const choose = async () => {
    await userEvent.type(await screen.findByLabelText('New password'), 'correct horse')
    await userEvent.type(field('Confirm password'), 'correct horse')
    await submit('Save the password')
  }

  test('says whose it is, and leads to where a second factor is set up', async () => {
    const server = fakeServer({ adminLink: good(newPassword), renewAdminPassword: ok, userSession: asAdmin })
    open()
    expect(
      await screen.findByText(
        'For the admin of this site, ada@example.org. You will be logged out everywhere.',
      ),
    ).toBeTruthy()
    expect(screen.queryByText(/recovery codes/)).toBeNull()
    await choose()
    await waitFor(() => expect(address()).toBe('/account/security'))
    expect(server.asked('renewAdminPassword')[0]?.body).toEqual({ code: 's3cret', password: 'correct horse' })
  })

  test('leads to the second step where there is one', async () => {
    fakeServer({
      adminLink: good(newPassword),
      renewAdminPassword: () => ({ status: 202, body: { status: 'two-factor-required', methods: ['totp'] } }),
    })
    open()
    await choose()
    await waitFor(() => expect(address()).toBe('/login?step=two-factor&methods=totp'))
  })

  test('says that the second factors go as well', async () => {
    fakeServer({ adminLink: good({ ...newPassword, withoutTwoFactor: true }) })
    open()
    expect(
      await screen.findByText(
        'Authenticator app, passkeys and recovery codes of the admin are removed as well.',
      ),
    ).toBeTruthy()
  })
})

describe('a link that does not work', () => {
  test.each(['/admin/create?code=old', '/admin/create'])('%s says so, and how to get another', async (at) => {
    fakeServer({ adminLink: () => problem('admin-link-wrong', wrong) })
    open(at)
    expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeTruthy()
    expect(screen.getByText(wrong)).toBeTruthy()
    expect(screen.getByText('npm run admin -- create')).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('can be tried again where the server could not be reached', async () => {
    let reachable = false
    fakeServer({ adminLink: () => (reachable ? good(newAdmin)() : 'unreachable') })
    open()
    expect((await screen.findByRole('alert')).textContent).toMatch(/can't be reached/)
    reachable = true
    await submit('Try again')
    expect(await screen.findByRole('heading', { name: 'Become the admin' })).toBeTruthy()
  })
})
