import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SignedInSession } from '#contract/accounts/accounts.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { useSite } from '#web/platform/site/site.ts'
import { Notifications } from '#web/platform/ui/notifications.tsx'
import { OwnData } from './profile-page.tsx'

const deletionAt = '2026-12-05T10:00:00.000Z'
const owner: SignedInSession = { ...someSession, permissions: ['account.manage', 'subscription.manage'] }
const user: SignedInSession = { ...someSession, permissions: [] }
const leaving = (session: SignedInSession, deletionOf: 'account' | 'user'): SignedInSession => ({
  ...session,
  account: { ...session.account, deletionAt, deletionOf },
})

function draw(session: SignedInSession) {
  show(
    <>
      <OwnData />
      <Notifications />
    </>,
    { session },
  )
}

const button = (name: string) => screen.getByRole('button', { name })
const notice = () => screen.findByRole('region', { name: 'Notifications' })

/** Requests deletion and enters the password. */
async function ask(name: string) {
  await userEvent.click(button(name))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText('current password'), 'the password{Enter}')
  return dialog
}

describe('a copy of the data', () => {
  let saved: { name: string; address: string }[]
  beforeEach(() => {
    saved = []
    Object.assign(URL, { createObjectURL: () => 'blob:the-archive', revokeObjectURL: () => undefined })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, address: this.href })
    })
  })
  afterEach(() => {
    vi.restoreAllMocks()
    Reflect.deleteProperty(URL, 'createObjectURL')
    Reflect.deleteProperty(URL, 'revokeObjectURL')
  })

  const link = () => screen.getByRole('link', { name: 'Download a copy of my data' })

  test('is a link that works without scripts', () => {
    draw(user)
    expect(link().getAttribute('href')).toBe('/api/account/export')
    expect(link().hasAttribute('download')).toBe(true)
  })

  test('is saved under the name that the server gives it', async () => {
    const headers = { 'content-disposition': 'attachment; filename="lectern-data-2026-11-21.zip"' }
    fakeServer({ exportOwnData: () => ({ failure: new Response('PK', { headers }) }) })
    draw(user)
    await userEvent.click(link())
    await screen.findByText('Your copy has been downloaded.')
    expect(saved).toEqual([{ name: 'lectern-data-2026-11-21.zip', address: 'blob:the-archive' }])
  })

  test('that is refused shows the reason, and saves nothing', async () => {
    fakeServer({ exportOwnData: () => problem('too-many-requests', 'Please wait a little.') })
    draw(user)
    await userEvent.click(link())
    expect((await screen.findByRole('alert')).textContent).toBe('Please wait a little.')
    expect(saved).toEqual([])
  })

  test('that cannot be fetched is reported', async () => {
    fakeServer({ exportOwnData: () => 'unreachable' })
    draw(user)
    await userEvent.click(link())
    expect((await screen.findByRole('alert')).textContent).toBe("HTTP Error: the server can't be reached")
  })

  test('that fails without a problem reply is reported', async () => {
    fakeServer({ exportOwnData: () => ({ failure: new Response('<h1>502</h1>', { status: 502 }) }) })
    draw(user)
    await userEvent.click(link())
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Something went wrong. Please try again shortly!',
    )
  })

  test('is made once, however often the link is pressed meanwhile', async () => {
    const answer = Promise.withResolvers<void>()
    const server = fakeServer({
      exportOwnData: async () => {
        await answer.promise
        return { failure: new Response('PK') }
      },
    })
    draw(user)
    await userEvent.click(link())
    expect(link().getAttribute('aria-busy')).toBe('true')
    expect(screen.getByText('Your copy is being made.')).toBeTruthy()
    await userEvent.click(link())
    answer.resolve()
    await screen.findByText('Your copy has been downloaded.')
    expect(server.asked('exportOwnData')).toHaveLength(1)
    expect(link().getAttribute('aria-busy')).toBeNull()
  })
})

