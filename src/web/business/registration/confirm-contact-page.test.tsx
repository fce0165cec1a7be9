import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { useLocalState } from '#web/platform/site/store.ts'
import { useNotifications } from '#web/platform/ui/notifications-store.ts'
import { Component as ErrorPage } from './confirm-contact-error-page.tsx'
import { Component as FailurePage } from './confirm-contact-failure-page.tsx'
import { Component } from './confirm-contact-page.tsx'
import { Component as SuccessPage } from './confirm-contact-success-page.tsx'

const link = '/confirm-contact?contact=ada%2Btest%40example.org&code=c0de'
const confirmed = () =>
  ({ status: 200, body: { contact: 'ada+test@example.org', trialStarted: true } }) as const
const nobody = () => ({ status: 200, body: { authenticated: false } }) as const

const open = (at = link) => show(<Component />, { at, path: '/confirm-contact' })
const address = () => screen.getByTestId('address').textContent
const confirm = () => userEvent.click(screen.getByRole('button', { name: 'Confirm' }))

// each test has a new tab
beforeEach(() => sessionStorage.clear())

describe('the mailed link', () => {
  test('opens a page that does nothing until its button is pressed', () => {
    const server = fakeServer({})
    open()
    expect(screen.getByText('Please confirm that you can be reached at ada+test@example.org.')).toBeTruthy()
    expect(screen.getAllByRole('button')).toHaveLength(1)
    expect(server.requests).toEqual([])
  })

  test('confirms by the button, and the code leaves the address bar', async () => {
    const server = fakeServer({ confirmContact: confirmed, userSession: nobody })
    open()
    await confirm()
    await waitFor(() => expect(address()).toBe('/confirm-contact/success?contact=ada%2Btest%40example.org'))
    expect(server.asked('confirmContact')[0]?.body).toEqual({ contact: 'ada+test@example.org', code: 'c0de' })
  })

  test('is removed from the URL at once, and a reload works until it is used', async () => {
    const server = fakeServer({ confirmContact: confirmed, userSession: nobody })
    const { unmount } = open(`${link}&next=%2Fcontent`)
    await waitFor(() => expect(address()).toBe('/confirm-contact?next=%2Fcontent'))
    unmount()
    const reloaded = open('/confirm-contact?next=%2Fcontent')
    expect(screen.getByText('Please confirm that you can be reached at ada+test@example.org.')).toBeTruthy()
    await confirm()
    await waitFor(() => expect(address()).toContain('/confirm-contact/success'))
    expect(server.asked('confirmContact')[0]?.body).toEqual({ contact: 'ada+test@example.org', code: 'c0de' })
    reloaded.unmount()
    expect(sessionStorage.getItem('lectern') ?? '').not.toContain('c0de')
    open('/confirm-contact')
    await waitFor(() => expect(address()).toBe('/'))
  })

  test.each([
    ['/confirm-contact?contact=ada%40example.org'],
    ['/confirm-contact?code=c0de'],
    ['/confirm-contact?contact=&code=%20'],
    ['/confirm-contact'],
  ])('%s reports the missing part and links home', async (at) => {
    open(at)
    await waitFor(() => expect(address()).toBe('/'))
    expect(useNotifications.getState().notifications.map(({ message, type }) => [message, type])).toEqual([
      ['The contact address or confirmation code is missing', 'error'],
    ])
  })
})

test('the page that was wanted before registering stays known', async () => {
  fakeServer({ confirmContact: confirmed, userSession: nobody })
  open(`${link}&next=%2Fcontent%2Fvideo%2Fclosures`)
  await confirm()
  await waitFor(() => expect(address()).toContain('&next=%2Fcontent%2Fvideo%2Fclosures'))
})

describe('what was begun here as a visitor', () => {
  const film = { videoId: 'closures', viewedAt: '2026-11-21T10:00:00.000Z', seen: true, positionSeconds: 12 }
  const done = () => ({ status: 200, body: { status: 'ok' } }) as const
  const somebody = () => ({ status: 200, body: someSession }) as const
  beforeEach(() => useLocalState.setState({ begun: [film] }))

  test('is sent once, when confirming has signed in', async () => {
    const server = fakeServer({ confirmContact: confirmed, userSession: somebody, takeBegun: done })
    open()
    await confirm()
    await waitFor(() => expect(address()).toContain('/confirm-contact/success'))
    expect(server.asked('takeBegun').map(({ body }) => body)).toEqual([{ begun: [film] }])
    expect(useLocalState.getState().begun).toEqual([])
  })

  test('is sent once, even if that fails', async () => {
    fakeServer({ confirmContact: confirmed, userSession: somebody, takeBegun: () => 'unreachable' })
    open()
    await confirm()
    await waitFor(() => expect(address()).toContain('/confirm-contact/success'))
    expect(useLocalState.getState().begun).toEqual([])
  })

  test.each([
    ['nobody is signed in by it', {}, nobody],
    ['somebody was signed in before', { session: someSession }, somebody],
  ])('stays here if %s', async (_, before, userSession) => {
    const server = fakeServer({ confirmContact: confirmed, userSession })
    show(<Component />, { at: link, path: '/confirm-contact', ...before })
    await confirm()
    await waitFor(() => expect(address()).toContain('/confirm-contact/success'))
    expect(server.asked('takeBegun')).toEqual([])
    expect(useLocalState.getState().begun).toEqual([film])
  })
})

