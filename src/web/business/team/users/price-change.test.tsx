import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AccountUser, SignedInSession, Subscription } from '#contract/accounts/accounts.ts'
import type { UsersQuote } from '#contract/team/team.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { useSite } from '#web/platform/site/site.ts'
import { useNotifications } from '#web/platform/ui/notifications-store.ts'
import { Component } from './users-page.tsx'

const olga: AccountUser = {
  id: 'u1',
  name: 'Olga',
  email: 'olga@example.org',
  confirmed: true,
  role: 'owner',
  seat: true,
}
const uwe: AccountUser = { ...olga, id: 'u', name: 'Uwe', email: 'uwe@example.org', role: 'user' }
const ann: AccountUser = { ...uwe, id: 'a', name: 'Ann', email: 'ann@example.org', confirmed: false }

const active: Subscription = {
  status: 'active',
  health: 'ok',
  until: '2027-01-01T00:00:00.000Z',
  pricingId: 'launch',
  priceCents: 2000,
  creditCents: 0,
  licenseCount: 2,
  includedLicenses: 0,
  includedLicenseCount: 0,
  interval: { value: 3, unit: 'm' },
  cardOnFile: true,
  version: 1,
  prepaid: false,
  pendingExpiry: false,
}

const quote: UsersQuote = {
  quoteId: '1.3.1000.1190.0.x',
  paidUsersBefore: 2,
  paidUsersAfter: 3,
  dueNowCents: 1190,
  creditCents: 0,
  nextTotalCents: 3570,
  interval: { value: 3, unit: 'm' },
  nextAt: '2027-01-01T12:00:00.000Z',
  vat: { basisPoints: 1900, reverseCharge: false },
  expiresAt: '2026-11-21T12:10:00.000Z',
}

function open(subscription = active, account: Partial<SignedInSession['account']> = {}) {
  const session: SignedInSession = {
    ...someSession,
    user: { ...someSession.user, id: olga.id, name: olga.name },
    account: { ...someSession.account, version: 3, users: [olga, uwe], ...account },
    permissions: ['account.manage', 'subscription.manage', 'users.manage'],
    subscription,
  }
  show(<Component />, { session })
  return session
}

const tools = {
  invites: () => ({ status: 200 as const, body: { invites: [] } }),
  usageReport: () => ({ status: 200 as const, body: { seats: { used: 2, total: 2 }, users: [] } }),
}
const quoted = (change: Partial<UsersQuote> = {}) => ({ status: 200 as const, body: { ...quote, ...change } })
const saved = (users: AccountUser[]) => ({
  status: 200 as const,
  body: { users, version: 4, subscription: { ...active, licenseCount: users.length } },
})

beforeEach(() => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    () => Object.assign(new EventTarget(), { matches: true }) as MediaQueryList,
  )
})
afterEach(() => vi.restoreAllMocks())

const click = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const said = () => useNotifications.getState().notifications.map(({ message }) => message)
const dialog = (name: string) => screen.findByRole('dialog', { name })

async function addAnn() {
  const form = within(screen.getByRole('region', { name: 'Add user' }))
  await userEvent.type(form.getByLabelText('Name'), ann.name)
  await userEvent.type(form.getByLabelText('Email'), ann.email)
  await userEvent.click(form.getByRole('button', { name: 'Add user' }))
  await click(/^Save changes$/)
}

test('adding a paid user shows the price, and saves once it is confirmed', async () => {
  const server = fakeServer({
    ...tools,
    usersQuote: () => quoted(),
    saveUsers: () => saved([olga, uwe, ann]),
  })
  open()
  await addAnn()
  const question = within(await dialog('Add paid users'))
  expect(server.asked('usersQuote')[0]?.body).toEqual({ userCount: 3 })
  expect(server.asked('saveUsers')).toEqual([])
  expect(
    question.getByText(/^You are adding one paid user, 3 in total\. The rest of the current/),
  ).toBeTruthy()
  expect(question.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '€11.90',
    '€35.70',
  ])
  expect(question.getByText('from 1. January, 2027, every 3 months')).toBeTruthy()
  expect(question.getByText('All amounts include 19% VAT.')).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: 'Pay €11.90 and save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.asked('saveUsers')[0]?.body).toMatchObject({
    users: [{ name: 'Ann', email: ann.email }],
    version: 3,
    quoteId: quote.quoteId,
  })
  expect(said()).toContain('The changes to the users associated with this account have been saved.')
})

test('removing a paid user shows the credit', async () => {
  const server = fakeServer({
    ...tools,
    usersQuote: () => quoted({ paidUsersAfter: 1, dueNowCents: 0, creditCents: 595, nextTotalCents: 1190 }),
    saveUsers: () => saved([olga]),
  })
  open()
  await click('Remove! Uwe')
  await click(/^Save changes$/)
  const question = within(await dialog('Remove paid users'))
  expect(question.getByText(/^You are removing one paid user, 1 will be left\. What remains/)).toBeTruthy()
  // its tax is that of the original invoice, which may differ from today's
  expect(
    question.getByText(/^Prices include 19% VAT\. The credit includes the VAT of the invoices/),
  ).toBeTruthy()
  expect(question.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Credit, gross',
    expect.stringMatching(/^Next total/),
  ])
  expect(question.getByText('€5.95')).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(server.asked('saveUsers')).toHaveLength(1))
})