describe('deletion', () => {
  test('of an account announces what is deleted and when', () => {
    draw(owner)
    expect(screen.getByText(/^Your account is deleted 14 days after you ask for it/)).toBeTruthy()
    expect(button('Delete my account')).toBeTruthy()
  })

  test('of an unconfirmed account is not offered: it is deleted automatically', () => {
    draw({ ...owner, user: { ...owner.user, confirmed: false } })
    expect(screen.getByText(/^Nobody has confirmed this account yet/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Delete my account' })).toBeNull()
  })

  test('of a plain user is leaving', () => {
    draw(user)
    expect(screen.getByText(/^You are removed from this account 14 days after/)).toBeTruthy()
    expect(button('Leave this account')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Delete my account' })).toBeNull()
  })

  test('requires the password, then shows the day and a button to revoke it', async () => {
    const server = fakeServer({
      requestDeletion: () => ({ status: 200, body: { deletionAt } }),
      userSession: () => ({ status: 200, body: leaving(owner, 'account') }),
    })
    draw(owner)
    const dialog = await ask('Delete my account')
    expect(within(dialog).getByText(/will be deleted in 14 days/)).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.asked('requestDeletion').map(({ body }) => body)).toEqual([
      { currentPassword: 'the password' },
    ])
    expect(
      screen.getByText('Your account will be deleted on 5. December, 2026.', { selector: 'strong' }),
    ).toBeTruthy()
    expect(document.activeElement).toBe(button('Keep my account'))
    expect(useSite.getState().session).toEqual(leaving(owner, 'account'))
  })

  test('with a wrong password changes nothing', async () => {
    fakeServer({ requestDeletion: () => problem('wrong-password', 'This is not your password.') })
    draw(owner)
    const dialog = await ask('Delete my account')
    expect((await within(dialog).findByRole('alert')).textContent).toBe('This is not your password.')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    expect(button('Delete my account')).toBeTruthy()
  })

  test('is taken back with one click', async () => {
    const server = fakeServer({
      keepAccount: () => ({ status: 200, body: { status: 'ok' } }),
      userSession: () => ({ status: 200, body: user }),
    })
    draw(leaving(user, 'user'))
    expect(screen.getByText('You will be removed from this account on 5. December, 2026.')).toBeTruthy()
    await userEvent.click(button('Keep my account'))
    await waitFor(() => expect(button('Leave this account')).toBeTruthy())
    expect(server.asked('keepAccount')).toHaveLength(1)
    expect((await notice()).textContent).toContain('Your account stays.')
  })

  test('that is revoked explains that a subscription stays ended', async () => {
    const subscription = {
      ...prepaid,
      status: 'pending-expiry',
      prepaid: false,
      pendingExpiry: true,
    } as const
    fakeServer({
      keepAccount: () => ({ status: 200, body: { status: 'ok' } }),
      userSession: () => ({ status: 200, body: { ...owner, subscription } }),
    })
    draw(leaving(owner, 'account'))
    await userEvent.click(button('Keep my account'))
    await waitFor(async () =>
      expect((await notice()).textContent).toContain('it ends with the time that is paid for.'),
    )
  })

  test('that cannot be revoked now shows the reason, and the day stays', async () => {
    fakeServer({ keepAccount: () => 'unreachable' })
    draw(leaving(owner, 'account'))
    await userEvent.click(button('Keep my account'))
    expect((await screen.findByRole('alert')).textContent).toBe("HTTP Error: the server can't be reached")
    expect(button('Keep my account').getAttribute('aria-busy')).toBeNull()
  })

  test('requested by the owner is announced to a user, who cannot revoke it', () => {
    draw(leaving(user, 'account'))
    expect(screen.getByText(/^Its owner has asked for that/)).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.getByRole('link', { name: 'Download a copy of my data' })).toBeTruthy()
  })

  test('is not offered to the admin', () => {
    draw({ ...owner, admin: true })
    expect(screen.getByText('This account runs the site and cannot be deleted.')).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })
})

test('is scrolled to by its link', () => {
  const scrolled: string[] = []
  Element.prototype.scrollIntoView = function (this: Element) {
    scrolled.push(this.id)
  }
  history.replaceState(null, '', '#own-data')
  draw(user)
  history.replaceState(null, '', ' ')
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
  expect(scrolled).toEqual(['own-data'])
})

test('is empty for a signed-out visitor', () => {
  show(<OwnData />)
  expect(screen.queryByRole('heading')).toBeNull()
})

const prepaid = {
  status: 'prepaid',
  health: 'ok',
  until: deletionAt,
  pricingId: null,
  priceCents: null,
  creditCents: 0,
  licenseCount: 1,
  includedLicenses: 1,
  includedLicenseCount: 1,
  interval: null,
  version: 1,
  prepaid: true,
  pendingExpiry: false,
} as const
