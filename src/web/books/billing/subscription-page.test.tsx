import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { SignedInSession, Subscription } from '#contract/accounts/accounts.ts'
import type { OpenPayment } from '#contract/billing/billing.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { someSession } from '#support/some-site.ts'
import { card, someSubscription } from '#support/some-subscription.ts'
import { useSite } from '#web/platform/site/site.ts'
import { useNotifications } from '#web/platform/ui/notifications-store.ts'
import { Component } from './subscription-page.tsx'

type Config = NonNullable<Parameters<typeof show>[1]>['config']
type Server = Parameters<typeof fakeServer>[0]

const payer: SignedInSession = {
  ...someSession,
  permissions: ['account.manage', 'subscription.manage', 'users.manage'],
}
const nothing = {
  openPayment: () => ({ status: 200 as const, body: { payment: null } }),
  invoices: () => ({ status: 200 as const, body: { count: 0, invoices: [] } }),
}
const said = () => useNotifications.getState().notifications.map(({ type, message }) => [type, message])

function open(
  subscription: Subscription | null,
  {
    session = payer,
    config = {},
    server = {},
  }: { session?: SignedInSession; config?: Config; server?: Server } = {},
) {
  const asked = fakeServer({
    ...nothing,
    userSession: () => ({ status: 200, body: useSite.getState().session ?? { authenticated: false } }),
    ...server,
  })
  show(<Component />, { at: '/account/subscription', session: { ...session, subscription }, config })
  return asked
}
const status = () => screen.getByRole('region', { name: 'Status' })
const facts = () =>
  [...status().querySelectorAll('dt')].map((term) => [term.textContent, term.nextElementSibling?.textContent])
const statusText = () => [...status().querySelectorAll('p')].map(({ textContent }) => textContent)

describe('who sees it', () => {
  test('a signed-out visitor is told to log in', () => {
    show(<Component />, { at: '/account/subscription' })
    expect(screen.getByText('Sorry, you have to be logged in to view your subscription status.')).toBeTruthy()
  })

  test("a user without the permission sees the owner's name, and no request is sent", () => {
    const { requests } = open(someSubscription, { session: someSession })
    expect(screen.getByText('You do not manage the subscription of this account')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Status' })).toBeNull()
    expect(requests).toEqual([])
    expect(screen.getByText('The owner of the account does.')).toBeTruthy()
    const tabs = within(screen.getByRole('navigation', { name: 'Account' })).getAllByRole('link')
    expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('aria-current')])).toEqual([
      ['Profile', null],
      ['Subscription', 'page'],
      ['Password', null],
      ['Security', null],
    ])
  })

  test('a user whose time has ended sees whom to ask', () => {
    open(someSubscription, { session: { ...someSession, mayWatch: false, askable: ['Olivia Owens'] } })
    expect(screen.getByText('Ask Olivia Owens.')).toBeTruthy()
  })
})

