import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AccountUser, SignedInSession, Subscription } from '#contract/accounts/accounts.ts'
import { permissionsOf } from '#domain/team/permission.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { changeSession, useSite } from '#web/platform/site/site.ts'
import { useNotifications } from '#web/platform/ui/notifications-store.ts'
import { Component } from './users-page.tsx'

const saved = (id: string, name: string, more: Partial<AccountUser> = {}): AccountUser => ({
  id,
  name,
  email: `${name.toLowerCase()}@example.org`,
  confirmed: true,
  role: 'user',
  seat: true,
  ...more,
})
const olga = saved('u1', 'Olga', { role: 'owner' })
const mia = saved('m', 'Mia', { role: 'manager' })
const uwe = saved('u', 'Uwe')
const pia = saved('p', 'Pia', { confirmed: false })
const team = [olga, mia, uwe, pia]

const prepaid: Subscription = {
  status: 'prepaid',
  health: 'ok',
  until: '2027-01-01T00:00:00.000Z',
  pricingId: null,
  priceCents: null,
  creditCents: 0,
  licenseCount: 6,
  includedLicenses: 6,
  includedLicenseCount: 4,
  interval: null,
  version: 1,
  prepaid: true,
  pendingExpiry: false,
}

function sessionOf(
  users: AccountUser[] = team,
  {
    as = olga,
    subscription = prepaid,
    version = 3,
  }: { as?: AccountUser; subscription?: Subscription | null; version?: number } = {},
): SignedInSession {
  return {
    ...someSession,
    user: { ...someSession.user, id: as.id, name: as.name },
    account: { ...someSession.account, version, users },
    permissions: [...permissionsOf(as.role)],
    subscription,
  }
}

const tools = {
  invites: () => ({ status: 200 as const, body: { invites: [] } }),
  usageReport: () => ({ status: 200 as const, body: { seats: { used: 4, total: 6 }, users: [] } }),
}
const savedAs = (users: AccountUser[], version = 4) => ({
  status: 200 as const,
  body: { users, version, subscription: prepaid },
})

function open(session: SignedInSession | { authenticated: false } = sessionOf()) {
  return show(
    <>
      <Component />
      <a href="/elsewhere">Elsewhere</a>
    </>,
    { session },
  )
}

let isWide = true
beforeEach(() => {
  isWide = true
  vi.spyOn(window, 'matchMedia').mockImplementation(
    () => Object.assign(new EventTarget(), { matches: isWide }) as MediaQueryList,
  )
})
afterEach(() => vi.restoreAllMocks())

const userTable = () => screen.getAllByRole('table')[0] as HTMLElement
const rowOf = (name: string) => within(userTable()).getByRole('row', { name: new RegExp(`^${name}`) })
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const click = (name: string | RegExp) => userEvent.click(button(name))
const said = () => useNotifications.getState().notifications.map(({ type, message }) => [type, message])

async function add(name: string, email: string) {
  const form = screen.getByRole('region', { name: 'Add user' })
  if (name) await userEvent.type(within(form).getByLabelText('Name'), name)
  if (email) await userEvent.type(within(form).getByLabelText('Email'), email)
  await userEvent.click(within(form).getByRole('button', { name: 'Add user' }))
}

test('a user is added and saved in one step; with other edits the table is saved with its own button', async () => {
  const server = fakeServer({ ...tools, saveUsers: () => savedAs(sessionOf().account.users ?? []) })
  open()
  const form = screen.getByRole('region', { name: 'Add user' })
  await userEvent.type(within(form).getByLabelText('Name'), 'Nina')
  await userEvent.type(within(form).getByLabelText('Email'), 'nina@example.org')
  await click('Add and save')
  await waitFor(() => expect(server.asked('saveUsers')).toHaveLength(1))
  expect(server.asked('saveUsers')[0]?.body).toMatchObject({
    users: [{ name: 'Nina', email: 'nina@example.org' }],
    notify: ['nina@example.org'],
  })
  await waitFor(() => expect(said()).toHaveLength(1))
  await add('Otto', 'otto@example.org')
  expect(screen.queryByRole('button', { name: 'Add and save' })).toBeNull()
  expect(button(/^Save changes$/).disabled).toBe(false)
})

