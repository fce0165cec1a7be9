import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import type { SignInMethods } from '#contract/accounts/credentials.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { adminSession, someSession } from '#support/some-site.ts'
import { useNotifications } from '#web/platform/ui/notifications-store.ts'
import { TwoFactorSection } from './two-factor-section.tsx'

const off: SignInMethods = { hasPassword: true, totp: false, recoveryCodes: 0, passkeys: [] }
const on: SignInMethods = { hasPassword: true, totp: true, recoveryCodes: 8, passkeys: [] }
const codes = ['AAAA-BBBB', 'CCCC-DDDD']
const secret = { uri: 'otpauth://totp/Lectern:ada?secret=ABCDEFGH', secret: 'ABCDEFGH' }

/** Renders the section with a server that has these methods, and these other answers. */
function open(
  methods: SignInMethods,
  answers: Parameters<typeof fakeServer>[0] = {},
  shown: Parameters<typeof show>[1] = {},
) {
  let current = methods
  const server = fakeServer({ signInMethods: () => ({ status: 200, body: current }), ...answers })
  show(<TwoFactorSection />, shown)
  return Object.assign(server, {
    becomes: (next: SignInMethods) => {
      current = next
    },
  })
}

const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const dialog = (name: string) => screen.findByRole('dialog', { name })
const notified = () => useNotifications.getState().notifications.map(({ message }) => message)

async function givePassword() {
  await userEvent.type(await screen.findByLabelText('current password'), 'notes on the engine{Enter}')
}

describe('while it is off', () => {
  test('the section reports it and offers to set it up', async () => {
    open(off)
    const row = within((await screen.findByText('Authenticator app')).closest('li') as HTMLElement)
    expect(row.getByText('Off')).toBeTruthy()
    expect(screen.queryByText('Recovery codes')).toBeNull()
    expect(row.getByRole('button', { name: 'Set up' })).toBeTruthy()
  })

  test('setting it up requires the password, shows the secret twice, and accepts the first code', async () => {
    const server = open(off, {
      startTotp: () => ({ status: 200, body: secret }),
      confirmTotp: () => {
        server.becomes(on)
        return { status: 200, body: { recoveryCodes: codes } }
      },
    })
    await click('Set up')
    await dialog('Please supply your current password when setting up two-factor login.')
    await givePassword()
    expect(server.asked('startTotp')[0]?.body).toEqual({ currentPassword: 'notes on the engine' })

    await dialog('Set up an authenticator app')
    const qr = await screen.findByRole('img', { name: 'QR code for your authenticator app' })
    expect(qr.querySelector('path')?.getAttribute('d')).toMatch(/^M\d+ \d+h1v1h-1z/)
    expect(screen.getByText('ABCD EFGH')).toBeTruthy()
    await userEvent.type(screen.getByLabelText('Code of the app'), '123456')
    await click('Switch on')
    expect(server.asked('confirmTotp')[0]?.body).toEqual({ code: '123456' })

    for (const code of codes) expect(await screen.findByText(code)).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await screen.findByText('8 are left')).toBeTruthy()
    expect(notified()).toEqual(['Two-factor login is on.'])
    await click('I have kept them')
    expect(screen.queryByText('AAAA-BBBB')).toBeNull()
  })

  test('a wrong password and a wrong code are reported at their fields', async () => {
    let passwordIsRight = false
    open(off, {
      startTotp: () =>
        passwordIsRight
          ? { status: 200, body: secret }
          : problem('wrong-password', 'The password is not correct.'),
      confirmTotp: () => problem('second-factor-failed', 'The code is not correct.'),
    })
    await click('Set up')
    await givePassword()
    expect((await screen.findByRole('alert')).textContent).toBe('The password is not correct.')
    passwordIsRight = true
    await givePassword()
    await dialog('Set up an authenticator app')
    await click('Switch on')
    expect((await screen.findByRole('alert')).textContent).toBe('Please enter the code.')
    await userEvent.type(screen.getByLabelText('Code of the app'), '123456')
    await click('Switch on')
    expect(await screen.findByText('The code is not correct.')).toBeTruthy()
  })

  test('a user without a password is asked to choose one', async () => {
    open({ ...off, hasPassword: false })
    const link = await screen.findByRole('link', { name: 'Choose a password' })
    expect(link.getAttribute('href')).toBe('/reset-password/start')
    expect(screen.queryByRole('button', { name: 'Set up' })).toBeNull()
  })
})