describe('the text of each state', () => {
  // midnight in Berlin, the seller's time zone
  const until = '2026-12-20T23:00:00.000Z'
  const charge = { nextCharge: { at: until, grossCents: 3570 } }
  const month = { value: 1, unit: 'm' } as const

  const pausesAt = '2026-11-20T23:00:00.000Z'
  test.each<[string, Subscription | null, string[]]>([
    ['never subscribed', null, ['You have no active subscription.']],
    [
      'a trial shows its end one day later',
      { ...someSubscription, status: 'trial', until: '2026-12-06T23:00:00.000Z' },
      ['Your free trial expires on 7. December, 2026.', 'It ends at the start of that day, Berlin time.'],
    ],
    [
      'a trial that a plan follows',
      { ...someSubscription, ...charge, status: 'trial', until, nextInterval: { value: 3, unit: 'm' } },
      [
        'Your free trial expires on 21. December, 2026.',
        'It ends at the start of that day, Berlin time.',
        'It is followed by a subscription that is paid for 3 months at once.',
      ],
    ],
    [
      'prepaid',
      { ...someSubscription, status: 'prepaid', until, includedLicenses: 5, includedLicenseCount: 2 },
      ['Your subscription expires on 21. December, 2026.', '5 included users, 2 in use.'],
    ],
    [
      'active',
      { ...someSubscription, ...charge, until, licenseCount: 12, interval: month },
      [
        'You are subscribed for 12 users until 21. December, 2026.',
        'It is automatically extended by 1 month.',
      ],
    ],
    [
      'active, with users of a coupon and another interval next',
      {
        ...someSubscription,
        ...charge,
        until,
        licenseCount: 1,
        interval: month,
        nextInterval: { value: 1, unit: 'y' },
        includedLicenses: 1,
        includedLicenseCount: 1,
      },
      [
        'You are subscribed for 1 user until 21. December, 2026.',
        '1 included user, 1 in use.',
        'It is automatically extended by 1 year.',
      ],
    ],
    [
      'a pause that is planned',
      { ...someSubscription, ...charge, interval: month, paused: { from: pausesAt, until, begun: false } },
      [
        'You are subscribed for 3 users until 21. November, 2026. Then it is paused until 21. December, 2026: nobody can watch, and nothing is charged.',
        'To continue earlier, contact us.',
      ],
    ],
    [
      'paused',
      { ...someSubscription, ...charge, interval: month, paused: { from: pausesAt, until, begun: true } },
      [
        'Your subscription is paused until 21. December, 2026. Until then nobody can watch, and nothing is charged.',
        'To continue earlier, contact us.',
      ],
    ],
    [
      'past due',
      { ...someSubscription, ...charge, until, health: 'past-due', interval: month },
      ['You are subscribed for 3 users. The last period ended on 21. December, 2026.'],
    ],
    [
      'cancelled and still running',
      { ...someSubscription, status: 'pending-expiry', until, pendingExpiry: true },
      ['Your subscription will expire on 21. December, 2026.'],
    ],
    [
      'over',
      { ...someSubscription, status: 'cancelled', until },
      ['You have no active subscription.', 'Your last one expired on 21. December, 2026.'],
    ],
  ])('%s', (_, subscription, sentences) => {
    open(subscription)
    expect(statusText()).toEqual(sentences)
  })

  const unconfirmed = { ...payer, user: { ...payer.user, confirmed: false } }
  const waiting: Subscription = { ...someSubscription, status: 'confirm-email', until: null }
  test.each<[string, Subscription | null, Config, string]>([
    ['a trial waits', waiting, {}, 'Please confirm your email to start your free trial.'],
    ['there is no trial', waiting, { trialDays: 0 }, 'Please confirm your email before subscribing.'],
    [
      'the service is closing',
      waiting,
      { serviceMode: 'sunset' },
      'Please confirm your email before subscribing.',
    ],
    ['there was a subscription', null, {}, 'Please confirm your email before subscribing.'],
  ])('before the email is confirmed, when %s', (_, subscription, config, sentence) => {
    open(subscription, { session: unconfirmed, config })
    expect(statusText()).toEqual([sentence])
    expect(within(status()).getByRole('link').getAttribute('href')).toBe('/account/profile')
    expect(screen.queryByText('Edit Subscription')).toBeNull()
    expect(screen.queryByText('Subscribe now')).toBeNull()
  })
})

