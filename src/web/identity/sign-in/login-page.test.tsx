import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { useLocalState } from '#web/platform/site/store.ts'
import { Component } from './login-page.tsx'

const ok = () => ({ status: 200, body: { status: 'ok' } }) as const
const ada = () => ({ status: 200, body: someSession }) as const

const open = (more: Parameters<typeof show>[1] = {}) =>
  show(<Component />, { at: '/login', path: '/login', ...more })
const address = () => screen.getByTestId('address').textContent
const email = () => screen.getByLabelText<HTMLInputElement>('Email')
const password = () => screen.getByLabelText<HTMLInputElement>('Password')

async function enter(values: { email?: string; password?: string } = {}) {
  await userEvent.type(email(), values.email ?? 'ada@example.org')
  await userEvent.type(password(), values.password ?? 'correct horse')
  await userEvent.click(screen.getByRole('button', { name: 'Login' }))
}

describe('login', () => {
  test('sends email and password, and continues with the content', async () => {
    const server = fakeServer({ login: ok, userSession: ada })
    open()
    await enter({ email: ' ada@example.org ' })
    await waitFor(() => expect(address()).toBe('/content'))
    expect(server.asked('login')[0]?.body).toEqual({
      email: 'ada@example.org',
      password: 'correct horse',
      staySignedIn: false,
    })
  })

  test("never sends viewing as a visitor: it may have been another person's", async () => {
    const film = { videoId: 'closures', viewedAt: '2026-11-21T10:00:00.000Z', seen: true, positionSeconds: 1 }
    useLocalState.setState({ begun: [film] })
    const server = fakeServer({ login: ok, userSession: ada })
    open()
    await enter()
    await waitFor(() => expect(address()).toBe('/content'))
    expect(server.asked('takeBegun')).toEqual([])
    useLocalState.getState().reset()
  })

  test('says the generic failure when the server answers nothing', async () => {
    fakeServer({ login: () => ({ status: 200, body: null }) as never, userSession: ada })
    open()
    await enter()
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Something went wrong. Please try again shortly!',
    )
    expect(address()).toBe('/login')
  })

  test('keeps the session beyond the browser only on request', async () => {
    const server = fakeServer({ login: ok, userSession: ada })
    open()
    await userEvent.click(screen.getByLabelText('Stay logged in'))
    await enter()
    await waitFor(() => expect(server.asked('login')[0]?.body).toMatchObject({ staySignedIn: true }))
  })

  test.each([
    ['/login?next=%2Fcontent%2Fvideo%2Fclosures%3Ft%3D90', '/content/video/closures?t=90'],
    ['/login?next=%2F%2Fevil.test', '/content'],
  ])('of %s continues with %s', async (at, target) => {
    fakeServer({ login: ok, userSession: ada })
    open({ at })
    await enter()
    await waitFor(() => expect(address()).toBe(target))
  })

  test("shows the server's message on failure, and keeps the input", async () => {
    fakeServer({ login: () => problem('login-failed', 'The email or the password is not correct.') })
    open()
    await enter()
    expect((await screen.findByRole('alert')).textContent).toBe('The email or the password is not correct.')
    expect([email().value, password().value]).toEqual(['ada@example.org', 'correct horse'])
    expect(document.activeElement).toBe(password())
  })

  test("says HTTP Error: the server can't be reached", async () => {
    fakeServer({ login: () => 'unreachable' })
    open()
    await enter()
    expect((await screen.findByRole('alert')).textContent).toBe("HTTP Error: the server can't be reached")
  })

  test('requires both before sending', async () => {
    const server = fakeServer({})
    open()
    await userEvent.click(screen.getByRole('button', { name: 'Login' }))
    expect(await screen.findByText('Please enter your email.')).toBeTruthy()
    expect(screen.getByText('Please enter your password.')).toBeTruthy()
    expect(email().getAttribute('aria-invalid')).toBe('true')
    expect(server.requests).toEqual([])
  })

  test('is sent once, however often the button is pressed', async () => {
    const server = fakeServer({ login: () => new Promise(() => undefined) })
    open()
    await enter()
    await userEvent.click(screen.getByRole('button', { name: 'Login' }))
    await userEvent.type(password(), '{Enter}')
    expect(server.asked('login')).toHaveLength(1)
  })
})

describe('the login page', () => {
  test('redirects a signed-in user', () => {
    open({ session: someSession })
    expect(address()).toBe('/content')
  })

  test('redirects them to where they wanted', () => {
    open({ session: someSession, at: '/login?next=/pricing' })
    expect(address()).toBe('/pricing')
  })

  test('has links for users with no password, or with a forgotten one', () => {
    open()
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(links).toEqual(['/login/company', '/reset-password/start', '/register'])
  })

  test('has the address filled in after registering', () => {
    open({ state: { email: 'ada@example.org' } })
    expect(email().value).toBe('ada@example.org')
    expect(document.activeElement).toBe(password())
  })

  test('can show the password', async () => {
    open()
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
    expect(password().type).toBe('text')
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(password().type).toBe('password')
  })

  test('is titled Login – Lectern', () => {
    open()
    expect(document.title).toBe('Login – Lectern')
  })
})
