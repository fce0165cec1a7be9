import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { SignedInSession, Subscription } from '#contract/accounts/accounts.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { useSite } from '#web/platform/site/site.ts'
import { useNotifications } from '#web/platform/ui/notifications-store.ts'
import { RedeemCoupon } from './redeem-coupon.tsx'

const granted: Subscription = {
  status: 'prepaid',
  health: 'ok',
  until: '2027-01-01T00:00:00.000Z',
  pricingId: null,
  priceCents: null,
  creditCents: 0,
  licenseCount: 5,
  includedLicenses: 5,
  includedLicenseCount: 1,
  interval: { value: 1, unit: 'm' },
  coupon: 'FRIENDS',
  version: 2,
  prepaid: true,
  pendingExpiry: false,
}
const field = () => screen.getByLabelText<HTMLInputElement>('Coupon code')
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Redeem' })

async function type(code: string) {
  show(<RedeemCoupon />, { session: someSession })
  // named, to tell it from other forms
  expect(screen.getByRole('form', { name: 'Redeem a coupon' })).toBeTruthy()
  expect(button().disabled).toBe(true)
  await userEvent.type(field(), code)
  await userEvent.click(button())
}

test("redeems the code, and shows the account's new state", async () => {
  const server = fakeServer({ redeemCoupon: () => ({ status: 200, body: { subscription: granted } }) })
  await type(' fri ends ')
  await waitFor(() => expect(field().value).toBe(''))
  expect(server.asked('redeemCoupon')[0]?.body).toEqual({ couponCode: 'fri ends' })
  expect((useSite.getState().session as SignedInSession).subscription).toEqual(granted)
  expect(useNotifications.getState().notifications.map(({ message }) => message)).toEqual([
    'Your coupon was redeemed.',
  ])
})

test('sends no malformed codes', async () => {
  const server = fakeServer({})
  await type('a!')
  expect(screen.getByText('The coupon code you entered is invalid')).toBeTruthy()
  expect(server.asked('redeemCoupon')).toEqual([])
})

test('says at the field that a coupon is no good, and keeps it', async () => {
  fakeServer({
    redeemCoupon: () =>
      problem('invalid', 'Please check.', { couponCode: 'The coupon code you entered is invalid' }),
  })
  await type('WRONG')
  expect(await screen.findByText('The coupon code you entered is invalid')).toBeTruthy()
  expect([field().value, field().getAttribute('aria-invalid')]).toEqual(['WRONG', 'true'])
})

test('shows the reason of a refusal', async () => {
  fakeServer({ redeemCoupon: () => problem('coupon-running', 'A coupon is already in use.') })
  await type('FRIENDS')
  expect((await screen.findByRole('alert')).textContent).toBe('A coupon is already in use.')
})
