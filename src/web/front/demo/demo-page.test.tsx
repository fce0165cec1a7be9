import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someConfig, someSession } from '#support/some-site.ts'
import { useSite } from '#web/platform/site/site.ts'
import { Notifications } from '#web/platform/ui/notifications.tsx'
import { Component } from './demo-page.tsx'

/** An afternoon in the reader's time zone. */
const afternoon = (month: number) => new Date(2026, month - 1, 3, 14, 5).toISOString()

const logins = ['admin', 'owner', 'viewer', 'expired'] as const
const mails = [
  {
    to: 'ada@example.org',
    subject: 'Please confirm your email',
    text: 'Hello Ada,\n\nhttp://localhost:3000/confirm-contact?contact=ada%40example.org&code=c0de.\n\nBye',
    html: '<b>ignored</b>',
    attachments: [{ href: '/demo/attachment?id=1&file=0', name: 'Terms-and-conditions.pdf' }],
    sentAt: '2026-11-03T10:00:00Z',
  },
  {
    to: 'bob@example.org',
    subject: 'Your trial ends',
    text: 'See https://elsewhere.test/help and http://localhost:3000/no-such-page',
    html: '',
    attachments: [],
    sentAt: '2026-11-02T10:00:00Z',
  },
]

/** Answers of the demo, unless a test overrides them. */
function demo(more: Parameters<typeof fakeServer>[0] = {}) {
  return fakeServer({
    demoLogins: () => ({
      status: 200,
      body: {
        logins: logins.map((role) => ({ role, email: `${role}@lectern.example`, password: `demo-${role}` })),
      },
    }),
    demoMails: () => ({ status: 200, body: { mails } }),
    sandboxFaultNow: () => ({ status: 200, body: { fault: 'none' } }),
    demoClock: () => ({ status: 200, body: { now: afternoon(11) } }),
    config: () => ({ status: 200, body: { ...someConfig, demo: true } }),
    userSession: () => ({ status: 200, body: { authenticated: false } }),
    ...more,
  })
}

function open(config: Parameters<typeof show>[1] = { config: { demo: true } }) {
  show(
    <>
      <Component />
      <Notifications />
    </>,
    { at: '/demo', path: '/demo', ...config },
  )
}

const panel = (name: string) => within(screen.getByRole('region', { name }))

describe('the demo page', () => {
  test('does not exist on a real site', async () => {
    const server = demo()
    open({ config: { demo: false } })
    expect(await screen.findByText('The given URL can not be found.')).toBeTruthy()
    expect(server.requests).toEqual([])
  })

  test('signs in as each part at one click', async () => {
    const server = demo({
      login: () => ({ status: 200, body: { status: 'ok' } }),
      userSession: () => ({ status: 200, body: someSession }),
    })
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Log in as Viewer' }))
    expect(await screen.findByText('You are logged in as Ada King Lovelace.')).toBeTruthy()
    expect(server.asked('login')[0]?.body).toEqual({
      email: 'viewer@lectern.example',
      password: 'demo-viewer',
    })
    expect(useSite.getState().session).toEqual(someSession)
  })

  test("says the server's message when signing in fails", async () => {
    demo({ login: () => problem('login-failed', 'The email or the password is not correct.') })
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Log in as Admin' }))
    expect(await screen.findByText('The email or the password is not correct.')).toBeTruthy()
  })
})

describe('copying a login', () => {
  const copyButtons = async () => (await screen.findAllByTitle('Copy email'))[1] as HTMLElement

  test('copies it to the clipboard and confirms', async () => {
    demo()
    const user = userEvent.setup()
    open()
    await user.click(await copyButtons())
    expect(await navigator.clipboard.readText()).toBe('owner@lectern.example')
    expect(screen.getByText('Copied.')).toBeTruthy()
  })

  test('reports that the browser forbids it', async () => {
    demo()
    userEvent.setup()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
    open()
    await userEvent.click(await copyButtons(), { skipHover: true })
    expect(await screen.findByText('The browser does not let this page use the clipboard.')).toBeTruthy()
    vi.restoreAllMocks()
  })
})

describe('the mails', () => {
  test('are listed as they arrive, and the first is shown', async () => {
    demo()
    open()
    const list = await screen.findByRole('list', { name: 'Mails, newest first' })
    expect(
      within(list)
        .getAllByRole('button')
        .map((entry) => entry.firstElementChild?.textContent),
    ).toEqual(['Please confirm your email', 'Your trial ends'])
    expect(screen.getByRole('article').textContent).toContain('Hello Ada,')
    expect(screen.queryByText('ignored')).toBeNull()
  })

  test('have links that stay in this window, without the full stop behind them', async () => {
    demo()
    open()
    const link = await screen.findByRole('link', { name: /confirm-contact/ })
    expect(link.getAttribute('href')).toBe('/confirm-contact?contact=ada%40example.org&code=c0de')
    await userEvent.click(link)
    expect(screen.getByTestId('address').textContent).toBe(
      '/confirm-contact?contact=ada%40example.org&code=c0de',
    )
  })

  test('leave links to elsewhere as they are', async () => {
    demo()
    open()
    await userEvent.click(await screen.findByRole('button', { name: /Your trial ends/ }))
    const targets = within(screen.getByRole('article')).getAllByRole('link')
    expect(targets.map((link) => link.getAttribute('href'))).toEqual([
      'https://elsewhere.test/help',
      'http://localhost:3000/no-such-page',
    ])
  })

  test('explain how to get one if there are none', async () => {
    demo({ demoMails: () => ({ status: 200, body: { mails: [] } }) })
    open()
    expect(await screen.findByText(/Register with any address to get the first/)).toBeTruthy()
  })
})