describe('in another browser than the one that registered', () => {
  const asksForPassword = (accept: string) =>
    fakeServer({
      confirmContact: ({ body }) => {
        const { password } = body as { password?: string }
        return password === accept ? confirmed() : problem('password-required', 'Please enter your password.')
      },
      userSession: nobody,
    })

  test('it requires the password chosen then, or a new one, and confirms with it', async () => {
    const server = asksForPassword('correct horse')
    open()
    await confirm()
    expect(await screen.findByText(/the password that you chose then, or choose a new one/)).toBeTruthy()
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse')
    await confirm()
    await waitFor(() => expect(address()).toContain('/confirm-contact/success'))
    expect(server.asked('confirmContact').at(-1)?.body).toMatchObject({ password: 'correct horse' })
  })

  test.each([
    ['', 'Please choose a password.'],
    ['short', 'Please choose a password with at least 8 characters.'],
  ])('the password %j is not sent: %s', async (password, sentence) => {
    const server = asksForPassword('correct horse')
    open()
    await confirm()
    const field = await screen.findByLabelText('Password')
    if (password) await userEvent.type(field, password)
    await confirm()
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(server.asked('confirmContact')).toHaveLength(1)
  })

  test('a new password is accepted together with a name', async () => {
    const server = fakeServer({
      confirmContact: ({ body }) => {
        const { password, name } = body as { password?: string; name?: string }
        if (password === undefined) return problem('password-required', 'Please enter your password.')
        return name === undefined ? problem('name-required', 'Please enter your name.') : confirmed()
      },
      userSession: nobody,
    })
    open()
    await confirm()
    await userEvent.type(await screen.findByLabelText('Password'), 'chosen anew')
    await confirm()
    expect(await screen.findByText(/If you mistyped it, please correct it/)).toBeTruthy()
    await confirm()
    expect(await screen.findByText('Please enter your name.')).toBeTruthy()
    expect(server.asked('confirmContact')).toHaveLength(2)
    await userEvent.type(screen.getByLabelText('Full name'), 'Vera')
    await confirm()
    await waitFor(() => expect(address()).toContain('/confirm-contact/success'))
    expect(server.asked('confirmContact').at(-1)?.body).toMatchObject({
      password: 'chosen anew',
      name: 'Vera',
    })
  })

  test("the server's fault of the password is shown at its field", async () => {
    let asked = false
    fakeServer({
      confirmContact: () => {
        if (asked) return problem('invalid', 'Please check.', { password: 'Too simple.' })
        asked = true
        return problem('password-required', 'Please enter your password.')
      },
    })
    open()
    await confirm()
    await userEvent.type(await screen.findByLabelText('Password'), 'password1')
    await confirm()
    expect(await screen.findByText('Too simple.')).toBeTruthy()
    expect(address()).toBe('/confirm-contact')
  })
})

describe('a contact that was added to an account', () => {
  test("asks a signed-out browser for the account's password, until it is right", async () => {
    const server = fakeServer({
      confirmContact: ({ body }) => {
        const { password } = body as { password?: string }
        if (password === undefined) return problem('own-password-required', 'Please enter the password.')
        return password === 'my' ? confirmed() : problem('wrong-password', 'The password is not correct.')
      },
      userSession: nobody,
    })
    open()
    await confirm()
    expect(await screen.findByText(/Please enter the password of your account/)).toBeTruthy()
    await confirm()
    expect(await screen.findByText('Please enter your password.')).toBeTruthy()
    expect(server.asked('confirmContact')).toHaveLength(1)

    const field = screen.getByLabelText<HTMLInputElement>('Password')
    expect(field.autocomplete).toBe('current-password')
    await userEvent.type(field, 'not my')
    await confirm()
    expect((await screen.findByRole('alert')).textContent).toBe('The password is not correct.')
    await userEvent.clear(field)
    await userEvent.type(field, 'my')
    await confirm()
    await waitFor(() => expect(address()).toContain('/confirm-contact/success'))
  })
})

