import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Invite } from '#contract/team/team.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { useNotifications } from '#web/platform/ui/notifications-store.ts'
import { InviteLinks } from './invite-links.tsx'

const invite = (id: string, change: Partial<Invite> = {}): Invite => ({
  id,
  url: `https://films.example.org/join/${id}-c0de`,
  domain: null,
  // noon in the reader's time zone
  expiresAt: new Date(2026, 11, 3, 12).toISOString(),
  uses: 0,
  maxUses: null,
  createdAt: '2026-11-21T10:00:00.000Z',
  ...change,
})
const listed = (...invites: Invite[]) => ({ status: 200 as const, body: { invites } })

const open = () => show(<InviteLinks />)
const said = () => useNotifications.getState().notifications.map(({ type, message }) => [type, message])
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const make = async () => userEvent.click(await button('Make a link'))
const submit = async () =>
  userEvent.click(
    within(screen.getByRole('form', { name: 'New invite link' })).getByRole('button', {
      name: 'Make a link',
    }),
  )

afterEach(() => vi.restoreAllMocks())

describe('the invite links', () => {
  test('are listed with their domain, uses and end', async () => {
    fakeServer({
      invites: () =>
        listed(invite('a', { domain: 'example.org', uses: 2, maxUses: 5 }), invite('b', { uses: 1 })),
    })
    open()
    const items = within(await screen.findByRole('list', { name: 'Invite links' })).getAllByRole('listitem')
    expect(items.map((item) => item.textContent)).toEqual([
      expect.stringContaining('For emails of example.org only · 2 of 5 uses · works until 3. December, 2026'),
      expect.stringContaining('For any email · used once · works until 3. December, 2026'),
    ])
  })

  test('are reported to be missing if there are none', async () => {
    fakeServer({ invites: () => listed() })
    open()
    expect(await screen.findByText('There is no invite link.')).toBeTruthy()
  })

  test('are copied whole', async () => {
    fakeServer({ invites: () => listed(invite('a')) })
    const user = userEvent.setup()
    open()
    await user.click(await button('Copy link'))
    expect(await navigator.clipboard.readText()).toBe('https://films.example.org/join/a-c0de')
    expect(await screen.findByText('Copied.')).toBeTruthy()
  })

  test('can be read again when they could not be', async () => {
    let allowed = false
    fakeServer({ invites: () => (allowed ? listed(invite('a')) : problem('forbidden', 'You may not.')) })
    open()
    expect((await screen.findByRole('alert')).textContent).toBe('You may not.')
    allowed = true
    await userEvent.click(await button('Try again'))
    expect(await screen.findByRole('list', { name: 'Invite links' })).toBeTruthy()
  })
})

