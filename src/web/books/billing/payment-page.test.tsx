import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import type { SignedInSession, Subscription } from '#contract/accounts/accounts.ts'
import type { OpenPayment } from '#contract/billing/billing.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { someSubscription } from '#support/some-subscription.ts'
import { fakeStripe } from '#support/stripe-js.ts'
import { useSite } from '#web/platform/site/site.ts'
import { Component } from './payment-page.tsx'

beforeAll(async () => {
  await Promise.all([
    import('#web/books/cards/sandbox-confirmation.tsx'),
    import('#web/books/cards/stripe-confirmation.tsx'),
  ])
})

type Payment = NonNullable<OpenPayment['payment']>
const payer: SignedInSession = {
  ...someSession,
  permissions: ['subscription.manage'],
  subscription: someSubscription,
}
const asks = (provider: Payment['provider']): Payment => ({
  state: 'action-required',
  grossCents: 3570,
  provider,
  clientSecret: 'pi_secret',
  paymentMethod: 'pm_1',
})

/** A server whose payment is pending until it is checked; the check finds `settled`. */
function open(
  first: Payment | null,
  settled: Partial<Subscription> | 'still' | 'gone' | 'unreachable' = {},
  server: Parameters<typeof fakeServer>[0] = {},
  subscription: Subscription | null = someSubscription,
) {
  let payment = first
  const asked = fakeServer({
    openPayment: () => ({ status: 200, body: { payment } }),
    checkPayment: () => {
      if (settled === 'unreachable') return settled
      if (settled === 'still')
        return { status: 202, body: { status: 'payment-pending', subscription: someSubscription } }
      payment = null
      return settled === 'gone'
        ? problem('no-subscription', 'There is no subscription.')
        : { status: 200, body: { subscription: { ...someSubscription, ...settled } } }
    },
    userSession: () => ({ status: 200, body: useSite.getState().session ?? { authenticated: false } }),
    ...server,
  })
  show(<Component />, { session: { ...payer, subscription }, config: { stripePublishableKey: 'pk_live_1' } })
  return asked
}
const confirm = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Confirm the payment' }))

test('a signed-out visitor is told to log in', () => {
  show(<Component />, { at: '/subscription/payment' })
  expect(screen.getByText('Sorry, you have to be logged in to confirm a payment.')).toBeTruthy()
})

test('reports that no payment is pending', async () => {
  open(null)
  expect(await screen.findByText('No payment waits for you.')).toBeTruthy()
})

test('a payment in progress needs no confirmation, and is polled', async () => {
  const { asked } = open({ state: 'processing', grossCents: 3570, provider: 'sandbox' })
  expect(await screen.findByText('Your payment of €35.70 is being confirmed.')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  expect(await screen.findByText('No payment waits for you.', {}, { timeout: 5000 })).toBeTruthy()
  expect(asked('checkPayment')).toHaveLength(1)
})

describe('beside the question', () => {
  test.each<[string, Partial<Subscription>, boolean]>([
    ['a renewal offers another card and cancelling', { health: 'action-required' }, true],
    ['more users or another interval offer neither', {}, false],
  ])('%s', async (_, change, offered) => {
    open(asks('sandbox'), {}, {}, { ...someSubscription, ...change })
    await screen.findByText('Your bank asks you to confirm a payment of €35.70.')
    expect(screen.queryByRole('link', { name: 'Use another card' })?.getAttribute('href')).toBe(
      offered ? '/subscription/card' : undefined,
    )
    expect(screen.queryByRole('button', { name: 'Cancel subscription' }) !== null).toBe(offered)
    expect(screen.queryByRole('heading', { level: 2, name: 'Instead of confirming' }) !== null).toBe(offered)
  })

  test('a first period says that nothing is ordered yet', async () => {
    open(asks('sandbox'), {}, {}, null)
    expect(await screen.findByText('Nothing is ordered until you confirm.')).toBeTruthy()
  })

  test('a renewal is cancelled after a question', async () => {
    const over: Subscription = { ...someSubscription, status: 'cancelled' }
    const asked = open(
      asks('sandbox'),
      {},
      { cancelSubscription: () => ({ status: 200, body: { subscription: over } }) },
      { ...someSubscription, health: 'action-required' },
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel subscription' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(asked.asked('cancelSubscription')).toHaveLength(1))
  })
})

describe("the sandbox's bank", () => {
  const bank = (status: 'succeeded' | 'failed') => ({
    answerSandboxBank: () => ({ status: 200 as const, body: { status } }),
  })

  test('is answered, and the payment is confirmed', async () => {
    const { asked } = open(asks('sandbox'), {}, bank('succeeded'))
    expect(await screen.findByText('Your bank asks you to confirm a payment of €35.70.')).toBeTruthy()
    await confirm()
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText('Your payment of €35.70 was confirmed.')).toBeTruthy()
    expect(asked('answerSandboxBank')[0]?.body).toEqual({ clientSecret: 'pi_secret', approve: true })
    expect(asked('userSession')).toHaveLength(1)
  })

  test.each<[string, Partial<Subscription> | 'gone']>([
    ['a renewal', { health: 'past-due' }],
    ['a first period', 'gone'],
  ])('refused, %s offers another card', async (_, settled) => {
    open(asks('sandbox'), settled, bank('failed'))
    await confirm()
    await userEvent.click(await screen.findByRole('button', { name: 'Refuse' }))
    expect((await screen.findByRole('alert')).textContent).toContain('could not confirm that this is you')
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'Change the card' }).getAttribute('href')).toBe(
        '/subscription/card',
      ),
    )
  })

  test('left unanswered, it can be asked again', async () => {
    open(asks('sandbox'), 'still')
    await confirm()
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
    expect((await screen.findByRole('alert')).textContent).toContain('was not answered')
    expect(screen.getByRole('button', { name: 'Confirm the payment' })).toBeTruthy()
  })

  test('reports an answer that could not be checked', async () => {
    open(asks('sandbox'), 'unreachable', bank('succeeded'))
    await confirm()
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm' }))
    expect((await screen.findByRole('alert')).textContent).toBe("HTTP Error: the server can't be reached")
  })
})

describe('Stripe', () => {
  test('asks in its own dialog', async () => {
    const confirmed: unknown[] = []
    fakeStripe({
      confirmCardPayment: (secret, card) => {
        confirmed.push([secret, card])
        return { paymentIntent: { status: 'succeeded' } }
      },
    })
    open(asks('stripe'))
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm the payment' }).disabled).toBe(
        false,
      ),
    )
    await confirm()
    expect(await screen.findByText('Your payment of €35.70 was confirmed.')).toBeTruthy()
    expect(confirmed).toEqual([['pi_secret', { payment_method: 'pm_1' }]])
  })

  test('shows its message when the bank refused', async () => {
    fakeStripe({ confirmCardPayment: () => ({ error: { message: 'We are unable to authenticate you.' } }) })
    open(asks('stripe'), { health: 'past-due' })
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm the payment' }).disabled).toBe(
        false,
      ),
    )
    await confirm()
    expect((await screen.findByRole('alert')).textContent).toBe('We are unable to authenticate you.')
  })
})
