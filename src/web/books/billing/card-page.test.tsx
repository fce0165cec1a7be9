import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import type { SignedInSession, Subscription } from '#contract/accounts/accounts.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { card, someSubscription } from '#support/some-subscription.ts'
import { useSite } from '#web/platform/site/site.ts'
import { useNotifications } from '#web/platform/ui/notifications-store.ts'
import { Component } from './card-page.tsx'

beforeAll(() => import('#web/books/cards/sandbox-card-form.tsx'))

type Server = Parameters<typeof fakeServer>[0]
const payer: SignedInSession = { ...someSession, permissions: ['subscription.manage'] }
const said = () => useNotifications.getState().notifications.map(({ message }) => message)
const address = () => screen.getByTestId('address').textContent

function open(subscription: Subscription | null, server: Server = {}, config: object = {}) {
  const asked = fakeServer({
    setupIntent: () => ({ status: 200, body: { clientSecret: 's' } }),
    enterSandboxCard: () => ({ status: 200, body: { setupIntent: 'seti_9', status: 'succeeded' } }),
    userSession: () => ({ status: 200, body: useSite.getState().session ?? { authenticated: false } }),
    ...server,
  })
  show(<Component />, {
    at: '/subscription/card',
    path: '/subscription/card',
    session: { ...payer, subscription },
    config: { paymentProviders: ['sandbox'], ...config },
  })
  return asked
}
async function enterCard() {
  await userEvent.click(await screen.findByText('Test card numbers'))
  await userEvent.click(screen.getByRole('button', { name: /4242 4242 4242 4242/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Update Subscription now' }))
}

describe('without a card to update', () => {
  test('a signed-out visitor is told to log in', () => {
    show(<Component />, { at: '/subscription/card' })
    expect(screen.getByText('Sorry, you have to be logged in to update your card.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Login' })).toBeTruthy()
    expect(screen.queryByText('Back to the subscription details')).toBeNull()
  })

  test('a user without the permission sees no form', () => {
    const askable = ['Olivia Owens', 'Mira Manning']
    show(<Component />, { session: { ...someSession, subscription: someSubscription, askable } })
    expect(screen.getByText(/You do not manage the subscription/).textContent).toContain(
      'Ask Olivia Owens or Mira Manning.',
    )
    // they may not see the details either
    expect(screen.queryByRole('link')).toBeNull()
  })

  test.each<[string, Subscription | null]>([
    ['You have no subscription yet.', null],
    ['You have no subscription yet.', { ...someSubscription, status: 'confirm-email', until: null }],
    ['You have no active subscription.', { ...someSubscription, status: 'cancelled' }],
  ])('%s', (sentence, subscription) => {
    open(subscription)
    expect(screen.getByText(sentence)).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
    expect(screen.getByRole('link', { name: 'Subscribe now' }).getAttribute('href')).toBe(
      '/subscription/new/1',
    )
  })

  test('a service that is closing offers nothing', () => {
    open(null, {}, { serviceMode: 'sunset' })
    expect(screen.queryByRole('link', { name: 'Subscribe now' })).toBeNull()
  })

  test('a site without a payment provider takes no card', () => {
    open(someSubscription, {}, { paymentProviders: [] })
    expect(screen.getByText('Cards can not be taken at the moment.')).toBeTruthy()
  })
})

test('links back to the details, and shows the current card', async () => {
  open({ ...someSubscription, card })
  expect(screen.getByRole('link', { name: 'Back to the subscription details' }).getAttribute('href')).toBe(
    '/account/subscription',
  )
  expect(screen.getByText('So far: Visa ending in 4242, expires 09/2031')).toBeTruthy()
  expect(await screen.findByLabelText('Card number')).toBeTruthy()
})

test.each([200, 202] as const)('an accepted card (%i) is announced, with a link back', async (status) => {
  const { asked } = open(someSubscription, {
    changeSubscription: () =>
      status === 200
        ? { status, body: { subscription: someSubscription } }
        : { status, body: { status: 'payment-pending', subscription: someSubscription } },
  })
  await enterCard()
  await waitFor(() => expect(address()).toBe('/account/subscription'))
  expect(asked('changeSubscription')[0]?.body).toEqual({ paymentMethod: 'seti_9' })
  expect(asked('userSession')).toHaveLength(1)
  expect(said()).toEqual(['Your subscription now uses the new card.'])
})

test("a card declined for an overdue amount stays here, with the provider's message", async () => {
  open(
    { ...someSubscription, health: 'past-due' },
    { changeSubscription: () => problem('card-declined', 'Your card has insufficient funds.') },
  )
  await enterCard()
  expect((await screen.findByRole('alert')).textContent).toBe('Your card has insufficient funds.')
  expect(address()).toBe('/subscription/card')
  expect(said()).toEqual([])
})