describe('while it is on', () => {
  test('switching it off requires the password and a code', async () => {
    const server = open(on, { removeTotp: () => ({ status: 200, body: off }) })
    await click('Switch off')
    const asked = within(await dialog('Switch off the authenticator app'))
    await waitFor(() => expect(document.activeElement).toBe(asked.getByLabelText('current password')))
    const send = () => userEvent.click(asked.getByRole('button', { name: 'Switch off' }))
    await send()
    expect((await asked.findByRole('alert')).textContent).toBe('Please enter your password.')
    await userEvent.type(asked.getByLabelText('current password'), 'notes on the engine')
    await send()
    expect((await asked.findByRole('alert')).textContent).toBe('Please enter the code.')
    expect(server.asked('removeTotp')).toEqual([])
    await userEvent.type(asked.getByLabelText('Code of the app, or a recovery code'), '123456')
    await send()
    expect(await screen.findByText('Off')).toBeTruthy()
    expect(server.asked('removeTotp')[0]?.body).toEqual({
      currentPassword: 'notes on the engine',
      code: '123456',
    })
    expect(notified()).toEqual(['The authenticator app is switched off.'])
  })

  test('fresh recovery codes can be had, copied and downloaded', async () => {
    open(on, { renewRecoveryCodes: () => ({ status: 200, body: { recoveryCodes: codes } }) })
    await click('New recovery codes')
    expect(await screen.findByText('The earlier ones will no longer work.')).toBeTruthy()
    await givePassword()
    await screen.findByText('AAAA-BBBB')

    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    expect(await navigator.clipboard.readText()).toBe('AAAA-BBBB\nCCCC-DDDD')
    expect(notified()).toEqual(['The recovery codes were copied.'])

    const files: Blob[] = []
    URL.createObjectURL = (file) => {
      files.push(file as Blob)
      return 'blob:codes'
    }
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    await user.click(screen.getByRole('button', { name: 'Download' }))
    expect(await files[0]?.text()).toBe('Lectern\n\nAAAA-BBBB\nCCCC-DDDD\n')
    expect(clicked).toHaveBeenCalledOnce()
    clicked.mockRestore()
  })

  test('one recovery code is one', async () => {
    open({ ...on, recoveryCodes: 1 })
    expect(await screen.findByText('One is left')).toBeTruthy()
  })
})

test('recovery codes are shown for a passkey, too', async () => {
  const passkey = { id: 'p1', name: 'Laptop', createdAt: '2026-11-01T10:00:00.000Z', lastUsedAt: null }
  open({ ...off, recoveryCodes: 10, passkeys: [passkey] })
  expect(await screen.findByText('10 are left')).toBeTruthy()
})

test('an unreachable server can be retried', async () => {
  let there = false
  open(off, {
    signInMethods: () => (there ? { status: 200, body: off } : problem('forbidden', 'Not now.')),
  })
  expect((await screen.findByRole('alert')).textContent).toBe('Not now.')
  there = true
  await click('Try again')
  expect(await screen.findByText('Authenticator app')).toBeTruthy()
})

describe('the admin', () => {
  const admin = { session: adminSession }
  const why = /a password alone is not enough/

  test.each([
    ['without a second factor', off, admin, true],
    ['with an app', on, admin, false],
    [
      'with a passkey',
      {
        ...off,
        passkeys: [{ id: 'p', name: 'Laptop', createdAt: '2026-11-21T10:00:00.000Z', lastUsedAt: null }],
      },
      admin,
      false,
    ],
    ['of a demo', off, { ...admin, config: { demo: true } }, false],
    ['but nobody else', off, { session: someSession }, false],
  ] as const)('%s sees why one is needed, or not', async (_, methods, shown, told) => {
    open({ ...methods, passkeys: [...methods.passkeys] }, {}, shown)
    await screen.findByText('Authenticator app')
    expect(screen.queryByText(why) !== null).toBe(told)
  })
})
