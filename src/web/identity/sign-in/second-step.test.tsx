import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someAuthenticator } from '#support/some-authenticator.ts'
import { someSession } from '#support/some-site.ts'
import { Component } from './login-page.tsx'

const ok = () => ({ status: 200, body: { status: 'ok' } }) as const
const ada = () => ({ status: 200, body: someSession }) as const
const options = { challenge: 'AQID', rpId: 'localhost' }
const started = () => ({ status: 200, body: { options } }) as const
const refused = () => problem('second-factor-failed', 'The code is not correct.')
const ended = () => problem('login-required', 'Please log in to continue.')
const secondStep = '/login?step=two-factor&methods=totp%2Cpasskey%2Crecovery-code'

const open = (at = secondStep) => show(<Component />, { at, path: '/login' })
const address = () => screen.getByTestId('address').textContent
const button = (name: string) => screen.findByRole('button', { name })
const click = async (name: string) => userEvent.click(await button(name))
const said = async () => (await screen.findByRole('alert')).textContent

describe('the second step', () => {
  test('follows the password, in the URL, and keeps the requested page', async () => {
    const body = { status: 'two-factor-required', methods: ['totp', 'recovery-code'] } as const
    fakeServer({
      login: () => ({ status: 202, body: { ...body, methods: [...body.methods] } }),
      secondFactor: ok,
      userSession: ada,
    })
    open('/login?next=/pricing')
    await userEvent.type(screen.getByLabelText('Email'), 'ada@example.org')
    await userEvent.type(screen.getByLabelText('Password'), 'notes on the engine')
    await click('Login')
    const code = await screen.findByLabelText('Code')
    expect(address()).toBe('/login?step=two-factor&methods=totp%2Crecovery-code&next=%2Fpricing')
    expect(document.activeElement).toBe(code)
    await userEvent.type(code, '123456{Enter}')
    await waitFor(() => expect(address()).toBe('/pricing'))
  })

  test('asks for a code, which the browser may fill in', async () => {
    const server = fakeServer({ secondFactor: ok, userSession: ada })
    open()
    const code = screen.getByLabelText<HTMLInputElement>('Code')
    expect([code.autocomplete, code.inputMode]).toEqual(['one-time-code', 'numeric'])
    await userEvent.type(code, '123 456')
    await click('Login')
    await waitFor(() => expect(address()).toBe('/content'))
    expect(server.asked('secondFactor')[0]?.body).toEqual({ code: '123 456' })
  })

  test('reports a wrong code, which can be entered again', async () => {
    fakeServer({ secondFactor: refused })
    open()
    await userEvent.type(screen.getByLabelText('Code'), '123456')
    await click('Login')
    expect(await said()).toBe('The code is not correct.')
    await userEvent.keyboard('654321')
    expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('654321')
  })

  test('requires input before sending', async () => {
    const server = fakeServer({})
    open()
    await click('Login')
    expect(await screen.findByText('Please enter the code.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Code'))
    expect(server.requests).toEqual([])
  })

  test('takes a recovery code', async () => {
    const server = fakeServer({ secondFactor: ok, userSession: ada })
    open()
    await click('Use a recovery code')
    expect(screen.queryByLabelText('Code')).toBeNull()
    await userEvent.type(screen.getByLabelText('Recovery code'), 'ABCD-EFGH{Enter}')
    await waitFor(() => expect(address()).toBe('/content'))
    expect(server.asked('secondFactor')[0]?.body).toEqual({ code: 'ABCD-EFGH' })
  })

  test('links back to the code from there', async () => {
    fakeServer({})
    open()
    await click('Use a recovery code')
    await click('Use the authenticator app')
    expect(screen.getByLabelText('Code')).toBeTruthy()
  })

  test('returns to the password, with the reason, when the sign-in has ended', async () => {
    const server = fakeServer({ secondFactor: ended, logout: ok })
    open(`${secondStep}&next=%2Fpricing`)
    await userEvent.type(screen.getByLabelText('Code'), '123456{Enter}')
    expect(await said()).toBe('The second step took too long or failed too often. Please log in again.')
    expect(address()).toBe('/login?next=%2Fpricing')
    await waitFor(() => expect(server.asked('logout')).toHaveLength(1))
  })

  test('can be given up', async () => {
    const server = fakeServer({ logout: ok })
    open()
    await click('Start again')
    expect(await screen.findByLabelText('Email')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    await waitFor(() => expect(server.asked('logout')).toHaveLength(1))
  })

  test('continues after a temporary password with choosing a new one', async () => {
    fakeServer({ secondFactor: () => ({ status: 202, body: { status: 'password-change-required' } }) })
    open()
    await userEvent.type(screen.getByLabelText('Code'), '123456{Enter}')
    await waitFor(() => expect(address()).toBe('/user/change-password'))
  })

  test.each(['/login?step=two-factor', '/login?step=two-factor&methods=nonsense'])(
    'at %s asks for a code, the most common method',
    (at) => {
      open(at)
      expect(screen.getByLabelText('Code')).toBeTruthy()
      expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
        'Login',
        'Start again',
      ])
    },
  )
})