test('a pause of the subscription is named above the users', () => {
  const paused = { from: '2026-12-20T23:00:00.000Z', until: '2027-01-20T23:00:00.000Z', begun: false }
  open(sessionOf(team, { subscription: { ...prepaid, paused } }))
  expect(
    screen.getByText(/paused from 21. December, 2026 to 21. January, 2027: nobody can watch/),
  ).toBeTruthy()
})

describe('the table of users', () => {
  test('lists name, email, confirmation, and actions', () => {
    fakeServer(tools)
    open()
    expect(
      within(userTable())
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Name', 'Email', 'Confirmed', 'Role', 'Remove!'])
    expect(rowOf('Olga').textContent).toBe('Olga(you)olga@example.orgYesOwner')
    expect(within(rowOf('Uwe')).getAllByRole('cell')[1]?.textContent).toBe('Yes')
    expect(within(rowOf('Pia')).getByRole('button', { name: 'Resend Pia' })).toBeTruthy()
    expect(button(/^Save changes$/).disabled).toBe(true)
    expect(screen.getByText('4 of 6 in use')).toBeTruthy()
  })

  test('is a list of cards on narrow screens', () => {
    isWide = false
    fakeServer(tools)
    open()
    const cards = screen.getAllByRole('listitem')
    expect(cards.map((card) => card.querySelector('.font-medium')?.textContent)).toEqual([
      'Olga(you)',
      'Mia',
      'Uwe',
      'Pia',
    ])
    expect(within(cards[2] as HTMLElement).getByRole('button', { name: 'Remove! Uwe' })).toBeTruthy()
  })

  test('marks users without a license', () => {
    fakeServer(tools)
    open(sessionOf([olga, uwe, { ...pia, seat: false }], { subscription: { ...prepaid, licenseCount: 2 } }))
    expect(rowOf('Pia').textContent).toContain('No license')
    expect(rowOf('Uwe').textContent).not.toContain('No license')
    expect(screen.getByText('One user has no license and can not watch.')).toBeTruthy()
  })

  test('invites to add a user if there is no other', () => {
    fakeServer(tools)
    open(sessionOf([olga]))
    expect(screen.getByRole('heading', { name: 'Nobody else yet' })).toBeTruthy()
  })

  test('leaves owner and managers alone for a manager, and chooses no roles', () => {
    fakeServer(tools)
    open(sessionOf(team, { as: mia }))
    expect(within(rowOf('Olga')).queryByRole('button')).toBeNull()
    expect(within(rowOf('Mia')).queryByRole('button')).toBeNull()
    expect(within(rowOf('Uwe')).getByRole('button', { name: 'Remove! Uwe' })).toBeTruthy()
    expect(within(userTable()).queryByRole('combobox')).toBeNull()
  })

  test('is empty for a signed-out visitor', () => {
    open({ authenticated: false })
    expect(screen.getByText('Sorry, you have to be logged in to edit your account users.')).toBeTruthy()
  })

  test('is empty for a user who manages no one', () => {
    open(sessionOf(team, { as: uwe }))
    expect(screen.getByText(/The owner of the account does/)).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
  })
})

describe('adding a user', () => {
  test.each([
    ['', 'ann@example.org', 'Both fields are needed: a name and an email.', 'Name'],
    ['Ann', '', 'Both fields are needed: a name and an email.', 'Email'],
    ['Ann', 'ann@', 'Please enter a valid email address', 'Email'],
    [
      'Ann',
      'UWE@example.org',
      'The contact UWE@example.org is already associated with this account.',
      'Email',
    ],
  ])('%j, %j: %s', async (name, email, sentence, label) => {
    const server = fakeServer(tools)
    open()
    await add(name, email)
    expect(screen.getByText(sentence)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText(label))
    expect(button(/^Save changes$/).disabled).toBe(true)
    expect(server.asked('saveUsers')).toEqual([])
  })

  test('has ten users a page, shows an added user, and saves edits of all pages together', async () => {
    const many = [olga, ...Array.from({ length: 24 }, (_, of) => saved(`n${of}`, `Name${of}`))]
    const server = fakeServer({ ...tools, saveUsers: () => savedAs(many) })
    open(sessionOf(many, { subscription: { ...prepaid, licenseCount: 40 } }))
    const rows = () => within(userTable()).getAllByRole('rowheader').length
    expect(rows()).toBe(10)
    expect(screen.getByText('1 to 10 of 25')).toBeTruthy()
    await userEvent.click(within(rowOf('Name3')).getByRole('button', { name: /Remove/ }))
    await add('Ann', 'ann@example.org')
    expect([rows(), rowOf('Ann').textContent?.includes('Unsaved')]).toEqual([6, true])
    await click(/^Save changes$/)
    await waitFor(() => expect(server.asked('saveUsers')).toHaveLength(1))
    expect(server.asked('saveUsers')[0]?.body).toMatchObject({
      users: [{ id: 'n3', removed: true }, { name: 'Ann' }],
    })
  })

  test('shows them as unsaved, and saves and notifies them', async () => {
    const ann = saved('a', 'Ann', { confirmed: false })
    const server = fakeServer({ ...tools, saveUsers: () => savedAs([...team, ann]) })
    open()
    await add(' Ann ', 'ann@example.org')
    expect(rowOf('Ann').textContent).toContain('Unsaved')
    expect(screen.getByText('5 of 6 after saving')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Name'))
    await click(/^Save changes$/)
    await waitFor(() =>
      expect(said()).toEqual([
        ['success', 'The changes to the users associated with this account have been saved.'],
      ]),
    )
    expect(server.asked('saveUsers')[0]?.body).toEqual({
      users: [{ name: 'Ann', email: 'ann@example.org' }],
      notify: ['ann@example.org'],
      version: 3,
    })
    expect(rowOf('Ann').textContent).not.toContain('Unsaved')
    expect(within(rowOf('Ann')).getByRole('button', { name: 'Resend Ann' })).toBeTruthy()
    expect(button(/^Save changes$/).disabled).toBe(true)
    const { session } = useSite.getState()
    expect(session?.authenticated && session.account).toMatchObject({ version: 4, users: [...team, ann] })
  })

  test('notifies only the chosen users, and makes a manager if the owner chooses so', async () => {
    const server = fakeServer({ ...tools, saveUsers: () => savedAs(team) })
    open()
    await add('Ann', 'ann@example.org')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Notify by email Ann' }))
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Role of Ann' }), 'Manager')
    await click(/^Save changes$/)
    await waitFor(() => expect(server.asked('saveUsers')).toHaveLength(1))
    expect(server.asked('saveUsers')[0]?.body).toMatchObject({
      users: [{ name: 'Ann', role: 'manager' }],
      notify: [],
    })
  })

  test.each([
    ['a trial', { ...prepaid, status: 'trial' as const, licenseCount: 4 }],
    ['no subscription', null],
    ['a subscription that has run out', { ...prepaid, status: 'cancelled' as const }],
  ])('needs a card with %s', (_, subscription) => {
    fakeServer(tools)
    open(sessionOf(team, { subscription }))
    expect(
      screen.getByText('Add a credit card to your subscription to be able to add more users.'),
    ).toBeTruthy()
    expect(screen.queryByLabelText('Name')).toBeNull()
  })

  const runOut: Subscription = { ...prepaid, status: 'cancelled' }
  test.each([
    [
      'a trial',
      { ...prepaid, status: 'trial' as const, licenseCount: 4 },
      'Add a credit card',
      '/subscription/card',
    ],
    ['no subscription', null, 'Subscribe now', '/subscription/new/1'],
    ['no card, and a subscription that has run out', runOut, 'Subscribe now', '/subscription/new/1'],
    [
      'a card, and a subscription that has run out',
      { ...runOut, cardOnFile: true as const },
      'Subscribe now',
      '/subscription/new/1',
    ],
  ])('has a link for %s', (_, subscription, text, address) => {
    fakeServer(tools)
    open(sessionOf(team, { subscription }))
    expect(screen.getByRole('link', { name: text }).getAttribute('href')).toBe(address)
  })

  test('does not ask for a stored card if only a subscription is missing', () => {
    fakeServer(tools)
    open(sessionOf(team, { subscription: { ...runOut, cardOnFile: true } }))
    expect(screen.queryByText(/^Add a credit card/)).toBeNull()
    expect(
      screen.getByText(/no subscription is running\. Subscribe to be able to add more users\.$/),
    ).toBeTruthy()
    expect(screen.queryByLabelText('Name')).toBeNull()
  })

  test('offers no purchase to a user who does not pay', () => {
    fakeServer(tools)
    open(sessionOf(team, { subscription: runOut, as: mia }))
    expect(screen.getByText(/^Add a credit card/)).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Subscribe now' })).toBeNull()
  })

  test('is possible again as soon as a user is removed', async () => {
    fakeServer(tools)
    open(sessionOf(team, { subscription: { ...prepaid, licenseCount: 4 } }))
    expect(screen.getByText(/^Add a credit card to your subscription/)).toBeTruthy()
    expect(screen.queryByLabelText('Name')).toBeNull()
    await click('Remove! Uwe')
    expect(screen.getByLabelText('Name')).toBeTruthy()
  })
})

describe('removing', () => {
  test('marks a user, who can be restored until it is saved', async () => {
    const server = fakeServer({ ...tools, saveUsers: () => savedAs([olga, mia, pia]) })
    open()
    await click('Remove! Uwe')
    expect(rowOf('Uwe').textContent).toContain('Will be removed')
    await click('Restore Uwe')
    expect(rowOf('Uwe').textContent).not.toContain('Will be removed')
    expect(button(/^Save changes$/).disabled).toBe(true)
    await click('Remove! Uwe')
    await click(/^Save changes$/)
    await waitFor(() => expect(screen.queryByText('uwe@example.org')).toBeNull())
    expect(server.asked('saveUsers')[0]?.body).toEqual({
      users: [{ id: 'u', name: 'Uwe', email: 'uwe@example.org', removed: true }],
      notify: [],
      version: 3,
    })
  })

  test('takes a new user away at once', async () => {
    fakeServer(tools)
    open()
    await add('Ann', 'ann@example.org')
    await click('Remove! Ann')
    expect(screen.queryByText('ann@example.org')).toBeNull()
    expect(button(/^Save changes$/).disabled).toBe(true)
  })

  test('is taken back with everything else', async () => {
    fakeServer(tools)
    open()
    await click('Remove! Uwe')
    await add('Ann', 'ann@example.org')
    await click('Discard changes')
    expect(screen.queryByText('ann@example.org')).toBeNull()
    expect(rowOf('Uwe').textContent).not.toContain('Will be removed')
  })
})

describe('editing', () => {
  test('puts the address of an unconfirmed user right', async () => {
    const server = fakeServer({ ...tools, saveUsers: () => savedAs(team) })
    open()
    await click('Edit Pia')
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Pia' }))
    const email = dialog.getByLabelText('Email')
    await userEvent.clear(email)
    await userEvent.type(email, 'uwe@example.org')
    await userEvent.click(dialog.getByRole('button', { name: 'Apply' }))
    expect(dialog.getByText(/^The contact uwe@example.org is already/)).toBeTruthy()
    await userEvent.clear(email)
    await userEvent.type(email, 'pia@new.org')
    await userEvent.click(dialog.getByRole('button', { name: 'Apply' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(rowOf('Pia').textContent).toContain('Unsaved')
    await click(/^Save changes$/)
    await waitFor(() => expect(server.asked('saveUsers')).toHaveLength(1))
    expect(server.asked('saveUsers')[0]?.body).toMatchObject({
      users: [{ id: 'p', name: 'Pia', email: 'pia@new.org' }],
      notify: ['pia@new.org'],
    })
  })

  test('does not change a confirmed address', async () => {
    fakeServer(tools)
    open()
    await click('Edit Uwe')
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Uwe' }))
    expect(dialog.getByLabelText<HTMLInputElement>('Email').readOnly).toBe(true)
    expect(dialog.getByText('This email is confirmed: only its user can change it.')).toBeTruthy()
  })
})

describe('resending', () => {
  test('names the recipient', async () => {
    const server = fakeServer({
      ...tools,
      notifyNewUser: () => ({ status: 200, body: { email: 'pia@example.org' } }),
    })
    open()
    await click('Resend Pia')
    await waitFor(() => expect(said()).toEqual([['success', 'User notification sent to pia@example.org.']]))
    expect(server.asked('notifyNewUser')[0]?.body).toEqual({ userId: 'p' })
  })

  test('reports the limit', async () => {
    fakeServer({ ...tools, notifyNewUser: () => problem('too-many-requests', 'Too many attempts.') })
    open()
    await click('Resend Pia')
    await waitFor(() => expect(said()).toEqual([['error', 'Too many attempts.']]))
  })
})

describe('a failed save', () => {
  test('keeps everything and shows the reason', async () => {
    const server = fakeServer({
      ...tools,
      saveUsers: () => problem('no-seat-left', 'All licenses are in use.'),
    })
    open()
    await add('Ann', 'ann@example.org')
    await click(/^Save changes$/)
    expect((await screen.findByRole('alert')).textContent).toBe('All licenses are in use.')
    expect(rowOf('Ann').textContent).toContain('Unsaved')
    await click(/^Save changes$/)
    await waitFor(() => expect(server.asked('saveUsers')).toHaveLength(2))
    const keys = server.asked('saveUsers').map(({ headers }) => headers.get('idempotency-key'))
    // a stable key, in case the first reply is lost
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).toBe(keys[0])
  })

  test("shows the server's fault of a field", async () => {
    fakeServer({
      ...tools,
      saveUsers: () =>
        problem('invalid', 'Please check.', { 'users.0.email': 'Please enter a valid email address' }),
    })
    open()
    await add('Ann', 'ann@example.org')
    await click(/^Save changes$/)
    expect((await screen.findByRole('alert')).textContent).toBe('Please enter a valid email address')
  })

  test('shows changes of others, with the local edits reapplied', async () => {
    const newer = [...team, saved('x', 'Max')]
    const server = fakeServer({
      ...tools,
      saveUsers: ({ body }) =>
        (body as { version: number }).version === 4
          ? savedAs(newer, 5)
          : problem('version-conflict', 'Late.'),
      userSession: () => ({ status: 200, body: sessionOf(newer, { version: 4 }) }),
    })
    open()
    await click('Remove! Uwe')
    await click(/^Save changes$/)
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Somebody else changed the users/)
    expect(rowOf('Max')).toBeTruthy()
    expect(rowOf('Uwe').textContent).toContain('Will be removed')
    await click(/^Save changes$/)
    await waitFor(() => expect(said()[0]?.[0]).toBe('success'))
    expect(server.asked('saveUsers')[1]?.body).toMatchObject({ version: 4 })
  })
})

test("shows the server's changes at once, next to unsaved ones", async () => {
  fakeServer(tools)
  open()
  await add('Ann', 'ann@example.org')
  act(() =>
    changeSession((session) =>
      session.authenticated
        ? { ...session, account: { ...session.account, users: [olga, { ...pia, confirmed: true }] } }
        : session,
    ),
  )
  expect(
    within(userTable())
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Olga(you)', 'Pia', 'AnnUnsaved'])
  expect(screen.queryByRole('button', { name: 'Resend Pia' })).toBeNull()
})

describe('leaving', () => {
  const leaves = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return !event.defaultPrevented
  }

  test('asks only where something is unsaved', async () => {
    fakeServer(tools)
    open()
    expect(leaves()).toBe(true)
    await click('Remove! Uwe')
    expect(leaves()).toBe(false)
    await click('Restore Uwe')
    expect(leaves()).toBe(true)
  })

  test('by a link asks first, and proceeds on confirmation', async () => {
    fakeServer(tools)
    open()
    await click('Remove! Uwe')
    await userEvent.click(screen.getByText('Elsewhere'))
    expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeTruthy()
    await click('Stay here')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByTestId('address').textContent).toBe('/')
    await userEvent.click(screen.getByText('Elsewhere'))
    await click('Leave without saving')
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/elsewhere'))
  })
})