describe('the next step', () => {
  const links = () =>
    within(status())
      .queryAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')])
  const subscribe = ['Subscribe now', '/subscription/new/1']
  const changeCard = ['Change the card', '/subscription/card']
  const charge = { nextCharge: { at: '2026-12-20T23:00:00.000Z', grossCents: 3570 } }

  test.each<[string, Subscription | null, string[][]]>([
    ['never subscribed', null, [subscribe]],
    ['trial', { ...someSubscription, status: 'trial' }, [subscribe]],
    ['trial with a plan', { ...someSubscription, ...charge, card, status: 'trial' }, [changeCard]],
    ['prepaid', { ...someSubscription, status: 'prepaid' }, [subscribe]],
    ['active', { ...someSubscription, ...charge, card }, [changeCard]],
    ['over', { ...someSubscription, status: 'cancelled', card }, [subscribe]],
  ])('%s', (_, subscription, expected) => {
    open(subscription)
    expect(links()).toEqual(expected)
  })

  test('there is no subscribing while the service is closing, with the reason', () => {
    open(null, { config: { serviceMode: 'sunset' } })
    expect(links()).toEqual([])
    expect(
      screen.getByText(
        'New subscriptions are no longer taken. All content becomes free once the current subscriptions have expired.',
      ),
    ).toBeTruthy()
  })

  test.each<['paused' | 'sunset', Subscription | null, string]>([
    ['paused', null, 'No new subscriptions or registrations are taken at the moment.'],
    [
      'sunset',
      { ...someSubscription, nextCharge: { at: '2026-12-05T10:00:00.000Z', grossCents: 1190 } },
      'Until the service is closed yours is extended as before: the next charge is on 5. December, 2026.',
    ],
  ])('while the service is %s its effect is explained', (serviceMode, subscription, sentence) => {
    open(subscription, { config: { serviceMode } })
    expect(screen.getByText(sentence, { exact: false })).toBeTruthy()
    expect(links()).not.toContainEqual(subscribe)
  })

  test('once it is closed no charge is announced any more', () => {
    open({ ...someSubscription, status: 'pending-expiry' }, { config: { serviceMode: 'closed' } })
    expect(screen.queryByText(/the next charge is on/)).toBeNull()
  })

  test('the next charge, the card, the balance and the coupon are shown', () => {
    open(
      {
        ...someSubscription,
        ...charge,
        nextPeriodGrossCents: 3990,
        card,
        creditCents: 420,
        coupon: 'WELCOME',
      },
      { session: { ...payer, account: { ...payer.account, users: [], contractNumber: '123456789012' } } },
    )
    expect(facts()).toEqual([
      ['Licenses', '0 of 3 in use Manage Users'],
      ['Price', '€39.90 gross, every month'],
      ['Next charge', '€35.70 on 21. December, 2026'],
      ['Card', 'Visa ending in 4242, expires 09/2031 Change the card'],
      [
        'What happens then',
        'Your card is charged and you go on watching. You can cancel at any time before that day.',
      ],
      ['Credit', '€4.20 gross, pays your next invoices'],
      ['Coupon', 'WELCOME'],
      ['Contract number', '1234 5678 9012'],
    ])
  })

  test.each<[string, Subscription, string]>([
    ['a trial without an order', { ...someSubscription, status: 'trial' }, 'Nothing is charged.'],
    ['a cancelled one', { ...someSubscription, status: 'pending-expiry' }, 'Nothing is charged.'],
    ['an unpaid one', { ...someSubscription, health: 'past-due' }, 'If it stays unpaid, your access ends'],
    ['one that goes on', { ...someSubscription, ...charge }, 'Your card is charged and you go on watching.'],
  ])('%s announces what follows', (_, subscription, beginning) => {
    open(subscription)
    const then = Object.fromEntries(facts())['What happens then'] ?? ''
    expect(then.startsWith(beginning)).toBe(true)
  })

  test.each<[string, Subscription | null]>([
    ['No subscription', null],
    ['Free trial', { ...someSubscription, status: 'trial' }],
    ['Prepaid', { ...someSubscription, status: 'prepaid' }],
    ['Active', someSubscription],
    ['Payment overdue', { ...someSubscription, health: 'past-due' }],
    ['Payment overdue', { ...someSubscription, health: 'action-required' }],
    ['Cancelled', { ...someSubscription, status: 'pending-expiry' }],
    ['No subscription', { ...someSubscription, status: 'cancelled' }],
  ])('the state is named: %s', (name, subscription) => {
    open(subscription)
    expect(within(status()).getByText(name)).toBeTruthy()
  })

  test('a balance below zero is added', () => {
    open({ ...someSubscription, creditCents: -49 })
    expect(
      within(status()).getByText('€0.49 gross of earlier invoices is charged with the next'),
    ).toBeTruthy()
  })
})

describe('a payment that waits', () => {
  const payment = (state: NonNullable<OpenPayment['payment']>['state']) => () => ({
    status: 200 as const,
    body: { payment: { state, grossCents: 3570, provider: 'sandbox' as const } },
  })

  test('for the network is being confirmed, until it is', async () => {
    let isPaid = false
    const paid = { ...someSubscription, licenseCount: 7 }
    open(null, {
      server: {
        openPayment: () => (isPaid ? nothing.openPayment() : payment('processing')()),
        checkPayment: () => {
          isPaid = true
          return { status: 200, body: { subscription: paid } }
        },
        userSession: () => ({ status: 200, body: { ...payer, subscription: isPaid ? paid : null } }),
      },
    })
    expect(
      await screen.findByText('Your payment of €35.70 is being confirmed. You do not have to do anything.'),
    ).toBeTruthy()
    expect(await screen.findByText(/You are subscribed for 7 users/, {}, { timeout: 5000 })).toBeTruthy()
    await waitFor(() => expect(screen.queryByText(/is being confirmed/)).toBeNull())
  })

  test('for the bank links to its confirmation', async () => {
    open(
      { ...someSubscription, health: 'action-required' },
      { server: { openPayment: payment('action-required') } },
    )
    const link = await screen.findByRole('link', { name: 'Confirm the payment' })
    expect(link.getAttribute('href')).toBe('/subscription/payment')
    expect(screen.queryByText(/did not go through/)).toBeNull()
  })

  test('for another card links to it', () => {
    open({ ...someSubscription, card, health: 'past-due' })
    expect(screen.getByText(/Your last payment did not go through/)).toBeTruthy()
    expect(screen.queryByText('Next charge')).toBeNull()
  })

  test('says how much is overdue, when it is tried again, and the last day', () => {
    const overdue = {
      grossCents: 3570,
      nextTryAt: '2026-12-23T11:00:00.000Z',
      accessEndsAt: '2026-12-30T23:00:00.000Z',
      mayTryAgain: false,
    }
    open({ ...someSubscription, card, health: 'past-due', overdue })
    expect(screen.queryByRole('button', { name: 'Try this card again now' })).toBeNull()
    expect(screen.queryByText(/automatically extended/)).toBeNull()
    const told = Object.fromEntries(facts())
    // access ends at midnight in Berlin at the beginning of the 31st
    expect([told.Overdue, told['Next try'], told['Last day to pay']]).toEqual([
      '€35.70',
      '23. December, 2026',
      '30. December, 2026',
    ])
  })
})

