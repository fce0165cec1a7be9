import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { SignedInSession, UserSession } from '#contract/accounts/accounts.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { otherTabs } from '#support/other-tabs.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { Component as ProfilePage } from '#web/business/profile/profile-page.tsx'
import { SignedOut } from './App.tsx'
import { noticeEndedSession } from './platform/site/ended-session.ts'
import { historyQuery, queryClient } from './platform/site/queries.ts'
import { useNavigate } from './platform/site/router.tsx'
import { useSite } from './platform/site/site.ts'

const ada: SignedInSession = { ...someSession, permissions: ['account.manage'] }
const bob: SignedInSession = {
  ...ada,
  user: { ...ada.user, id: 'u2', name: 'Bob', email: 'bob@example.org' },
}
const nobody: UserSession = { authenticated: false }

const kept = 'You were logged out. What you typed is still here.'
const signedOut = 'Sorry, you have to be logged in to edit your profile.'
const name = () => screen.getByLabelText<HTMLInputElement>('Full name')
const dialog = async () => within(await screen.findByRole('dialog', { name: 'You were logged out' }))
const click = (label: string) => userEvent.click(screen.getByRole('button', { name: label }))

/** Renders Ada's profile, with a server that knows the current session and rejects writes for other users. */
function open({ session = ada, twoFactor = false }: { session?: SignedInSession; twoFactor?: boolean } = {}) {
  const now = { signedIn: session as UserSession }
  const tabs = otherTabs()
  const server = fakeServer({
    userSession: () => ({ status: 200, body: now.signedIn }),
    changeName: ({ headers, body }) => {
      const isSame = now.signedIn.authenticated && headers.get('x-viewer') === now.signedIn.user.id
      if (!isSame) return problem('login-required', 'Please log in to continue.')
      return { status: 200, body: { account: { ...ada.account, name: (body as { name: string }).name } } }
    },
    login: ({ body }) => {
      if (twoFactor) return { status: 202, body: { status: 'two-factor-required', methods: ['totp'] } }
      now.signedIn = (body as { email: string }).email === bob.user.email ? bob : ada
      return { status: 200, body: { status: 'ok' } }
    },
    secondFactor: ({ body }) => {
      if ((body as { code: string }).code !== '123456') return problem('login-required', 'Please log in.')
      now.signedIn = ada
      return { status: 200, body: { status: 'ok' } }
    },
    logout: () => ({ status: 200, body: { status: 'ok' } }),
    videoHistory: () => ({ status: 200, body: { history: [] } }),
  })
  show(
    <>
      <ProfilePage />
      <Elsewhere />
      <SignedOut />
    </>,
    { session, at: '/account/profile' },
  )
  noticeEndedSession()
  return { server, tabs, now }
}

function Elsewhere() {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => navigate('/account/password')}>
      elsewhere
    </button>
  )
}

async function typeName() {
  await userEvent.clear(name())
  await userEvent.type(name(), 'Ada Byron')
}
const save = async () => userEvent.click(screen.getAllByRole('button', { name: 'Save' })[0] as HTMLElement)

async function logIn(password = 'notes on the engine', email?: string) {
  const asked = await dialog()
  if (email) {
    await userEvent.clear(asked.getByLabelText('Email'))
    await userEvent.type(asked.getByLabelText('Email'), email)
  }
  await userEvent.type(asked.getByLabelText('Password'), `${password}{Enter}`)
}

