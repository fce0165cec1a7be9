import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { Component } from './redeem-page.tsx'

const code = 'GIFT-AAAA-BBBB-CCCC'
const open = (more: Parameters<typeof show>[1] = {}) =>
  show(<Component />, { at: `/redeem/${code}`, path: '/redeem/:code', ...more })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const address = () => screen.getByTestId('address').textContent

beforeEach(() => sessionStorage.clear())

const ownerSession = {
  ...someSession,
  permissions: [...someSession.permissions, 'subscription.manage' as const],
}

test('links a signed-out visitor to registering or logging in, and sends no request about the code', async () => {
  const server = fakeServer({})
  const { unmount } = open()
  expect(await screen.findByText(code)).toBeTruthy()
  const linkTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(linkTo('Register')).toBe(`/register?coupon=${code}`)
  expect(linkTo('Login')).toBe('/login?next=%2Fredeem%2Fit')
  // the code is removed from the URL, and kept for returning to the page
  await waitFor(() => expect(address()).toBe('/redeem/it'))
  unmount()
  open({ at: '/redeem/it' })
  expect(await screen.findByText(code)).toBeTruthy()
  expect(server.requests).toEqual([])
})

test('looks the same for any code, whether one could look like that or not', async () => {
  fakeServer({})
  const texts = []
  for (const shown of [code, 'NOBODYS-CODE', '!!!']) {
    const { unmount, container } = open({ at: `/redeem/${encodeURIComponent(shown)}` })
    await screen.findByText(shown)
    texts.push(container.textContent.replaceAll(shown, '…'))
    unmount()
  }
  expect(new Set(texts).size).toBe(1)
})

test('redeems for the account of an owner, once they press the button', async () => {
  const subscription = { status: 'prepaid' }
  const server = fakeServer({ redeemCoupon: () => ({ status: 200, body: { subscription } }) } as never)
  open({ session: ownerSession })
  expect(
    await screen.findByText(`It is redeemed for your account, ${someSession.account.name}.`),
  ).toBeTruthy()
  expect(server.requests).toEqual([])
  await press('Redeem')
  await waitFor(() => expect(address()).toBe('/account/subscription'))
  expect(server.asked('redeemCoupon').map(({ body }) => body)).toEqual([{ couponCode: code }])
  expect(sessionStorage.getItem('lectern')).not.toContain(code)
})

test("shows the server's refusal", async () => {
  const sentence = 'The coupon code you entered is invalid'
  fakeServer({
    redeemCoupon: () => problem('invalid', 'Please check your entries.', { couponCode: sentence }),
  })
  open({ session: ownerSession })
  await press('Redeem')
  expect((await screen.findByRole('alert')).textContent).toBe(sentence)
  expect(screen.getByText(code)).toBeTruthy()
})

test('asks a user who is no owner to log out first, and keeps the code', async () => {
  fakeServer({
    logout: () => ({ status: 200, body: { status: 'ok' } }),
    userSession: () => ({ status: 200, body: { authenticated: false } }),
  })
  open({ session: { ...someSession, permissions: [] } })
  expect(await screen.findByText(/Only the owner of an account can redeem a voucher/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Redeem' })).toBeNull()
  await press('Logout')
  expect(await screen.findByRole('link', { name: 'Register' })).toBeTruthy()
  expect(screen.getByText(code)).toBeTruthy()
})

test('reports the missing code if this tab knows none', async () => {
  fakeServer({})
  open({ at: '/redeem/it' })
  expect(await screen.findByText(/The code is no longer known here/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Register' })).toBeNull()
})