describe('an overdue payment', () => {
  const overdue = {
    grossCents: 3570,
    accessEndsAt: '2026-12-30T23:00:00.000Z',
    mayTryAgain: true,
  }
  const late: Subscription = { ...someSubscription, card, health: 'past-due', overdue }
  const again = () => userEvent.click(screen.getByRole('button', { name: 'Try this card again now' }))

  test('is retried at once with the same card, and announces the paid amount', async () => {
    const paid: Subscription = { ...someSubscription, card }
    open(late, {
      server: {
        tryPaymentAgain: () => ({ status: 200, body: { subscription: paid } }),
        userSession: () => ({ status: 200, body: { ...payer, subscription: paid } }),
      },
    })
    await again()
    await waitFor(() => expect(said()[0]?.[1]).toBe('€35.70 that was overdue has been paid.'))
    expect(screen.queryByRole('button', { name: 'Try this card again now' })).toBeNull()
  })

  test("that is declined again shows the provider's reason, next to the other card", async () => {
    open(late, { server: { tryPaymentAgain: () => problem('card-declined', 'Your card has no funds.') } })
    await again()
    expect(await screen.findByText('Your card has no funds.')).toBeTruthy()
    expect(screen.getAllByRole('link', { name: 'Change the card' }).length).toBeGreaterThan(0)
    expect(said()).toEqual([])
  })
})

describe('cancelling', () => {
  const running = { ...someSubscription, until: '2026-12-20T23:00:00.000Z' }
  const expiring: Subscription = { ...running, status: 'pending-expiry', pendingExpiry: true }
  const cancel = () => userEvent.click(screen.getByRole('button', { name: 'Cancel subscription' }))
  const someUser = {
    id: 'user-0',
    name: 'Ada',
    email: 'ada@example.org',
    confirmed: true,
    role: 'user' as const,
    seat: true,
  }

  test('asks first; No changes nothing', async () => {
    const { asked } = open(running)
    await cancel()
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('Are you sure you want to cancel your subscription?')).toBeTruthy()
    expect(dialog.getByText('It then runs until 21. December, 2026 and is not extended.')).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'No' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(asked('cancelSubscription')).toEqual([])
  })

  test('Yes cancels, and shows the new state', async () => {
    const { asked } = open(running, {
      server: {
        cancelSubscription: () => ({ status: 200, body: { subscription: expiring } }),
        userSession: () => ({ status: 200, body: { ...payer, subscription: expiring } }),
      },
    })
    await cancel()
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
    expect(await screen.findByText('Your subscription will expire on 21. December, 2026.')).toBeTruthy()
    expect(asked('cancelSubscription')).toHaveLength(1)
    expect(said()).toEqual([['success', 'Your subscription is cancelled.']])
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Status'))
    expect(screen.queryByRole('button', { name: 'Cancel subscription' })).toBeNull()
  })

  test('shows the reason of a refusal, and stays open', async () => {
    open(running, { server: { cancelSubscription: () => problem('charge-in-flight', 'Not now.') } })
    await cancel()
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Not now.')
  })

  test('an unpaid period ends at once', () => {
    open({ ...running, health: 'past-due' })
    expect(screen.getByText('As the current period is not paid for, it ends at once.')).toBeTruthy()
  })

  test.each<[string, Subscription]>([
    ['trial', { ...running, status: 'trial' }],
    ['prepaid', { ...running, status: 'prepaid' }],
    ['over', { ...running, status: 'cancelled' }],
    ['cancelled already', expiring],
  ])('is not offered if nothing would be charged: %s', (_, subscription) => {
    open(subscription)
    expect(screen.getByText('Edit Subscription')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Cancel subscription' })).toBeNull()
  })

  test('can be taken back', async () => {
    const { asked } = open(expiring, {
      server: {
        resumeSubscription: () => ({ status: 200, body: { subscription: running } }),
        userSession: () => ({ status: 200, body: { ...payer, subscription: running } }),
      },
    })
    await userEvent.click(screen.getByRole('button', { name: 'Resume subscription' }))
    expect(await screen.findByText(/You are subscribed for 3 users/)).toBeTruthy()
    expect(asked('resumeSubscription')).toHaveLength(1)
    expect(said()).toEqual([['success', 'Your subscription goes on.']])
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Status'))
  })

  test.each([
    [1, true],
    [3, false],
  ])('revoked with %s of three users, announces that licences end: %s', (count, isSaid) => {
    const users = Array.from({ length: count }, (_, index) => ({ ...someUser, id: `user-${index}` }))
    open(expiring, { session: { ...payer, account: { ...payer.account, users } } })
    const sentence = 'It goes on for 1 user. Licences that nobody uses any more end'
    expect(screen.queryByText(sentence, { exact: false }) !== null).toBe(isSaid)
  })

  test('cannot be taken back while the service is closing', () => {
    open(expiring, { config: { serviceMode: 'sunset' } })
    expect(screen.queryByRole('button', { name: 'Resume subscription' })).toBeNull()
  })
})