describe('a form saved after its user was signed out', () => {
  test('waits for them to log in, and is saved then', async () => {
    const { server, now } = open()
    await typeName()
    now.signedIn = nobody
    await save()
    const asked = await dialog()
    expect(asked.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.org')
    expect(document.activeElement).toBe(asked.getByLabelText('Password'))
    expect(asked.getByText(`Log in as ${ada.user.name} to go on. What you typed is still here.`)).toBeTruthy()
    await logIn()
    await waitFor(() => expect(useSite.getState().session).toMatchObject({ user: { name: 'Ada Byron' } }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByText(kept)).toBeNull()
    expect(name().value).toBe('Ada Byron')
    expect(server.asked('changeName').map(({ headers }) => headers.get('x-viewer'))).toEqual(['u1', 'u1'])
  })

  test('asks for the second factor too, and restarts if that failed', async () => {
    const { server, now } = open({ twoFactor: true })
    await typeName()
    now.signedIn = nobody
    await save()
    await logIn()
    const asked = await dialog()
    await userEvent.type(await asked.findByLabelText('Code'), '000000{Enter}')
    expect((await asked.findByRole('alert')).textContent).toMatch(/^The second step took too long/)
    expect(server.asked('changeName')).toHaveLength(1)
    await logIn()
    await userEvent.type(await asked.findByLabelText('Code'), '123456{Enter}')
    await waitFor(() => expect(useSite.getState().session).toMatchObject({ user: { name: 'Ada Byron' } }))
  })

  test('is not saved if another user logs in; the input stays until it is discarded', async () => {
    const { server, now } = open()
    await typeName()
    now.signedIn = nobody
    await save()
    await logIn('compilers', 'bob@example.org')
    const asked = await dialog()
    expect((await asked.findByRole('alert')).textContent).toMatch(
      /^Bob is logged in now, and nothing was saved/,
    )
    expect(server.asked('changeName')).toHaveLength(1)
    expect(name().value).toBe('Ada Byron')
    await userEvent.click(asked.getByRole('button', { name: 'Discard what was typed' }))
    await waitFor(() => expect(useSite.getState().session).toEqual(bob))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(server.asked('changeName')).toHaveLength(1)
  })

  test('says why it was not saved when the dialog is closed, and can be saved later', async () => {
    const { now } = open()
    await typeName()
    now.signedIn = nobody
    await save()
    await userEvent.click((await dialog()).getByRole('button', { name: 'Close' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Please log in to continue.')
    expect(name().value).toBe('Ada Byron')
    await save()
    await logIn()
    await waitFor(() => expect(useSite.getState().session).toMatchObject({ user: { name: 'Ada Byron' } }))
  })

  test('is saved at once when its person has logged in again in another tab', async () => {
    const { tabs, now } = open()
    await typeName()
    now.signedIn = nobody
    await save()
    await dialog()
    now.signedIn = ada
    act(() => tabs.tell('u1'))
    await waitFor(() => expect(useSite.getState().session).toMatchObject({ user: { name: 'Ada Byron' } }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('does not ask for a login as the customer whose account the admin had switched into', async () => {
    const { now } = open({ session: { ...ada, switchedBy: { name: 'Robin' } } as SignedInSession })
    await typeName()
    now.signedIn = nobody
    await save()
    expect(await screen.findByText(signedOut)).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('a user signed out in another tab', () => {
  test('sees it at once without unsaved input', async () => {
    const { tabs, now } = open()
    now.signedIn = nobody
    act(() => tabs.tell(undefined))
    expect(await screen.findByText(signedOut)).toBeTruthy()
  })

  test('keeps the input, and continues after logging in again', async () => {
    const { tabs, now } = open()
    await typeName()
    now.signedIn = nobody
    act(() => tabs.tell(undefined))
    expect((await screen.findByText(kept)).closest('[role="status"]')).toBeTruthy()
    expect(name().value).toBe('Ada Byron')
    expect(screen.queryByRole('dialog')).toBeNull()
    await click('Log in')
    await logIn()
    await waitFor(() => expect(screen.queryByText(kept)).toBeNull())
    expect(name().value).toBe('Ada Byron')
  })

  test('sees who has logged in instead, and none of their data', async () => {
    const { tabs, now, server } = open()
    await typeName()
    now.signedIn = bob
    act(() => tabs.tell('u2'))
    expect(await screen.findByText(/^You were logged out, and Bob is logged in now/)).toBeTruthy()
    await expect(queryClient.fetchQuery(historyQuery)).rejects.toMatchObject({ code: 'login-required' })
    expect(server.asked('videoHistory')).toEqual([])
    await click('Discard what was typed')
    await waitFor(() => expect(useSite.getState().session).toEqual(bob))
  })

  test('sees the next page signed out', async () => {
    const { tabs, now } = open()
    await typeName()
    now.signedIn = nobody
    act(() => tabs.tell(undefined))
    await screen.findByText(kept)
    await click('elsewhere')
    expect(await screen.findByText(signedOut)).toBeTruthy()
    expect(screen.queryByText(kept)).toBeNull()
  })
})

test('a tab announces the session to the others, which read it only if it changed', async () => {
  const { tabs, server, now } = open()
  expect(tabs.told).toEqual(['u1'])
  act(() => tabs.tell('u1'))
  expect(server.asked('userSession')).toEqual([])
  now.signedIn = nobody
  act(() => tabs.tell(undefined))
  await waitFor(() => expect(tabs.told.at(-1)).toBeUndefined())
  expect(server.asked('userSession')).toHaveLength(1)
})
