import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Subscription } from '#contract/accounts/accounts.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { card, someSubscription } from '#support/some-subscription.ts'
import { Layout } from '#web/platform/layout/layout.tsx'
import { Overdue } from './App.tsx'

const overdue = {
  grossCents: 3570,
  nextTryAt: '2026-12-23T11:00:00.000Z',
  accessEndsAt: '2026-12-30T23:00:00.000Z',
  mayTryAgain: true,
}

function openWith(subscription: Subscription | null) {
  show(<Layout banner={<Overdue />} />, { at: '/pricing', session: { ...someSession, subscription } })
}
const banner = () => screen.findByRole('complementary', { name: 'A payment is overdue' })

test('an unpaid renewal is shown on every page: amount, card, next retry and last day', async () => {
  openWith({ ...someSubscription, health: 'past-due', card, overdue })
  expect((await banner()).textContent).toBe(
    'Your payment of €35.70 did not go through. Card: Visa ending in 4242, expires 09/2031. ' +
      'We try again on 23. December, 2026. You can pay until 30. December, 2026; after that your access ends.' +
      'Change the card',
  )
  expect(screen.getByRole('link', { name: 'Change the card' }).getAttribute('href')).toBe(
    '/subscription/card',
  )
})

test('a card that is not retried has no next retry', async () => {
  openWith({ ...someSubscription, health: 'past-due', overdue: { ...overdue, nextTryAt: undefined } })
  expect((await banner()).textContent).not.toContain('try again')
})

test('where the bank asks, it leads to its question', async () => {
  openWith({ ...someSubscription, health: 'action-required', overdue })
  expect((await banner()).textContent).toContain('Your bank asks you to confirm your payment of €35.70.')
  expect(screen.getByRole('link', { name: 'Confirm the payment' }).getAttribute('href')).toBe(
    '/subscription/payment',
  )
})

test.each([null, someSubscription])('it is hidden while nothing is overdue', async (subscription) => {
  openWith(subscription)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.queryByRole('complementary', { name: 'A payment is overdue' })).toBeNull()
})