describe('a passkey as second step', () => {
  test('is offered if the browser supports passkeys, first if it is the only one', async () => {
    open()
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
    cleanup()
    someAuthenticator()
    open('/login?step=two-factor&methods=passkey')
    expect(document.activeElement).toBe(await button('Use a passkey'))
  })

  test('signs in', async () => {
    const asked = someAuthenticator()
    const server = fakeServer({ startPasskeySignIn: started, signInWithPasskey: ok, userSession: ada })
    open()
    await click('Use a passkey')
    await click('Use a passkey')
    await waitFor(() => expect(address()).toBe('/content'))
    expect(asked.get).toHaveLength(1)
    expect(server.asked('signInWithPasskey')[0]?.body).toEqual({
      response: expect.objectContaining({ id: 'AQID', type: 'public-key' }),
    })
  })

  test('reports a failure', async () => {
    someAuthenticator('NotAllowedError')
    const server = fakeServer({ startPasskeySignIn: started })
    open('/login?step=two-factor&methods=passkey')
    await click('Use a passkey')
    expect(await said()).toBe('No passkey was used.')
    expect(server.asked('signInWithPasskey')).toEqual([])
  })

  test('reports a refusal of the server', async () => {
    someAuthenticator()
    fakeServer({ startPasskeySignIn: started, signInWithPasskey: refused })
    open('/login?step=two-factor&methods=passkey')
    await click('Use a passkey')
    expect(await said()).toBe('The passkey was not accepted. Please try again.')
  })
})

describe('a passkey in place of the password', () => {
  test('is offered only where the browser knows passkeys', () => {
    open('/login')
    expect(screen.queryByRole('button', { name: 'Log in with a passkey' })).toBeNull()
  })

  test('signs in, and stays signed in if that was ticked', async () => {
    someAuthenticator()
    const server = fakeServer({ startPasskeySignIn: started, signInWithPasskey: ok, userSession: ada })
    open('/login')
    await userEvent.click(screen.getByLabelText('Stay logged in'))
    await click('Log in with a passkey')
    await waitFor(() => expect(address()).toBe('/content'))
    expect(server.asked('signInWithPasskey')[0]?.body).toMatchObject({ staySignedIn: true })
    expect(server.asked('logout')).toEqual([])
  })

  test('abandons an incomplete sign-in of this browser', async () => {
    someAuthenticator()
    let leftOver = true
    const server = fakeServer({
      startPasskeySignIn: () => {
        const allowCredentials = leftOver ? [{ id: 'AQID', type: 'public-key' }] : []
        return { status: 200, body: { options: { ...options, allowCredentials } } }
      },
      logout: () => {
        leftOver = false
        return ok()
      },
      signInWithPasskey: ok,
      userSession: ada,
    })
    open('/login')
    await click('Log in with a passkey')
    await waitFor(() => expect(address()).toBe('/content'))
    expect(server.asked('startPasskeySignIn')).toHaveLength(2)
  })

  test.each([
    ['NotAllowedError', 'No passkey was used.'],
    ['SecurityError', 'The passkey was not accepted. Please try again.'],
  ] as const)("reports the browser's exception %s", async (outcome, sentence) => {
    someAuthenticator(outcome)
    fakeServer({ startPasskeySignIn: started })
    open('/login')
    await click('Log in with a passkey')
    expect(await said()).toBe(sentence)
  })

  test("shows the server's message if it cannot begin", async () => {
    someAuthenticator()
    fakeServer({ startPasskeySignIn: () => 'unreachable' })
    open('/login')
    await click('Log in with a passkey')
    expect(await said()).toBe("HTTP Error: the server can't be reached")
  })
})
