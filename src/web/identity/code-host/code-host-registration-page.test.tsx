import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { useLocalState } from '#web/platform/site/store.ts'
import { Component } from './code-host-registration-page.tsx'

const arrival = { login: 'ada', name: 'Ada of GitHub', email: 'ada@example.org' }
const arrived = () => ({ status: 200, body: { arrival } }) as const
const done = () => ({ status: 200, body: { status: 'ok' } }) as const
const ada = () => ({ status: 200, body: someSession }) as const

const open = (more: Parameters<typeof show>[1] = {}) =>
  show(<Component />, {
    at: '/register/code-host',
    path: '/register/code-host',
    config: { githubLogin: true },
    ...more,
  })
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`))
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Register' }))
const agree = async () => userEvent.click(await screen.findByRole('checkbox', { name: /I agree/ }))
const address = () => screen.getByTestId('address').textContent

describe('the rest of a registration', () => {
  test('knows the name, which can be changed, and the confirmed email, which can not', async () => {
    fakeServer({ codeHostArrival: arrived })
    open()
    await screen.findByLabelText('Full name')
    expect([field('Full name').value, field('Full name').readOnly]).toEqual(['Ada of GitHub', false])
    expect([field('Email').value, field('Email').readOnly]).toEqual(['ada@example.org', true])
    expect(screen.getByText('Confirmed by GitHub for @ada.')).toBeTruthy()
    expect(screen.queryByLabelText('Password')).toBeNull()
    expect(screen.getByText(/Your free trial of 14 days starts when you have agreed/)).toBeTruthy()
  })

  test('mentions no trial if there is none', async () => {
    fakeServer({ codeHostArrival: arrived })
    open({ config: { githubLogin: true, serviceMode: 'sunset' } })
    await screen.findByLabelText('Full name')
    expect(screen.queryByText(/trial/)).toBeNull()
    expect(screen.getByText(/^This service is closing/)).toBeTruthy()
  })

  test('sends the viewing as a visitor', async () => {
    const film = {
      videoId: 'closures',
      viewedAt: '2026-11-21T10:00:00.000Z',
      seen: true,
      positionSeconds: 12,
    }
    useLocalState.setState({ begun: [film] })
    const server = fakeServer({
      codeHostArrival: arrived,
      registerFromCodeHost: done,
      userSession: ada,
      takeBegun: () => ({ status: 200, body: { status: 'ok' } }),
    })
    open()
    await agree()
    await submit()
    await waitFor(() => expect(address()).toBe('/content'))
    expect(server.asked('takeBegun').map(({ body }) => body)).toEqual([{ begun: [film] }])
  })

  test('is sent, and continues with the content', async () => {
    const server = fakeServer({ codeHostArrival: arrived, registerFromCodeHost: done, userSession: ada })
    open()
    await agree()
    await userEvent.clear(field('Full name'))
    await userEvent.type(field('Full name'), ' Ada Lovelace ')
    await userEvent.type(field('Coupon code'), ' SPRING 26 ')
    await submit()
    await waitFor(() => expect(address()).toBe('/content'))
    expect(server.asked('registerFromCodeHost')[0]?.body).toEqual({
      name: 'Ada Lovelace',
      couponCode: 'SPRING 26',
      newsletter: false,
      termsAccepted: true,
    })
  })

  test('reports missing fields before sending', async () => {
    const server = fakeServer({ codeHostArrival: arrived })
    open()
    await userEvent.clear(await screen.findByLabelText('Full name'))
    await userEvent.type(field('Coupon code'), 'ab')
    await submit()
    for (const sentence of [
      'Please enter your name.',
      'The coupon code you entered is invalid',
      'You have to agree to the terms & conditions in order to use the product',
    ])
      expect(await screen.findByText(sentence)).toBeTruthy()
    expect(server.asked('registerFromCodeHost')).toEqual([])
  })

  test('shows the server’s fault of a field at that field', async () => {
    const sentence = 'The coupon code you entered is invalid'
    fakeServer({
      codeHostArrival: arrived,
      registerFromCodeHost: () => problem('invalid', 'Please check your entries.', { couponCode: sentence }),
    })
    open()
    await agree()
    await userEvent.type(field('Coupon code'), 'USEDUP')
    await submit()
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(document.activeElement).toBe(field('Coupon code'))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('shows any other message above the button; the same sent again is the same registration', async () => {
    const server = fakeServer({
      codeHostArrival: arrived,
      registerFromCodeHost: () => problem('code-host-expired', 'Too much time has passed.'),
    })
    open()
    await agree()
    await submit()
    expect((await screen.findByRole('alert')).textContent).toBe('Too much time has passed.')
    await submit()
    await waitFor(() => expect(server.asked('registerFromCodeHost')).toHaveLength(2))
    const keys = server.asked('registerFromCodeHost').map(({ headers }) => headers.get('idempotency-key'))
    expect(keys[0]).toBeTruthy()
    expect(keys[1]).toBe(keys[0])
  })
})

describe('without an arrival', () => {
  test('both ways to continue are offered', async () => {
    fakeServer({ codeHostArrival: () => ({ status: 200, body: { arrival: null } }) })
    open()
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Nobody has come from GitHub within the last hour. Please log in there again.',
    )
    expect(screen.getByRole('link', { name: 'Log in with GitHub' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Register with a password' }).getAttribute('href')).toBe(
      '/register',
    )
    expect(screen.queryByLabelText('Full name')).toBeNull()
  })

  test('another refusal of the server is shown as it is', async () => {
    fakeServer({ codeHostArrival: () => problem('not-found', 'This does not exist (any more).') })
    open({ config: { githubLogin: false } })
    expect((await screen.findByRole('alert')).textContent).toBe('This does not exist (any more).')
    expect(screen.queryByRole('link', { name: 'Log in with GitHub' })).toBeNull()
  })
})

test('a signed-in user is redirected to the content', () => {
  fakeServer({ codeHostArrival: arrived })
  open({ session: someSession })
  expect(address()).toBe('/content')
})
