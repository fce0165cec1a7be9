import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Subscription } from '#contract/accounts/accounts.ts'
import type { ViewedAccount, ViewedContact } from '#contract/admin/admin-accounts.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession, someSession } from '#support/some-site.ts'
import { useNotifications } from '#web/platform/ui/notifications-store.ts'
import { Component } from './account-view-page.tsx'

const cancelled: Subscription = {
  status: 'cancelled',
  health: 'ok',
  until: '2026-11-18T10:00:00.123Z',
  pricingId: 'plan-2',
  priceCents: null,
  creditCents: 0,
  licenseCount: 7,
  includedLicenses: 3,
  includedLicenseCount: 2,
  interval: { value: 2, unit: 'm' },
  paymentProvider: 'stripe',
  version: 9,
  prepaid: false,
  pendingExpiry: false,
}
let id: string
let count = 0
beforeEach(() => {
  count += 1
  // the query client outlives a test
  id = `0a000000-0000-4000-8000-${String(count).padStart(12, '0')}`
})
const someAccount = (change: Partial<ViewedAccount> = {}): ViewedAccount => ({
  kind: 'account',
  id,
  name: 'Eddie Exeter',
  own: false,
  contacts: [
    { email: 'eddie@example.org', primary: true, confirmed: true },
    { email: 'other@example.org', primary: false, confirmed: false },
  ],
  billingAddress: 'Ring 1\n10115 Berlin',
  country: 'DE',
  version: 4,
  videoViews: 17,
  users: [
    { contactId: id, name: 'Eddie Exeter', email: 'eddie@example.org', confirmed: true, role: 'owner' },
    { contactId: 'c2', name: 'Una User', email: 'una@example.org', confirmed: false, role: 'user' },
  ],
  subscription: cancelled,
  ...change,
})

function open(body: ViewedAccount | ViewedContact = someAccount(), answers: object = {}) {
  const server = fakeServer({ viewAccount: () => ({ status: 200, body }), ...answers })
  show(<Component />, {
    at: `/admin/account/view/${id}`,
    path: '/admin/account/view/:id',
    session: adminSession,
  })
  return server
}
const factOf = (name: string, section = document.body) =>
  within(section).getByText(name, { selector: 'dt' }).nextElementSibling?.textContent
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const said = () => useNotifications.getState().notifications.map(({ message }) => message)

async function confirm(password = 'my own') {
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText('current password'), `${password}{Enter}`)
  return dialog
}

