import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { HistoryEntry } from '#contract/desk/person.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession } from '#support/some-site.ts'
import { QueryRoot } from '#web/platform/site/query-root.tsx'
import { History } from './history.tsx'
import { LoginState } from './login-state.tsx'
import { Papers } from './papers.tsx'

const accountId = '0a000000-0000-4000-8000-000000000001'
const id = '0b000000-0000-4000-8000-000000000001'
const nothing = { name: null, note: null, cents: null, state: null, id: null, maySendAgain: false }
const at = '2026-11-03T14:05:07.000Z'
const entry = (of: Partial<HistoryEntry> & Pick<HistoryEntry, 'group' | 'what'>): HistoryEntry => ({
  ...nothing,
  at,
  ...of,
})
const entries: HistoryEntry[] = [
  entry({ group: 'money', what: 'charge-succeeded', name: 'visa 4242', cents: 10_710 }),
  entry({ group: 'money', what: 'charge-declined', note: 'Not enough money', cents: 10_710 }),
  entry({ group: 'money', what: 'invoice', name: '2026-000123', cents: 10_710, id }),
  entry({ group: 'money', what: 'order', name: '261104123456', cents: 1190, id: accountId }),
  entry({ group: 'money', what: 'notice', note: 'dispute-open', cents: 10_710 }),
  entry({
    group: 'mail',
    what: 'mail',
    name: 'a@b.example',
    note: 'Hello',
    state: 'refused',
    id,
    maySendAgain: true,
  }),
  entry({ group: 'change', what: 'audit', name: 'Robin', note: 'login-released' }),
  entry({ group: 'change', what: 'audit', name: 'Robin', note: 'something-new' }),
]
const page = (part: React.ReactNode) => show(<QueryRoot>{part}</QueryRoot>, { session: adminSession })

test('the history says in sentences what happened, with the ways to files and orders', async () => {
  fakeServer({ accountHistory: () => ({ status: 200, body: { count: 8, entries } }) })
  page(<History accountId={accountId} />)
  const rows = (await screen.findAllByRole('rowheader')).map(({ textContent }) => textContent)
  expect(rows).toEqual([
    '€107.10 was charged to visa 4242',
    'A charge of €107.10 was refused: Not enough money',
    'Invoice 2026-000123 over €107.10',
    'Order 2611 0412 3456 over €11.90',
    'Payment: the card holder disputes a payment, €107.10',
    'Mail “Hello” to a@b.example: refused by the mail server',
    'The login was released (by Robin)',
    'A change of the admin’s: something-new (by Robin)',
  ])
  expect(screen.getByRole('link', { name: 'PDF of 2026-000123' }).getAttribute('href')).toBe(
    `/api/admin/people/invoice/${id}`,
  )
  expect(screen.getByRole('link', { name: 'Open order 2611 0412 3456' }).getAttribute('href')).toBe(
    `/admin/order/view/${accountId}`,
  )
})

test('the history shows one kind, and sends a mail again, with the password where it is asked for', async () => {
  const server = fakeServer({
    accountHistory: () => ({ status: 200, body: { count: 8, entries } }),
    sendMailAgain: ({ body }) =>
      (body as { password?: string }).password === 'secret'
        ? { status: 200, body: { status: 'ok' } }
        : problem('password-required', 'Please enter your password.'),
  })
  page(<History accountId={accountId} />)
  await userEvent.selectOptions(await screen.findByLabelText('Show'), 'mail')
  await waitFor(() => expect(server.asked('accountHistory').at(-1)?.query.get('group')).toBe('mail'))
  await userEvent.click(await screen.findByRole('button', { name: 'Send “Hello” again' }))
  await userEvent.type(await screen.findByLabelText(/current password/i), 'secret{Enter}')
  await waitFor(() =>
    expect(server.asked('sendMailAgain').map(({ body }) => body)).toEqual([
      { accountId, mailId: id },
      { accountId, mailId: id, password: 'secret' },
    ]),
  )
})

test('papers are listed with their amounts', async () => {
  const paper = {
    id,
    kind: 'credit-note' as const,
    number: '2026-000124',
    at,
    grossCents: -1190,
    state: null,
  }
  fakeServer({ accountPapers: () => ({ status: 200, body: { count: 1, papers: [paper] } }) })
  page(<Papers accountId={accountId} />)
  const row = (await screen.findByRole('rowheader', { name: '2026-000124' })).closest('tr') as HTMLElement
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['Credit note', '2026-11-03', '−€11.90', 'PDF'])
})

const login = {
  password: true,
  temporaryPasswordUntil: null,
  authenticatorApp: true,
  passkeys: 2,
  recoveryCodes: 1,
  lockedSeconds: 61,
  undeliverable: ['gone@school.example'],
  sessions: [{ id, createdAt: at, lastSeenAt: at, userAgent: null, network: '192.0.2.0' }],
}

test('the login shows factors, lock and sessions, which can be released and ended', async () => {
  const server = fakeServer({
    personLogin: () => ({ status: 200, body: login }),
    releaseLogin: () => ({ status: 200, body: { status: 'ok' } }),
    endUserSession: () => ({ status: 200, body: { status: 'ok' } }),
  })
  page(<LoginState id={accountId} own={false} />)
  expect(await screen.findByText('authenticator app, 2 passkeys, 1 recovery code left')).toBeTruthy()
  expect(screen.getByText('Locked for 2 more minutes')).toBeTruthy()
  expect(screen.getByText('gone@school.example')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Release the login' }))
  await waitFor(() =>
    expect(server.asked('releaseLogin').map(({ body }) => body)).toEqual([{ id: accountId }]),
  )
  await userEvent.click(screen.getByRole('button', { name: 'End the session of Unknown browser' }))
  await waitFor(() =>
    expect(server.asked('endUserSession').map(({ body }) => body)).toEqual([
      { id: accountId, sessionId: id },
    ]),
  )
})

test('the own login is only shown', async () => {
  fakeServer({ personLogin: () => ({ status: 200, body: login }) })
  page(<LoginState id={accountId} own />)
  expect(await screen.findByText('Unknown browser')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