describe('making a link', () => {
  test('sends the choices, shows the link and returns the focus to the button', async () => {
    const server = fakeServer({
      invites: () => listed(),
      addInvite: () => listed(invite('new', { domain: 'example.org', maxUses: 3 })),
    })
    open()
    await make()
    expect(document.activeElement).toBe(screen.getByLabelText('Email domain'))
    await userEvent.type(screen.getByLabelText('Email domain'), ' @Example.org')
    await userEvent.clear(screen.getByLabelText('Works for'))
    await userEvent.type(screen.getByLabelText('Works for'), '30')
    await userEvent.type(screen.getByLabelText('How often'), '3')
    await submit()
    expect(
      await screen.findByText('https://films.example.org/join/new-c0de', { selector: '.num' }),
    ).toBeTruthy()
    expect(server.asked('addInvite')[0]?.body).toEqual({ domain: '@Example.org', days: 30, maxUses: 3 })
    expect(said()).toEqual([['success', 'The invite link was made. Pass it on to whom you want to invite.']])
    expect(screen.queryByRole('form')).toBeNull()
    expect(document.activeElement).toBe(await button('Make a link'))
  })

  test('can be cancelled, which returns the focus to the button, and has units for its numbers', async () => {
    fakeServer({ invites: () => listed() })
    open()
    await make()
    expect(screen.getByLabelText('Works for').parentElement?.textContent).toBe('days')
    expect(screen.getByLabelText('How often').parentElement?.textContent).toBe('times')
    await userEvent.click(await button('Cancel'))
    expect(screen.queryByRole('form')).toBeNull()
    expect(document.activeElement).toBe(await button('Make a link'))
  })

  test('sends nothing that was left empty', async () => {
    const server = fakeServer({ invites: () => listed(), addInvite: () => listed(invite('new')) })
    open()
    await make()
    await submit()
    await waitFor(() => expect(server.asked('addInvite')[0]?.body).toEqual({ days: 14 }))
  })

  test.each([
    ['Email domain', 'example', 'Please enter a domain such as example.org.'],
    ['Email domain', 'ada@example.org', 'Please enter a domain such as example.org.'],
    ['Works for', '0', 'Please enter a number of days from 1 to 90.'],
    ['Works for', '91', 'Please enter a number of days from 1 to 90.'],
    ['Works for', '1.5', 'Please enter a number of days from 1 to 90.'],
    ['Works for', '', 'Please enter a number of days from 1 to 90.'],
    ['How often', '0', 'Please enter a number from 1 to 1000.'],
    ['How often', '1001', 'Please enter a number from 1 to 1000.'],
    ['How often', 'twice', 'Please enter a number from 1 to 1000.'],
  ])('requires for %s %j: %s', async (label, value, sentence) => {
    const server = fakeServer({ invites: () => listed() })
    open()
    await make()
    const field = screen.getByLabelText<HTMLInputElement>(label)
    await userEvent.clear(field)
    if (value) await userEvent.type(field, value)
    await submit()
    const complaint = await screen.findByText(sentence)
    expect(field.getAttribute('aria-describedby')).toContain(complaint.id)
    expect(server.asked('addInvite')).toEqual([])
  })

  test("shows the server's message, and keeps the input", async () => {
    const answers = [
      problem('invalid', 'Please check your entries.', { domain: 'Not this one.' }),
      problem('too-many-invites', 'This account has as many invite links as it may have.'),
    ]
    fakeServer({ invites: () => listed(), addInvite: () => answers.shift() ?? listed() })
    open()
    await make()
    await userEvent.type(screen.getByLabelText('Email domain'), 'example.org')
    await submit()
    expect(await screen.findByText('Not this one.')).toBeTruthy()
    await submit()
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This account has as many invite links as it may have.',
    )
    expect(screen.getByLabelText<HTMLInputElement>('Email domain').value).toBe('example.org')
  })
})

describe('revoking a link', () => {
  test('asks first; No leaves it', async () => {
    const server = fakeServer({ invites: () => listed(invite('a')) })
    open()
    await userEvent.click(await button(/^Revoke/))
    const dialog = await screen.findByRole('dialog', { name: 'Are you sure you want to revoke this link?' })
    expect(within(dialog).getByText('https://films.example.org/join/a-c0de')).toBeTruthy()
    await waitFor(() =>
      expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'No' })),
    )
    await userEvent.click(within(dialog).getByRole('button', { name: 'No' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.asked('revokeInvite')).toEqual([])
  })

  test('Yes revokes it and no other', async () => {
    const server = fakeServer({
      invites: () => listed(invite('a'), invite('b')),
      revokeInvite: () => listed(invite('a')),
    })
    open()
    await userEvent.click(await button(/^Revoke.*b-c0de/))
    await userEvent.click(await button('Yes'))
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
    expect(server.asked('revokeInvite')[0]?.params).toEqual({ id: 'b' })
    expect(said()).toEqual([['success', 'The invite link was revoked.']])
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Invite links'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('shows the reason of a failure, and can be retried', async () => {
    let reachable = false
    fakeServer({
      invites: () => listed(invite('a')),
      revokeInvite: () => (reachable ? listed() : 'unreachable'),
    })
    open()
    await userEvent.click(await button(/^Revoke/))
    await userEvent.click(await button('Yes'))
    expect((await screen.findByRole('alert')).textContent).toMatch(/can't be reached/)
    reachable = true
    await userEvent.click(await button('Yes'))
    expect(await screen.findByText('There is no invite link.')).toBeTruthy()
  })
})
