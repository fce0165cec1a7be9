import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { useNotifications } from '#web/platform/ui/notifications-store.ts'
import { Component } from './temporary-password-page.tsx'

const path = '/user/change-password'
const open = (more: Parameters<typeof show>[1] = {}) => show(<Component />, { at: path, path, ...more })
const address = () => screen.getByTestId('address').textContent
const notified = () => useNotifications.getState().notifications.map(({ message }) => message)
const answers = {
  changePassword: () => ({ status: 200, body: { status: 'ok' } }) as const,
  userSession: () => ({ status: 200, body: someSession }) as const,
}

async function enter({
  current = 'tmp-42',
  first = 'a word of my own',
  second = first,
}: {
  current?: string
  first?: string
  second?: string
} = {}) {
  for (const [name, text] of [
    ['Temporary password', current],
    ['New password', first],
    ['Confirm password', second],
  ] as const)
    if (text) await userEvent.type(screen.getByLabelText(name), text)
  await userEvent.click(screen.getByRole('button', { name: 'Save the password' }))
}

describe('after signing in with a temporary password', () => {
  test('a new one is chosen, and the content opens', async () => {
    const server = fakeServer(answers)
    open()
    await enter()
    await waitFor(() => expect(address()).toBe('/content'))
    expect(server.asked('changePassword')[0]?.body).toEqual({
      currentPassword: 'tmp-42',
      password: 'a word of my own',
    })
    expect(notified()).toEqual(['Your password was updated.'])
  })

  test.each([
    ['/account/profile', '/account/profile'],
    ['//evil.test', '/content'],
  ])('the requested page %s leads to %s', async (next, target) => {
    fakeServer(answers)
    open({ state: { next } })
    await enter()
    await waitFor(() => expect(address()).toBe(target))
  })

  test.each([
    [{ current: '' }, 'Please enter the temporary password.'],
    [{ second: 'something else' }, 'The passwords do not match.'],
    [{ first: '', second: '' }, 'Please choose a password.'],
  ])('with %j no request is sent', async (change, sentence) => {
    const server = fakeServer({})
    open()
    await enter(change)
    expect(screen.getByText(sentence)).toBeTruthy()
    expect(server.requests).toEqual([])
  })

  test('a wrong one is reported', async () => {
    fakeServer({ changePassword: () => problem('wrong-password', 'The password is not correct.') })
    open()
    await enter()
    expect((await screen.findByRole('alert')).textContent).toBe('The password is not correct.')
    expect(address()).toBe(path)
  })

  test('who took too long is led back to the login', async () => {
    fakeServer({ changePassword: () => problem('login-required', 'Please log in.') })
    open()
    await enter()
    expect((await screen.findByRole('alert')).textContent).toBe('Please log in.')
    expect(screen.getByRole('link', { name: 'Log in again' }).getAttribute('href')).toBe('/login')
    expect(screen.queryByLabelText('New password')).toBeNull()
  })
})

test('a signed-in user changes their password on the usual page', async () => {
  fakeServer({})
  open({ session: someSession })
  await waitFor(() => expect(address()).toBe('/account/password'))
})
