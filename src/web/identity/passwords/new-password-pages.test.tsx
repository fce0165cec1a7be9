import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { useNotifications } from '#web/platform/ui/notifications-store.ts'
import { Component as CreatePassword } from './create-password-page.tsx'
import { Component as ResetPassword } from './reset-password-page.tsx'

const ok = () => ({ status: 200, body: { status: 'ok' } }) as const
const signedOut = () => ({ status: 200, body: { authenticated: false } }) as const
const password = 'a word of my own'

const pages = [
  {
    Page: ResetPassword,
    call: 'resetPassword',
    path: '/account/reset-password/new-password',
    done: 'The password reset was completed successfully.',
  },
  {
    Page: CreatePassword,
    call: 'createPassword',
    path: '/user/create-password/new-password',
    done: 'Your password was updated, your account is now ready to be used.',
  },
] as const

const address = () => screen.getByTestId('address').textContent
const notified = () => useNotifications.getState().notifications.map(({ message }) => message)

async function enter(first: string, second = first) {
  if (first) await userEvent.type(screen.getByLabelText('New password'), first)
  if (second) await userEvent.type(screen.getByLabelText('Confirm password'), second)
  await userEvent.click(screen.getByRole('button', { name: 'Save the password' }))
}

// each test has a new tab
beforeEach(() => sessionStorage.clear())

describe.each(pages)('$path', ({ Page, call, path, done }) => {
  const open = (search = '?contact=ada%40example.org&code=secret', more = {}) =>
    show(<Page />, { at: path + search, path, ...more })

  test("sends the link's code with the new password, and continues with the login", async () => {
    const server = fakeServer({ [call]: ok, userSession: signedOut })
    open()
    expect(document.activeElement).toBe(screen.getByLabelText('New password'))
    await enter(password)
    await waitFor(() => expect(address()).toBe('/login'))
    expect(server.asked(call)[0]?.body).toEqual({ contact: 'ada@example.org', code: 'secret', password })
    expect(notified()).toEqual([done])
  })

  test("the link's code is removed from the URL, and a reload works until it is used", async () => {
    const server = fakeServer({ [call]: ok, userSession: signedOut })
    const { unmount } = open()
    await waitFor(() => expect(address()).toBe(path))
    unmount()
    open('')
    await enter(password)
    await waitFor(() => expect(address()).toBe('/login'))
    expect(server.asked(call)[0]?.body).toMatchObject({ contact: 'ada@example.org', code: 'secret' })
    expect(sessionStorage.getItem('lectern') ?? '').not.toContain('secret')
  })

  test('tells password managers the user of the password', () => {
    fakeServer({})
    const { container } = open()
    const name = container.querySelector<HTMLInputElement>('input[autocomplete="username"]')
    expect(name?.value).toBe('ada@example.org')
    expect(screen.getByLabelText('New password').getAttribute('autocomplete')).toBe('new-password')
  })

  test.each([
    ['', '', 'Please choose a password.'],
    [password, 'something else', 'The passwords do not match.'],
    ['short', 'short', 'Please choose a password with at least 8 characters.'],
  ])('of %j and %j sends no request', async (first, second, sentence) => {
    const server = fakeServer({})
    open()
    await enter(first, second)
    expect(screen.getByText(sentence)).toBeTruthy()
    expect(server.requests).toEqual([])
  })

  test('shows faults of a password that only the server knows', async () => {
    const sentence = 'This password is on the list of the most common ones. Please choose another.'
    fakeServer({
      [call]: () => problem('invalid', 'Please look at what you entered.', { password: sentence }),
    })
    open()
    await enter('password1')
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('reports an expired link, and offers another one', async () => {
    fakeServer({ [call]: () => problem('code-expired', 'The code has expired.') })
    open()
    await enter(password)
    expect((await screen.findByRole('alert')).textContent).toBe('The code has expired.')
    const again = screen.getByRole('link', { name: /Send another link|Reset password/ })
    expect(again.getAttribute('href')).toBe('/reset-password/start')
  })

  test('can be tried again when the server was away', async () => {
    fakeServer({ [call]: () => 'unreachable' })
    open()
    await enter(password)
    expect((await screen.findByRole('alert')).textContent).toBe("HTTP Error: the server can't be reached")
    expect(screen.queryByRole('link', { name: /Send another link|Reset password/ })).toBeNull()
    expect(screen.getByRole('button', { name: 'Save the password' }).getAttribute('aria-busy')).toBeNull()
  })

  test.each(['', '?contact=ada%40example.org', '?code=secret', '?contact=%20&code=secret'])(
    'with %j reports the missing part and links home',
    async (search) => {
      fakeServer({})
      open(search)
      await waitFor(() => expect(address()).toBe('/'))
      expect(notified()).toEqual(['The contact address or confirmation code is missing'])
    },
  )
})

test('a reset shows that it has logged this browser out as well', async () => {
  fakeServer({ resetPassword: ok, userSession: signedOut })
  show(<ResetPassword />, {
    at: '/account/reset-password/new-password?contact=ada%40example.org&code=secret',
    path: '/account/reset-password/new-password',
    session: someSession,
    elsewhere: { '/login': <p>the login</p> },
  })
  await enter(password)
  expect(await screen.findByText('the login')).toBeTruthy()
})