describe('the clock', () => {
  test('shows business time', async () => {
    demo()
    open()
    expect(await panel('Clock').findByText('3. November, 2026, 14:05')).toBeTruthy()
  })

  test.each([
    ['1 day', 'P1D'],
    ['14 days', 'P14D'],
    ['30 days', 'P30D'],
    ['1 year', 'P1Y'],
  ])('moves by %s and refetches everything', async (name, advance) => {
    const server = demo({ advanceDemoClock: () => ({ status: 200, body: { now: afternoon(12) } }) })
    open()
    await screen.findByRole('article')
    const before = server.requests.length
    await userEvent.click(panel('Clock').getByRole('button', { name }))
    expect(await screen.findByText('It is now 3. December, 2026, 14:05.')).toBeTruthy()
    expect(server.asked('advanceDemoClock').map(({ body }) => body)).toEqual([{ advance }])
    await waitFor(() => {
      const anew = server.requests.slice(before).map((request) => request.name)
      expect(anew).toEqual(expect.arrayContaining(['demoMails', 'demoClock', 'userSession', 'config']))
    })
  })

  test('is moved once, however often the buttons are pressed meanwhile', async () => {
    const server = demo({ advanceDemoClock: () => new Promise(() => undefined) })
    open()
    await userEvent.click(panel('Clock').getByRole('button', { name: '1 day' }))
    await userEvent.click(panel('Clock').getByRole('button', { name: '1 year' }))
    expect(server.asked('advanceDemoClock')).toHaveLength(1)
  })

  test('shows why it cannot be moved', async () => {
    demo({ advanceDemoClock: () => problem('invalid', 'Please check.', { advance: 'Too far.' }) })
    open()
    await userEvent.click(panel('Clock').getByRole('button', { name: '1 year' }))
    expect(await screen.findByText('Too far.')).toBeTruthy()
  })
})

describe('payments', () => {
  const withSandbox = { config: { demo: true, paymentProviders: ['sandbox'] } }
  const fault = (name: RegExp) => panel('Payments').getByRole<HTMLInputElement>('radio', { name })

  test('are not there without the sandbox', () => {
    demo()
    open()
    expect(screen.queryByRole('region', { name: 'Payments' })).toBeNull()
  })

  test('show which fault is on, and switch to another', async () => {
    let now: 'hang' | 'decline' = 'hang'
    const server = demo({
      sandboxFaultNow: () => ({ status: 200, body: { fault: now } }),
      sandboxFault: () => {
        now = 'decline'
        return { status: 200, body: { fault: now } }
      },
    })
    open(withSandbox)
    await waitFor(() => expect(fault(/^No answer/).checked).toBe(true))
    await userEvent.click(fault(/^Declined/))
    expect(await screen.findByText('The sandbox was changed.')).toBeTruthy()
    expect(server.asked('sandboxFault')[0]?.body).toEqual({ fault: 'decline' })
    await waitFor(() => expect(fault(/^Declined/).checked).toBe(true))
  })

  test('stay as they are when that fails', async () => {
    demo({ sandboxFault: () => 'unreachable' })
    open(withSandbox)
    await waitFor(() => expect(fault(/^Nothing/).checked).toBe(true))
    await userEvent.click(fault(/^Declined/))
    expect(await screen.findByText("HTTP Error: the server can't be reached")).toBeTruthy()
    expect(fault(/^Nothing/).checked).toBe(true)
  })

  test('list the test cards, each to be copied', async () => {
    demo()
    open(withSandbox)
    await userEvent.click(panel('Payments').getByText('Test card numbers'))
    await userEvent.click(panel('Payments').getByRole('button', { name: /4000 0000 0000 0341/ }))
    expect(await screen.findByText('The card number was copied.')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe('4000 0000 0000 0341')
  })
})

describe('the service mode', () => {
  test('is switched, and the site knows it at once', async () => {
    const server = demo({
      demoServiceMode: () => ({ status: 200, body: { serviceMode: 'sunset' } }),
      config: () => ({ status: 200, body: { ...someConfig, demo: true, serviceMode: 'sunset' } }),
    })
    open()
    await userEvent.click(panel('Service mode').getByRole('radio', { name: /^Sunset/ }))
    expect(await screen.findByText('The service mode was changed.')).toBeTruthy()
    expect(server.asked('demoServiceMode')[0]?.body).toEqual({ serviceMode: 'sunset' })
    expect(panel('Service mode').getByRole<HTMLInputElement>('radio', { name: /^Sunset/ }).checked).toBe(true)
  })

  test('is unchanged if that fails', async () => {
    demo({ demoServiceMode: () => 'unreachable' })
    open()
    await userEvent.click(panel('Service mode').getByRole('radio', { name: /^Sunset/ }))
    expect(await screen.findByText("HTTP Error: the server can't be reached")).toBeTruthy()
    expect(panel('Service mode').getByRole<HTMLInputElement>('radio', { name: /^Open/ }).checked).toBe(true)
  })
})
