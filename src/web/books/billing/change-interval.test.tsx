import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { Subscription } from '#contract/accounts/accounts.ts'
import type { SubscriptionOffers } from '#contract/billing/billing.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import { show } from '#support/screen.tsx'
import { owner, trial } from '#support/wizard.tsx'
import { useNotifications } from '#web/platform/ui/notifications-store.ts'
import { ChangeInterval, mayChangeInterval } from './change-interval.tsx'

const month = { value: 1, unit: 'm' } as const
const year = { value: 1, unit: 'y' } as const
const active: Subscription = {
  ...trial,
  status: 'active',
  interval: month,
  until: '2026-12-20T23:00:00.000Z',
  paymentProvider: 'sandbox',
}
const offers: SubscriptionOffers = {
  users: 1,
  chargedAt: active.until,
  vat: { basisPoints: 1900, reverseCharge: false },
  consumer: true,
  offers: [
    {
      interval: month,
      priceCents: 1000,
      vatCents: 190,
      creditCents: 0,
      grossCents: 1190,
      extendedAt: '2027-01-20T23:00:00.000Z',
    },
    {
      interval: year,
      priceCents: 9600,
      vatCents: 1824,
      creditCents: 0,
      grossCents: 11_424,
      extendedAt: '2027-12-20T23:00:00.000Z',
      atOnce: {
        restCents: 833,
        creditCents: 833,
        grossCents: 10_591,
        extendedAt: '2027-11-29T23:00:00.000Z',
      },
    },
  ],
}

const dialog = () => screen.findByRole('dialog', { name: 'Change the billing interval' })
const orderButton = 'Order with obligation to pay'

async function open(answers: Parameters<typeof fakeServer>[0] = {}, subscription = active) {
  const server = fakeServer({
    subscriptionOffers: () => ({ status: 200, body: offers }),
    userSession: () => ({ status: 200, body: { ...owner, subscription } }),
    changeSubscription: () => ({ status: 200, body: { subscription } }),
    ...answers,
  })
  show(<ChangeInterval subscription={subscription} />, {
    session: { ...owner, subscription },
    config: { paymentProviders: ['sandbox'] },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Change interval' }))
  return server
}

async function choose(interval: RegExp) {
  await userEvent.click(await within(await dialog()).findByRole('radio', { name: interval }))
}

const rows = () => screen.getAllByRole('row').map(({ textContent }) => textContent)

describe('changing the interval', () => {
  test('names the card that pays for it', async () => {
    const card = { brand: 'visa', last4: '4242', expires: '2031-09' }
    await open({}, { ...active, card })
    await choose(/1 year/)
    expect(await screen.findByText('Paid by: Visa ending in 4242, expires 09/2031')).toBeTruthy()
  })

  test('to a longer one today shows the credit and the amounts due now and next, and orders at that price', async () => {
    const server = await open()
    await choose(/1 year/)
    expect(rows()).toEqual([
      'Net price for 1 year€96.00',
      'VAT 19%€18.24',
      'Paid with your credit, gross−€8.33',
      'Total€105.91',
    ])
    const text = (await dialog()).textContent
    for (const fact of [
      'for the time until 21. December, 2026 becomes credit of €8.33 gross',
      '€114.24 on 30. November, 2027, and then every year',
      'This is a new agreement. Its first term of 1 year runs to its end.',
      'extended automatically by 1 year',
      'After the first 1 year you can leave at any time with one month',
    ])
      expect(text).toContain(fact)

    await userEvent.click(screen.getByRole('button', { name: orderButton }))
    expect(await screen.findByText(/without it your access can not begin yet/)).toBeTruthy()
    expect(server.asked('changeSubscription')).toEqual([])
    await userEvent.click(screen.getByRole('checkbox'))
    await userEvent.click(screen.getByRole('button', { name: orderButton }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.asked('changeSubscription')[0]?.body).toEqual({
      interval: year,
      paymentProvider: 'sandbox',
      shownGrossCents: 10_591,
      atOnce: true,
      immediateStart: true,
    })
    expect(useNotifications.getState().notifications.map(({ message }) => message)).toEqual([
      'The billing interval was changed.',
    ])
  })

  test('too small to be charged explains that, and not that credit pays it', async () => {
    const [monthly] = offers.offers
    const small = { interval: year, priceCents: 40, vatCents: 8, extendedAt: '2027-12-20T23:00:00.000Z' }
    const body = {
      ...offers,
      offers: [monthly, { ...small, creditCents: 20, openCents: 28, grossCents: 0 }],
    } as SubscriptionOffers
    await open({ subscriptionOffers: () => ({ status: 200, body }) })
    await choose(/1 year/)
    expect(rows()).toEqual([
      'Net price for 1 year€0.40',
      'VAT 19%€0.08',
      'Paid with your credit, gross−€0.20',
      'Too little to be charged: added to your next charge, gross−€0.28',
      'Total€0.00',
    ])
  })

  test("at the period's end charges nothing before, and requires no agreement", async () => {
    const server = await open()
    await choose(/1 year/)
    await userEvent.click(screen.getByRole('radio', { name: '21. December, 2026' }))
    expect(rows().at(-1)).toBe('Total€114.24')
    expect(
      screen.getByText(
        'It follows what is paid for: it is charged on 21. December, 2026, and nothing before.',
      ),
    ).toBeTruthy()
    expect(screen.queryByRole('checkbox')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: orderButton }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.asked('changeSubscription')[0]?.body).toEqual({
      interval: year,
      paymentProvider: 'sandbox',
      shownGrossCents: 11_424,
    })
  })

  test('to a shorter one is possible at the end alone', async () => {
    const { atOnce: _, ...yearly } = offers.offers[1] ?? offers.offers[0] ?? { atOnce: undefined }
    const [monthly] = offers.offers
    const body = { ...offers, offers: [monthly, yearly] } as SubscriptionOffers
    await open({ subscriptionOffers: () => ({ status: 200, body }) }, { ...active, interval: year })
    await choose(/1 month/)
    expect(screen.queryByText('From when')).toBeNull()
    expect(screen.getByText(/nothing before\.$/)).toBeTruthy()
  })

  test('that was chosen for the end can be taken back', async () => {
    await open({}, { ...active, nextInterval: year })
    expect(
      screen.getByText('You are billed every month. From 21. December, 2026 on that is every year.'),
    ).toBeTruthy()
    expect(await within(await dialog()).findByRole('radio', { name: /1 month, as it is now/ })).toBeTruthy()
  })

  test('at a changed price explains that, and shows the new one', async () => {
    let asked = 0
    await open({
      subscriptionOffers: () => {
        asked += 1
        return { status: 200, body: offers }
      },
      changeSubscription: () => problem('quote-stale', 'The price has changed in the meantime.'),
    })
    await choose(/1 year/)
    await userEvent.click(screen.getByRole('checkbox'))
    await userEvent.click(screen.getByRole('button', { name: orderButton }))
    expect((await screen.findByRole('alert')).textContent).toBe('The price has changed in the meantime.')
    expect(asked).toBeGreaterThan(1)
  })

  test.each([
    ['a trial', { status: 'trial' as const, interval: null }],
    ['what is cancelled', { status: 'pending-expiry' as const }],
    ['what is overdue', { health: 'past-due' as const }],
  ])('is not offered for %s', (_what, changes) => {
    expect(mayChangeInterval({ ...active, ...changes })).toBe(false)
    expect(mayChangeInterval(active)).toBe(true)
  })
})
