import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { Component } from './request-reset-page.tsx'

const ok = () => ({ status: 200, body: { status: 'ok' } }) as const
const open = (more: Parameters<typeof show>[1] = {}) =>
  show(<Component />, { at: '/reset-password/start', path: '/reset-password/start', ...more })
const email = () => screen.getByLabelText<HTMLInputElement>('Email')
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send the link' }))

describe('requesting a link', () => {
  test('sends the address and says where the message went', async () => {
    const server = fakeServer({ requestReset: ok })
    open()
    await userEvent.type(email(), ' ada@example.org ')
    await send()
    const sentence = 'We sent a message to ada@example.org with instructions to reset your password.'
    expect((await screen.findByText(sentence)).getAttribute('role')).toBe('status')
    expect(server.asked('requestReset')[0]?.body).toEqual({ email: 'ada@example.org' })
    expect(screen.queryByLabelText('Email')).toBeNull()
    expect(document.title).toBe('Reset password – Lectern')
  })

  test('links to the mails in the demo only', async () => {
    fakeServer({ requestReset: ok })
    open({ config: { demo: true }, state: { email: 'ada@example.org' } })
    await send()
    expect((await screen.findByRole('link', { name: "Open the demo's mails" })).getAttribute('href')).toBe(
      '/demo',
    )
  })

  test.each([
    ['', 'Please enter your email.'],
    ['ada', 'Please enter a valid email.'],
  ])('of %j sends no request', async (typed, sentence) => {
    const server = fakeServer({})
    open()
    if (typed) await userEvent.type(email(), typed)
    await send()
    expect(screen.getByText(sentence)).toBeTruthy()
    expect(email().getAttribute('aria-invalid')).toBe('true')
    expect(server.requests).toEqual([])
  })

  test("shows the server's sentence, and keeps the address", async () => {
    fakeServer({ requestReset: () => problem('too-many-requests', 'Too many tries.') })
    open()
    await userEvent.type(email(), 'ada@example.org')
    await send()
    expect((await screen.findByRole('alert')).textContent).toBe('Too many tries.')
    expect(email().value).toBe('ada@example.org')
  })

  test('sends once, however often the button is pressed', async () => {
    let answer: () => void = () => undefined
    const server = fakeServer({
      requestReset: () => new Promise((resolve) => (answer = () => resolve(ok()))),
    })
    open({ state: { email: 'ada@example.org' } })
    await send()
    await send()
    await waitFor(() => expect(server.asked('requestReset')).toHaveLength(1))
    expect(screen.getByRole('button', { name: 'Send the link' }).getAttribute('aria-busy')).toBe('true')
    answer()
    await screen.findByText(/^We sent a message/)
    expect(server.asked('requestReset')).toHaveLength(1)
  })
})

test('the address is filled in if known', () => {
  fakeServer({})
  open({ session: someSession })
  expect(email().value).toBe('ada@example.org')
})