describe('what the server refuses', () => {
  test.each(['code-wrong', 'code-expired', 'contact-in-use'] as const)(
    'as %s ends on the failure page with the contact and the message',
    async (code) => {
      fakeServer({ confirmContact: () => problem(code, `The server says ${code}.`) })
      show(<Component />, {
        at: link,
        path: '/confirm-contact',
        elsewhere: { '/confirm-contact/failure': <FailurePage /> },
      })
      await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
      await waitFor(() => expect(address()).toContain('/confirm-contact/failure?contact=ada%2Btest'))
      expect(screen.getByText(`The server says ${code}.`)).toBeTruthy()
      expect(screen.getByText('The contact ada+test@example.org could not be confirmed.')).toBeTruthy()
    },
  )

  test('because it is broken ends on the error page', async () => {
    fakeServer({ confirmContact: () => problem('server-error', 'Something went wrong.') })
    open()
    await confirm()
    await waitFor(() => expect(address()).toBe('/confirm-contact/error'))
  })

  test.each([
    ['cannot be reached', 'unreachable' as const, "HTTP Error: the server can't be reached"],
    ['has had enough', problem('too-many-requests', 'Too many attempts.'), 'Too many attempts.'],
    ['is away for a moment', problem('unavailable', 'Not now.'), 'Not now.'],
  ])('because it %s can be tried again', async (_, answer, sentence) => {
    fakeServer({ confirmContact: () => answer })
    open()
    await confirm()
    expect((await screen.findByRole('alert')).textContent).toBe(sentence)
    expect(screen.getByRole('button', { name: 'Confirm' })).toBeTruthy()
    expect(address()).toBe('/confirm-contact')
  })
})

describe('the pages at the end', () => {
  const links = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  const success = (session: Parameters<typeof show>[1], trialStarted: boolean) =>
    show(<SuccessPage />, {
      at: '/confirm-contact/success?contact=ada%40example.org',
      state: { confirmed: 'ada@example.org', trialStarted },
      ...session,
    })

  test('success links to the login', () => {
    success({}, true)
    expect(screen.getByText('The contact ada@example.org has been successfully confirmed!')).toBeTruthy()
    expect(screen.getByText('Your free trial has started.')).toBeTruthy()
    expect(screen.getByRole('link').getAttribute('href')).toBe('/login')
  })

  test('success links to the requested page, of this site only', () => {
    const at = (next: string) => `/confirm-contact/success?next=${encodeURIComponent(next)}`
    const { unmount } = success({ at: at('/content/video/closures') }, true)
    expect(screen.getByRole('link').getAttribute('href')).toBe('/login?next=%2Fcontent%2Fvideo%2Fclosures')
    unmount()
    const there = success({ at: at('/content/video/closures'), session: someSession }, true)
    expect(links()).toEqual([
      ['Continue where you left off', '/content/video/closures'],
      ['Continue to profile', '/account/profile'],
    ])
    there.unmount()
    success({ at: at('//evil.test') }, true)
    expect(screen.getByRole('link').getAttribute('href')).toBe('/login')
  })

  test('success links a signed-in user to the profile, or to the content', () => {
    success({ session: someSession }, false)
    expect(links()).toEqual([
      ['Continue to profile', '/account/profile'],
      ['Continue to content', '/content'],
    ])
    expect(screen.queryByText('Your free trial has started.')).toBeNull()
  })

  test.each([
    ['nobody', {}, '/login'],
    ['somebody', { session: someSession }, '/account/profile'],
  ])('success shows only what this browser just did, if %s is signed in', (_, session, way) => {
    show(<SuccessPage />, { at: '/confirm-contact/success?contact=eve%40example.org', ...session })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Confirm contact')
    expect(screen.queryByText(/eve@example.org|successfully|Confirmed/, { ignore: 'output' })).toBeNull()
    expect(screen.getByText(/^Nothing was confirmed here just now/)).toBeTruthy()
    expect(screen.getAllByRole('link')[0]?.getAttribute('href')).toBe(way)
  })

  test('failure shows no text from the URL', () => {
    show(<FailurePage />, { at: '/confirm-contact/failure?contact=a%40b.de&message=Call+555' })
    expect(screen.getByRole('alert').textContent).toBe('Please try again shortly!')
    expect(screen.queryByText(/Call/, { ignore: 'output' })).toBeNull()
  })

  test('error reports a failure', () => {
    show(<ErrorPage />, { at: '/confirm-contact/error' })
    expect(screen.getByRole('alert').textContent).toBe('Something went wrong. Please try again shortly!')
  })
})