describe('a refund', () => {
  const refundOffer = { until: '2026-11-28T10:00:00.000Z', grossCents: 3570, creditCents: 0, ends: true }
  test.each([
    [
      { ...refundOffer },
      'Until 28. November, 2026 you can have what you paid for the current period back: €35.70. Your subscription then ends at once.',
    ],
    [
      { ...refundOffer, ends: false },
      'Until 28. November, 2026 you can have what you paid for the users you added last back: €35.70. Your subscription goes on without them.',
    ],
    [
      { ...refundOffer, grossCents: 0, creditCents: 1000 },
      'Until 28. November, 2026 you can have what you paid for the current period back: €10.00 as credit. Your subscription then ends at once.',
    ],
    [
      { ...refundOffer, creditCents: 1000 },
      'Until 28. November, 2026 you can have what you paid for the current period back: €35.70, and €10.00 as credit. Your subscription then ends at once.',
    ],
  ])('announces the amount and the effect on the subscription', async (offer, text) => {
    open({ ...someSubscription, refund: offer })
    expect(await screen.findByText(text)).toBeTruthy()
  })

  const refundable = { ...someSubscription, refund: refundOffer }

  test('is offered for as long as it can be had', () => {
    open(someSubscription)
    expect(screen.queryByRole('button', { name: 'Get a refund' })).toBeNull()
  })

  test('asks first, then gives the money back', async () => {
    const over: Subscription = { ...someSubscription, status: 'cancelled' }
    open(refundable, {
      server: {
        refundSubscription: () => ({ status: 200, body: { subscription: over } }),
        userSession: () => ({ status: 200, body: { ...payer, subscription: over } }),
      },
    })
    await userEvent.click(screen.getByRole('button', { name: 'Get a refund' }))
    expect(await screen.findByText('Are you sure you want your money back?')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Yes' }))
    expect(await screen.findByText('You have no active subscription.')).toBeTruthy()
    expect(said()[0]?.[1]).toContain('Your money is given back.')
  })

  test('in progress is not announced as done', async () => {
    open(refundable, {
      server: {
        refundSubscription: () => ({
          status: 202,
          body: { status: 'payment-pending', subscription: refundable },
        }),
      },
    })
    await userEvent.click(screen.getByRole('button', { name: 'Get a refund' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(said()).toEqual([])
  })
})

test.each([
  ['open', 1],
  ['paused', 1],
  ['sunset', 1],
  ['closed', 0],
] as const)('a coupon can be redeemed while the service is %s: %i field', (serviceMode, fields) => {
  open(null, { config: { serviceMode } })
  expect(screen.queryAllByRole('textbox', { name: /coupon/i })).toHaveLength(fields)
})

test.each([
  [false, 'It then runs until 21. November, 2026 and is not extended.'],
  [true, 'The time paid before the pause is over, so it ends at once.'],
])('cancelling says what becomes of a pause: begun %s', (begun, lead) => {
  const [from, until] = ['2026-11-20T23:00:00.000Z', '2026-12-20T23:00:00.000Z']
  open({ ...someSubscription, until, paused: { from, until, begun } })
  expect(screen.getByText(lead)).toBeTruthy()
})