test('an account shows its facts, its users and its subscription', async () => {
  open()
  expect(await screen.findByRole('heading', { level: 1, name: `Account ${id}` })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Account search' }).getAttribute('href')).toBe(
    '/admin/account/list',
  )
  await screen.findByText('Ring 1', { exact: false })
  expect(factOf('Contacts')).toBe('eddie@example.org [primary]\nother@example.org [unconfirmed]')
  expect([factOf('Aggregate version'), factOf('Video views')]).toEqual(['4', '17'])
  expect(screen.getByText('una@example.org [unconfirmed]')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Una User' }).getAttribute('href')).toBe('/admin/account/view/c2')
  const names = ['Status', 'Pricing', 'License count', 'Included licenses', 'Included license count']
  expect(names.map((name) => factOf(name))).toEqual(['cancelled', 'plan-2', '7', '3', '2'])
  const more = ['Interval', 'Coupon', 'Payment Provider', 'Version']
  expect(more.map((name) => factOf(name))).toEqual(['2 months', '–', 'stripe', '9'])
  expect(factOf('Until')).toMatch(/^2026-11-18 \d\d:00:00$/)
})

test('a single contact is not called primary', async () => {
  open(someAccount({ contacts: [{ email: 'one@example.org', primary: true, confirmed: true }] }))
  await screen.findByText('one@example.org')
})

test('a contact shows whose it is', async () => {
  const account = { id: 'a9', name: 'Brightwater' }
  open({
    kind: 'contact',
    id,
    email: 'una@example.org',
    confirmed: false,
    name: 'Una',
    account,
    version: 3,
    videoViews: 5,
  })
  expect(await screen.findByRole('heading', { level: 1, name: `Contact ${id}` })).toBeTruthy()
  expect(screen.getByText('una@example.org [unconfirmed]')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Brightwater' }).getAttribute('href')).toBe(
    '/admin/account/view/a9',
  )
  expect(screen.queryByRole('button', { name: 'Purge Account' })).toBeNull()
})

test.each([
  [
    'an ID that there is not',
    () => problem('not-found', 'x'),
    'There is no account and no contact with this ID.',
  ],
  [
    'a reply of another kind',
    () => ({ status: 200, body: {} }),
    'Incomprehensible response data received...',
  ],
])('says what is wrong with %s', async (_, answer, sentence) => {
  open(undefined, { viewAccount: answer })
  expect(await screen.findByText(sentence)).toBeTruthy()
})

test.each([
  ['trial', undefined, false, true],
  ['active', undefined, false, true],
  ['prepaid', undefined, true, true],
  ['cancelled', undefined, true, true],
  ['cancelled', 'FRIENDS', true, false],
  [undefined, undefined, true, false],
] as const)('with status %s and coupon %s it offers what goes', async (status, coupon, prepaid, assign) => {
  const subscription = status === undefined ? null : { ...cancelled, status, ...(coupon && { coupon }) }
  open(someAccount({ subscription }))
  await button('Purge Account')
  const has = (name: string) => screen.queryByRole('button', { name }) !== null
  expect([has('Assign prepaid licenses'), has('Assign coupon code')]).toEqual([prepaid, assign])
})

test('prepaid licences are assigned, after the password, and again as another assignment', async () => {
  const server = open(undefined, {
    assignPrepaid: () => ({ status: 200, body: { subscription: cancelled } }),
  })
  const assign = await button('Assign prepaid licenses')
  for (const round of [1, 2]) {
    expect(assign.disabled).toBe(true)
    await userEvent.type(screen.getByLabelText('License count'), 'x4')
    await userEvent.type(screen.getByLabelText('Interval number'), '12')
    await userEvent.type(screen.getByLabelText('Unit (d, w, m, y)'), 'aMonth')
    await userEvent.click(assign)
    expect((await screen.findByRole('dialog')).textContent).toContain(
      '4 licenses for 12 months, for Eddie Exeter.',
    )
    await confirm()
    await waitFor(() => expect(server.asked('assignPrepaid')).toHaveLength(round))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  const [one, other] = server.asked('assignPrepaid')
  expect(one?.body).toEqual({
    accountId: id,
    password: 'my own',
    licenseCount: 4,
    interval: { value: 12, unit: 'm' },
  })
  expect(one?.headers.get('idempotency-key')).not.toBe(other?.headers.get('idempotency-key'))
  expect(server.asked('viewAccount').length).toBeGreaterThan(1)
})

test('a coupon loses its spaces, needs four characters, and what is wrong with it is said', async () => {
  const server = open(undefined, {
    assignCoupon: () => problem('invalid', 'Please check.', { couponCode: 'There is no such coupon.' }),
  })
  const assign = await button('Assign coupon code')
  await userEvent.type(screen.getByLabelText('Coupon code'), ' A b c ')
  expect(assign.disabled).toBe(true)
  await userEvent.type(screen.getByLabelText('Coupon code'), 'd')
  await userEvent.click(assign)
  const dialog = await confirm()
  expect(await within(dialog).findByText('There is no such coupon.')).toBeTruthy()
  expect(server.asked('assignCoupon')[0]?.body).toEqual({
    accountId: id,
    password: 'my own',
    couponCode: 'Abcd',
  })
})

test("a second factor is reset after the admin's password, for the person who is chosen", async () => {
  const server = open(undefined, { resetSecondFactor: () => ({ status: 200, body: { status: 'ok' } }) })
  await userEvent.click(await button('Reset second factor'))
  await confirm()
  await waitFor(() => expect(said()).toEqual(['The second factor is reset.']))
  expect(server.asked('resetSecondFactor')[0]?.body).toMatchObject({ accountId: id, password: 'my own' })
})

test('somebody is moved to another address for a reason, which nothing does before the password', async () => {
  const server = open(undefined, { moveContact: () => ({ status: 200, body: { status: 'ok' } }) })
  const send = await button('Mail the link')
  const section = within(send.closest('section') as HTMLElement)
  const type = (label: string, text: string) => userEvent.type(section.getByLabelText(label), text)
  await type('New email', ' new@example')
  await type('Reason', 'lost the mailbox')
  expect(send.hasAttribute('disabled')).toBe(true)
  await type('New email', '.org ')
  await userEvent.click(send)
  expect((await screen.findByRole('dialog')).textContent).toContain('Eddie Exeter moves to new@example.org')
  expect(server.asked('moveContact')).toEqual([])
  await confirm()
  await waitFor(() => expect(said()).toEqual(['The link is on its way. Nothing has changed yet.']))
  expect(server.asked('moveContact')[0]?.body).toEqual({
    accountId: id,
    contactId: id,
    email: 'new@example.org',
    reason: 'lost the mailbox',
    password: 'my own',
  })
  expect(section.getByLabelText<HTMLInputElement>('New email').value).toBe('')
})

describe('ending all sessions', () => {
  const ok = { endUserSessions: () => ({ status: 200, body: { status: 'ok' } }) }

  test('asks for the password, names the person, and says that it is done', async () => {
    const server = open(undefined, ok)
    await userEvent.click(await button('End all sessions'))
    expect((await screen.findByRole('dialog')).textContent).toContain(
      'Of Eddie Exeter, who is told so by mail.',
    )
    expect(server.asked('endUserSessions')).toEqual([])
    await confirm()
    await waitFor(() => expect(said()).toEqual(['All sessions have been ended.']))
    expect(server.asked('endUserSessions')[0]?.body).toEqual({
      accountId: id,
      contactId: id,
      password: 'my own',
    })
  })

  test('is for the user who is chosen', async () => {
    const server = open(undefined, ok)
    const section = (await button('End all sessions')).closest('section') as HTMLElement
    await userEvent.selectOptions(within(section).getByRole('combobox', { name: 'Person' }), 'c2')
    await userEvent.click(await button('End all sessions'))
    expect((await screen.findByRole('dialog')).textContent).toContain('Of Una User')
    await confirm()
    await waitFor(() => expect(server.asked('endUserSessions')[0]?.body).toMatchObject({ contactId: 'c2' }))
  })

  test('keeps the dialog open and says why not', async () => {
    open(undefined, { endUserSessions: () => problem('wrong-password', 'This is not your password.') })
    await userEvent.click(await button('End all sessions'))
    const dialog = await confirm('guessed')
    expect(await within(dialog).findByText('This is not your password.')).toBeTruthy()
    expect(said()).toEqual([])
  })

  test.each([
    ['End all sessions', 'endUserSessions', {}],
    ['Reset second factor', 'resetSecondFactor', {}],
    ['Assign temporary password', 'assignTemporaryPassword', { temporaryPassword: '123456' }],
  ] as const)('and what else helps is there for a contact: %s', async (name, call, more) => {
    const account = { id: 'a9', name: 'Brightwater' }
    const contact = { kind: 'contact', id, email: 'una@example.org', confirmed: true, name: 'Una' } as const
    const server = open(
      { ...contact, account, version: 3, videoViews: 5 },
      {
        [call]: () => ({ status: 200, body: { status: 'ok' } }),
      },
    )
    const start = await button(name)
    if (call === 'assignTemporaryPassword')
      await userEvent.type(screen.getByLabelText('Temporary password', { selector: 'input' }), '123456')
    await userEvent.click(start)
    await confirm()
    await waitFor(() =>
      expect(server.asked(call)[0]?.body).toEqual({
        accountId: 'a9',
        contactId: id,
        password: 'my own',
        ...more,
      }),
    )
  })

  test('is not offered for a contact of the own account', async () => {
    const { id: own, name } = someSession.account
    open({
      kind: 'contact',
      id,
      email: 'una@example.org',
      confirmed: true,
      name: 'Una',
      account: { id: own, name },
      version: 3,
      videoViews: 5,
    })
    await screen.findByText('una@example.org')
    expect(screen.queryByRole('button', { name: 'End all sessions' })).toBeNull()
  })
})

describe('a temporary password', () => {
  test('has six characters or more, and stays in sight once it is assigned', async () => {
    const server = open(undefined, {
      assignTemporaryPassword: () => ({ status: 200, body: { status: 'ok' } }),
    })
    const assign = await button('Assign temporary password')
    const field = screen.getByLabelText<HTMLInputElement>('Temporary password', { selector: 'input' })
    await userEvent.type(field, '12345')
    expect(assign.disabled).toBe(true)
    await userEvent.type(field, '6')
    await userEvent.click(assign)
    await confirm()
    await waitFor(() => expect(said()).toEqual(['The temporary password was assigned successfully.']))
    expect(server.asked('assignTemporaryPassword')[0]?.body).toEqual({
      accountId: id,
      contactId: id,
      password: 'my own',
      temporaryPassword: '123456',
    })
    expect(field.value).toBe('123456')
  })

  test('is made up and copied', async () => {
    const user = userEvent.setup()
    open()
    await user.click(await button('Generate'))
    const { value } = screen.getByLabelText<HTMLInputElement>('Temporary password', { selector: 'input' })
    expect(value).toMatch(/^[A-Za-z2-9]{20}$/)
    await user.click(screen.getByRole('button', { name: 'Copy the temporary password' }))
    expect(await navigator.clipboard.readText()).toBe(value)
    await user.click(await button('Generate'))
    expect(
      screen.getByLabelText<HTMLInputElement>('Temporary password', { selector: 'input' }).value,
    ).not.toBe(value)
  })

  test('is not assigned by an answer that means nothing', async () => {
    open(undefined, { assignTemporaryPassword: () => ({ status: 200, body: {} }) })
    await userEvent.type(
      await screen.findByLabelText('Temporary password', { selector: 'input' }),
      '123456{Enter}',
    )
    const dialog = await confirm()
    expect(await within(dialog).findByText('Incomprehensible response data received...')).toBeTruthy()
    expect(said()).toEqual([])
  })
})

describe('purging', () => {
  test('names the account and what goes, says that it runs, and leads to the list', async () => {
    let finish = () => {}
    const gate = new Promise<void>((resolve) => {
      finish = resolve
    })
    const server = open(undefined, {
      purgeAccount: async () => {
        await gate
        return { status: 200, body: { status: 'ok' } }
      },
    })
    await userEvent.click(await button('Purge Account'))
    expect(await screen.findByRole('dialog', { name: 'Purge the account of Eddie Exeter?' })).toBeTruthy()
    expect(screen.getByText(/All 2 users go/)).toBeTruthy()
    expect(server.asked('purgeAccount')).toEqual([])
    await confirm()
    expect(await screen.findByText('Purging account...')).toBeTruthy()
    finish()
    await waitFor(() =>
      expect(said()).toEqual(['The account and the associated data was deleted successfully.']),
    )
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/admin/account/list'))
    expect(server.asked('purgeAccount')[0]?.body).toEqual({ id, password: 'my own' })
  })

  test('says that the data are gone, and the list of purges is not written', async () => {
    open(undefined, {
      purgeAccount: () => ({ status: 200, body: { status: 'ok', purgeList: 'not-written' } }),
    })
    await userEvent.click(await button('Purge Account'))
    await confirm()
    await waitFor(() => expect(said()).toEqual([expect.stringContaining('(PURGE_LIST) cannot be written')]))
    expect(screen.getByTestId('address').textContent).toBe('/admin/account/list')
  })

  test('keeps the dialog open and says why not', async () => {
    open(undefined, { purgeAccount: () => problem('wrong-password', 'This is not your password.') })
    await userEvent.click(await button('Purge Account'))
    const dialog = await confirm('guessed')
    expect(await within(dialog).findByText('This is not your password.')).toBeTruthy()
    expect(screen.getByTestId('address').textContent).toBe(`/admin/account/view/${id}`)
  })

  test('is not offered for the own account, nor is a temporary password', async () => {
    open(someAccount({ own: true }))
    expect(await screen.findByText(/This is your own account/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Purge Account' })).toBeNull()
    expect(screen.queryByLabelText('Temporary password', { selector: 'input' })).toBeNull()
  })
})
