import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { Passkey, SignInMethods } from '#contract/accounts/credentials.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someAuthenticator } from '#support/some-authenticator.ts'
import { useNotifications } from '#web/platform/ui/notifications-store.ts'
import { passkeysWork } from './ask-authenticator.ts'
import { PasskeysSection } from './passkeys-section.tsx'

const laptop: Passkey = {
  id: 'p1',
  name: 'Laptop',
  createdAt: '2026-11-01T10:00:00.000Z',
  lastUsedAt: '2026-11-20T10:00:00.000Z',
}
const key: Passkey = { id: 'p2', name: 'Key', createdAt: '2026-11-02T10:00:00.000Z', lastUsedAt: null }
const methods = (...passkeys: Passkey[]): SignInMethods => ({
  hasPassword: true,
  totp: false,
  recoveryCodes: 10,
  passkeys,
})
const options = {
  challenge: 'AQID',
  rp: { id: 'localhost', name: 'Lectern' },
  user: { id: 'AQID', name: 'ada', displayName: 'Ada' },
  pubKeyCredParams: [],
}

function open(of: SignInMethods, answers: Parameters<typeof fakeServer>[0] = {}) {
  let current = of
  const server = fakeServer({
    signInMethods: () => ({ status: 200, body: current }),
    startPasskey: () => ({ status: 200, body: { options } }),
    ...answers,
  })
  show(<PasskeysSection />)
  return Object.assign(server, {
    becomes: (next: SignInMethods) => {
      current = next
    },
  })
}

const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const listed = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
const notified = () => useNotifications.getState().notifications.map(({ message }) => message)

describe('the list', () => {
  test('shows when each was added and used', async () => {
    open(methods(laptop, key))
    await screen.findByText('Laptop')
    expect(listed()[0]).toContain('Added 1. November, 2026 · Last used 20. November, 2026')
    expect(listed()[1]).toContain('Added 2. November, 2026 · Never used')
  })

  test('reports an empty list', async () => {
    open(methods())
    expect(await screen.findByText('You have no passkeys yet.')).toBeTruthy()
  })
})

describe('adding one', () => {
  async function fill(name = 'My phone') {
    await click('Add a passkey')
    const form = within(await screen.findByRole('dialog', { name: 'Add a passkey' }))
    await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText('Name')))
    await userEvent.clear(form.getByLabelText('Name'))
    if (name) await userEvent.type(form.getByLabelText('Name'), name)
    await userEvent.type(form.getByLabelText('current password'), 'notes on the engine')
    await userEvent.click(form.getByRole('button', { name: 'Continue' }))
    return form
  }

  test('asks for a name and the password, has the browser create it, and shows recovery codes once', async () => {
    const asked = someAuthenticator()
    const phone = { ...key, name: 'My phone' }
    const server = open(methods(), {
      addPasskey: () => {
        server.becomes(methods(phone))
        return { status: 200, body: { passkey: phone, recoveryCodes: ['AAAA-BBBB'] } }
      },
    })
    await fill()
    expect(await screen.findByText('AAAA-BBBB')).toBeTruthy()
    expect(await screen.findByText('My phone')).toBeTruthy()
    expect(asked.create).toHaveLength(1)
    expect(server.asked('startPasskey')[0]?.body).toEqual({ currentPassword: 'notes on the engine' })
    expect(server.asked('addPasskey')[0]?.body).toEqual({
      name: 'My phone',
      response: expect.objectContaining({ id: 'AQID' }),
    })
    expect(notified()).toEqual(['The passkey My phone was added.'])
    await click('I have kept them')
    expect(screen.queryByText('AAAA-BBBB')).toBeNull()
  })

  test.each([
    ['NotAllowedError', 'No passkey was made.'],
    ['InvalidStateError', 'This device already holds a passkey of yours.'],
    ['SecurityError', 'The passkey was not accepted. Please try again.'],
  ] as const)("explains the browser's exception %s", async (outcome, sentence) => {
    someAuthenticator(outcome)
    const server = open(methods())
    const form = await fill()
    expect((await form.findByRole('alert')).textContent).toBe(sentence)
    expect(server.asked('addPasskey')).toEqual([])
  })

  test('reports a wrong password, without using the authenticator', async () => {
    const asked = someAuthenticator()
    open(methods(), { startPasskey: () => problem('wrong-password', 'The password is not correct.') })
    const form = await fill()
    expect((await form.findByRole('alert')).textContent).toBe('The password is not correct.')
    expect(asked.create).toEqual([])
  })

  test('requires a name', async () => {
    someAuthenticator()
    const server = open(methods())
    const form = await fill('')
    expect((await form.findByRole('alert')).textContent).toBe('Please give the passkey a name.')
    expect(server.asked('startPasskey')).toEqual([])
  })

  test('is not offered where the browser can not', async () => {
    open(methods())
    expect(await screen.findByText('This browser can not use passkeys at this address.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  })
})

describe('one of them', () => {
  test('can be renamed', async () => {
    const server = open(methods(laptop), {
      renamePasskey: () => ({ status: 200, body: methods({ ...laptop, name: 'Old laptop' }) }),
    })
    await click('Rename Laptop')
    const name = await screen.findByLabelText<HTMLInputElement>('Name')
    expect(name.value).toBe('Laptop')
    await userEvent.clear(name)
    await click('Save')
    expect(await screen.findByText('Please give the passkey a name.')).toBeTruthy()
    await userEvent.type(name, ' Old laptop ')
    await click('Save')
    expect(await screen.findByText('Old laptop')).toBeTruthy()
    expect(server.asked('renamePasskey')[0]).toMatchObject({ params: { id: 'p1' } })
    expect(notified()).toEqual(['The passkey is now called Old laptop.'])
  })

  test('can be removed with the password', async () => {
    const server = open(methods(laptop, key), {
      removePasskey: () => ({ status: 200, body: methods(key) }),
    })
    await click('Remove Laptop')
    await screen.findByRole('dialog', {
      name: 'Please supply your current password when removing a passkey.',
    })
    expect(screen.getByText('Laptop will be removed.')).toBeTruthy()
    await userEvent.type(screen.getByLabelText('current password'), 'notes on the engine{Enter}')
    await waitFor(() => expect(screen.queryByText('Laptop')).toBeNull())
    expect(server.asked('removePasskey')[0]).toMatchObject({
      params: { id: 'p1' },
      body: { currentPassword: 'notes on the engine' },
    })
    expect(notified()).toEqual(['The passkey Laptop was removed.'])
  })
})

test.each([
  ['localhost', true],
  ['films.example.org', true],
  ['127.0.0.1', false],
  ['[::1]', false],
])('at %s passkeys work: %s', (hostname, expected) => {
  someAuthenticator()
  expect(passkeysWork(hostname)).toBe(expected)
})