test.each([
  [{ basisPoints: 0, reverseCharge: true }, /reverse charge/],
  [{ basisPoints: 0, reverseCharge: false }, /^No VAT is charged\.$/],
])('says that no VAT is charged: %j', async (vat, sentence) => {
  fakeServer({ ...tools, usersQuote: () => quoted({ vat }) })
  open()
  await addAnn()
  expect(within(await dialog('Add paid users')).getByText(sentence)).toBeTruthy()
})

test('says that more users cost no more', async () => {
  fakeServer({ ...tools, usersQuote: () => quoted({ dueNowCents: 0, creditCents: 714 }) })
  open()
  await addAnn()
  const question = within(await dialog('Add paid users'))
  expect(question.getByText(/Nothing is charged now: so many users cost no more\.$/)).toBeTruthy()
  expect(question.getByText('€7.14')).toBeTruthy()
})

test('going back saves nothing and keeps everything', async () => {
  const server = fakeServer({ ...tools, usersQuote: () => quoted() })
  open()
  await addAnn()
  await dialog('Add paid users')
  await click('Back')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByText(ann.email)).toBeTruthy()
  expect(server.asked('saveUsers')).toEqual([])
})

test("a card that is declined leaves the question open, with the provider's words", async () => {
  fakeServer({
    ...tools,
    usersQuote: () => quoted(),
    saveUsers: () => problem('card-declined', 'Your card has insufficient funds.'),
  })
  open()
  await addAnn()
  await dialog('Add paid users')
  await click(/^Pay/)
  expect((await screen.findByRole('alert')).textContent).toBe('Your card has insufficient funds.')
  expect(screen.getByRole('dialog')).toBeTruthy()
})

test('a changed price is shown again', async () => {
  let asked = 0
  fakeServer({
    ...tools,
    usersQuote: () => {
      asked += 1
      return quoted({ dueNowCents: asked * 1000 })
    },
    saveUsers: () => problem('quote-stale', 'The price has changed.'),
  })
  open()
  await addAnn()
  await dialog('Add paid users')
  await click('Pay €10.00 and save')
  expect(await screen.findByRole('button', { name: 'Pay €20.00 and save' })).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toBe(
    'The price has changed in the meantime. This is the new one.',
  )
})

test.each([
  ['payment-pending' as const, /^The payment is being processed/],
  ['confirmation-required' as const, /^Your bank asks for a confirmation/],
])('a payment that is not settled (%s) shows who waits for it', async (status, sentence) => {
  const waitingUsers = [{ name: 'Ann', email: ann.email }]
  const server = fakeServer({
    ...tools,
    usersQuote: () => quoted(),
    saveUsers: () => ({
      status: 202,
      body: { status, users: [olga, uwe], version: 3, subscription: active, waitingUsers },
    }),
    checkPayment: () => ({ status: 200, body: { subscription: { ...active, licenseCount: 3 } } }),
    userSession: () => ({
      status: 200,
      body: { ...session, account: { ...session.account, users: [olga, uwe, ann], version: 4 } },
    }),
  })
  const session = open()
  await addAnn()
  await dialog('Add paid users')
  await click(/^Pay/)
  const waiting = within(await screen.findByRole('region', { name: 'Waiting for the payment' }))
  expect(waiting.getByRole('listitem').textContent).toContain(ann.email)
  expect(said().some((message) => sentence.test(message))).toBe(true)
  await click('Check again')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Waiting for the payment' })).toBeNull())
  expect(server.asked('checkPayment')).toHaveLength(1)
  expect(screen.getByText(ann.email)).toBeTruthy()
})

test('a waiting user can be resumed', async () => {
  fakeServer(tools)
  open(active, { waitingUsers: [{ name: 'Ann', email: ann.email }] })
  await click('Edit them again')
  const row = within(screen.getAllByRole('table')[0] as HTMLElement).getByRole('row', { name: /^Ann/ })
  expect(row.textContent).toContain('Unsaved')
})

test.each([
  ['a prepaid subscription', { ...active, status: 'prepaid' as const, licenseCount: 5 }],
  ['a trial with a card', { ...active, status: 'trial' as const }],
])('saves directly with %s', async (_, subscription) => {
  const server = fakeServer({ ...tools, saveUsers: () => saved([olga, uwe, ann]) })
  open(subscription)
  await addAnn()
  await waitFor(() => expect(server.asked('saveUsers')).toHaveLength(1))
  expect(server.asked('usersQuote')).toEqual([])
  const { session } = useSite.getState()
  expect(session?.authenticated && session.account.users).toHaveLength(3)
})

test('saves directly if the number of paid users does not change', async () => {
  const server = fakeServer({
    ...tools,
    usersQuote: () => quoted({ paidUsersAfter: 2, dueNowCents: 0 }),
    saveUsers: () => saved([olga, uwe, ann]),
  })
  open({ ...active, includedLicenses: 2, licenseCount: 4 })
  await addAnn()
  await waitFor(() => expect(server.asked('saveUsers')).toHaveLength(1))
  expect(server.asked('saveUsers')[0]?.body).not.toHaveProperty('quoteId')
})

test('shows why there is no price', async () => {
  fakeServer({ ...tools, usersQuote: () => problem('charge-in-flight', 'A payment is being processed.') })
  open()
  await addAnn()
  expect((await screen.findByRole('alert')).textContent).toBe('A payment is being processed.')
  expect(screen.queryByRole('dialog')).toBeNull()
})
