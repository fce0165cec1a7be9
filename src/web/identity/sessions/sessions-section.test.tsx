import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { OwnSession } from '#contract/accounts/credentials.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { useNotifications } from '#web/platform/ui/notifications-store.ts'
import { SessionsSection } from './sessions-section.tsx'

const session = (id: string, more: Partial<OwnSession> = {}): OwnSession => ({
  id,
  current: false,
  createdAt: '2026-11-20T09:30:00.000Z',
  lastSeenAt: '2026-11-21T08:15:00.000Z',
  userAgent: null,
  network: null,
  switched: false,
  ...more,
})
const here = session('s1', {
  current: true,
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36',
  network: '192.0.2.x',
})
const phone = session('s2', {
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6) AppleWebKit/605.1 Version/26.0 Mobile Safari/604.1',
  network: '2001:db8:1:x',
})
const unknown = session('s3', { userAgent: '<b>bold</b>' })

function open(answers: Parameters<typeof fakeServer>[0] = {}, sessions = [here, phone, unknown]) {
  const server = fakeServer({ ownSessions: () => ({ status: 200, body: { sessions } }), ...answers })
  show(<SessionsSection />, { session: someSession })
  return server
}

const rows = async () => {
  await screen.findByText('This browser')
  return screen.getAllByRole('listitem')
}
const notified = () => useNotifications.getState().notifications.map(({ message }) => message)
const endPhone = async () =>
  userEvent.click(await screen.findByRole('button', { name: /^End Safari on iPhone, logged in/ }))

test('the session of an admin switched into the account is labelled so, and can be ended', async () => {
  const switched = session('s9', { switched: true, userAgent: here.userAgent })
  const server = fakeServer({
    ownSessions: () => ({ status: 200, body: { sessions: [here, switched] } }),
    endOwnSession: () => ({ status: 200, body: { sessions: [here] } }),
  })
  show(<SessionsSection />, { session: someSession })
  expect(await screen.findByText('The admin of this site, in your account')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /the admin of this site/i }))
  await waitFor(() => expect(screen.queryByText(/The admin of this site/)).toBeNull())
  expect(server.asked('endOwnSession').map(({ params }) => params.id)).toEqual(['s9'])
})

describe('the sessions', () => {
  test('are described in plain words, with this browser marked and without an end button', async () => {
    open()
    const [first, second, third] = await rows()
    expect(first?.textContent).toContain('Chrome on Linux')
    expect(first?.textContent).toContain('Network 192.0.2.x')
    expect(within(first as HTMLElement).queryByRole('button')).toBeNull()
    expect(second?.textContent).toContain('Safari on iPhone')
    expect(second?.textContent).toMatch(/Logged in 20\. November, 2026, \d\d:30/)
    expect(second?.textContent).toMatch(/Last used 21\. November, 2026, \d\d:15/)
    expect(third?.textContent).toContain('Unknown browser')
    expect(third?.textContent).not.toContain('bold')
    expect(third?.textContent).not.toContain('Network')
  })

  test('can be ended together if there are others', async () => {
    open({}, [here])
    await rows()
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('that cannot be read can be retried', async () => {
    let times = 0
    open({
      ownSessions: () => {
        times += 1
        return times === 1
          ? problem('too-many-requests', 'Too many tries.')
          : { status: 200, body: { sessions: [here] } }
      },
    })
    expect((await screen.findByRole('alert')).textContent).toBe('Too many tries.')
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await rows()).toHaveLength(1)
  })
})

describe('ending', () => {
  test('one shows the remaining ones, and announces it', async () => {
    const server = open({ endOwnSession: () => ({ status: 200, body: { sessions: [here, unknown] } }) })
    await endPhone()
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
    expect(server.asked('endOwnSession')[0]?.params).toEqual({ id: 's2' })
    expect(notified()).toEqual(['The session has been ended.'])
    expect(document.activeElement?.textContent).toBe('Where you are logged in')
  })

  test('all others leaves this one', async () => {
    const server = open({ endOtherSessions: () => ({ status: 200, body: { sessions: [here] } }) })
    await userEvent.click(await screen.findByRole('button', { name: 'End all others' }))
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
    expect(server.asked('endOtherSessions')).toHaveLength(1)
    expect(notified()).toEqual(['All other sessions have been ended.'])
    expect(screen.queryByRole('button', { name: 'End all others' })).toBeNull()
  })

  test('one that has ended already shows the current list', async () => {
    let sessions = [here, phone]
    open({
      ownSessions: () => ({ status: 200, body: { sessions } }),
      endOwnSession: () => {
        sessions = [here]
        return problem('not-found', 'Not found.')
      },
    })
    await endPhone()
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('that fails shows the reason and keeps the list', async () => {
    open({ endOwnSession: () => 'unreachable' })
    await endPhone()
    expect((await screen.findByRole('alert')).textContent).toBe("HTTP Error: the server can't be reached")
    expect(screen.getAllByRole('listitem')).toHaveLength(3)
  })

  test('requires the password if the server does, and ends the same one with it', async () => {
    const server = open({
      endOwnSession: ({ body }) =>
        (body as { currentPassword?: string }).currentPassword === 'my own'
          ? { status: 200, body: { sessions: [here, unknown] } }
          : problem('proof-required', 'Please enter your current password.'),
    })
    await endPhone()
    const dialog = await screen.findByRole('dialog', {
      name: 'Please supply your current password when ending other sessions.',
    })
    expect(screen.queryByRole('alert')).toBeNull()
    await userEvent.type(within(dialog).getByLabelText('current password'), 'my own{Enter}')
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
    expect(server.asked('endOwnSession').map(({ params, body }) => [params.id, body])).toEqual([
      ['s2', {}],
      ['s2', { currentPassword: 'my own' }],
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
