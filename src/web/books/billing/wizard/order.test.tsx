import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { problem } from '#support/fake-server.ts'
import { account, openWizard, owner, prepared, someOffers, trial } from '#support/wizard.tsx'
import { useSite } from '#web/platform/site/site.ts'
import { changeDraft } from './draft.ts'

const at = '/subscription/new/5?interval=1m'
const patient = { timeout: 10_000 }
const button = () => screen.findByRole('button', { name: 'Order with obligation to pay' }, patient)
const order = async () => userEvent.click(await button())
const agree = async () => userEvent.click(await screen.findByRole('checkbox', {}, patient))
const heading = (name: string) => screen.findByRole('heading', { level: 2, name }, patient)
const active = { ...prepared, subscription: { ...trial, status: 'active' as const, licenseCount: 3 } }
const subscribed = () => {
  useSite.setState({ session: active })
  return { status: 200 as const, body: { subscription: active.subscription } }
}

describe('step 4, payment', () => {
  test('offers the card on file, or another one', async () => {
    openWizard('/subscription/new/4?interval=1m', prepared)
    expect(await screen.findByText(/Visa ending in 4242/, {}, patient)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Next' }).getAttribute('href')).toBe('/subscription/new/5')
    await userEvent.click(screen.getByRole('button', { name: 'Use another card' }))
    expect(await screen.findByRole('button', { name: 'Store card and continue' }, patient)).toBeTruthy()
  })

  test('stores a new card and continues; the browser keeps only the ID of its setup intent', async () => {
    openWizard(
      '/subscription/new/4?interval=1m',
      { ...prepared, subscription: trial },
      {
        setupIntent: () => ({ status: 200, body: { clientSecret: 'secret' } }),
        enterSandboxCard: () => ({ status: 200, body: { setupIntent: 'seti_1', status: 'succeeded' } }),
      },
    )
    await userEvent.type(await screen.findByLabelText('Card number', {}, patient), '4242424242424242')
    await userEvent.type(screen.getByLabelText('Expires'), '12/39')
    await userEvent.type(screen.getByLabelText('CVC'), '123')
    await userEvent.click(screen.getByRole('button', { name: 'Store card and continue' }))
    await heading('Check and order')
    expect(await screen.findByText('Your new card is stored', {}, patient)).toBeTruthy()
    expect(sessionStorage.getItem('lectern')).toContain('seti_1')
    expect(sessionStorage.getItem('lectern')).not.toContain('4242')
  })

  test('names a new card as its provider does, here and in the order', async () => {
    const stored = { brand: 'mastercard', last4: '4444', expires: '2040-01' }
    changeDraft(account.id, { setupIntent: 'seti_1' })
    const server = openWizard('/subscription/new/4?interval=1m', prepared, {
      subscriptionOffers: ({ query }) => ({
        status: 200,
        body: { ...someOffers, ...(query.get('setupIntent') === 'seti_1' && { card: stored }) },
      }),
    })
    const name = /Mastercard ending in 4444/
    expect(await screen.findByText(name, {}, patient)).toBeTruthy()
    await userEvent.click(screen.getByRole('link', { name: 'Next' }))
    await heading('Check and order')
    expect(await screen.findByText(name, {}, patient)).toBeTruthy()
    expect(screen.queryByText(/4242/)).toBeNull()
    expect(server.asked('subscriptionOffers').map(({ query }) => String(query))).toContain(
      'paymentProvider=sandbox&setupIntent=seti_1',
    )
  })

  test('reports that the site accepts no cards', async () => {
    openWizard(
      '/subscription/new/4?interval=1m',
      { ...prepared, subscription: trial },
      {},
      { paymentProviders: [] },
    )
    expect(await screen.findByText(/takes no cards at the moment/, {}, patient)).toBeTruthy()
  })
})

describe('step 5, the order', () => {
  test.each([
    ['2027-01-05T10:00:00.000Z', /With the coupon SPRING; from .*5.*2027 it costs €35.70/, /€35.70 on /],
    ['2027-03-05T10:00:00.000Z', /With the coupon SPRING; from .*5.*2027 it costs €35.70/, /€28.56 on /],
    [null, /With the coupon SPRING for all billing periods, instead of €35.70/, /€28.56 on /],
  ])('says what it costs after a coupon that ends %s', async (until, note, next) => {
    const [monthly, ...others] = someOffers.offers
    if (!monthly) throw new Error('there is one')
    const lower = { priceCents: 2400, vatCents: 456, grossCents: 2856 }
    const offer = { ...monthly, ...lower, coupon: { code: 'SPRING', listGrossCents: 3570, until } }
    openWizard(at, prepared, {
      subscriptionOffers: () => ({ status: 200, body: { ...someOffers, offers: [offer, ...others] } }),
    })
    await button()
    expect(screen.getByText(note)).toBeTruthy()
    expect(screen.getByText(next)).toBeTruthy()
  })

  test('shows the recipient, the price, the time of the charge, renewal and cancellation', async () => {
    openWizard(at, prepared)
    await button()
    const text = screen.getByRole('region', { name: 'Check and order' }).textContent
    for (const fact of [
      'All videos, for 3 users',
      '10115 Berlin',
      'Germany',
      'Visa ending in 4242',
      'on 5. December, 2026, when your free trial ends. Until then nothing is charged.',
      '€35.70 on 5. January, 2027, and then every month',
      'extended automatically by 1 month',
      'Cancel contracts here',
    ])
      expect(text, fact).toContain(fact)
    const rows = screen.getAllByRole('row').map(({ textContent }) => textContent)
    expect(rows).toEqual(['Net price for 1 month€30.00', 'VAT 19%€5.70', 'Total€35.70'])
  })

  test('deducts the credit, and shows the next charge without it', async () => {
    openWizard('/subscription/new/5?interval=1y', prepared)
    await button()
    const rows = screen.getAllByRole('row').map(({ textContent }) => textContent)
    expect(rows).toEqual([
      'Net price for 1 year€288.00',
      'VAT 19%€54.72',
      'Paid with your credit, gross−€9.52',
      'Total€333.20',
    ])
    expect(screen.getByText('€342.72 on 5. December, 2027, and then every year')).toBeTruthy()
    expect(screen.getByText(/After the first 1 year you can leave at any time/)).toBeTruthy()
  })

  test('of a company elsewhere has no VAT, says who owes it, and needs no agreement of consumers', async () => {
    const offers = {
      ...someOffers,
      consumer: false,
      chargedAt: null,
      vat: { basisPoints: 0, reverseCharge: true },
    }
    const server = openWizard(at, prepared, {
      subscriptionOffers: () => ({ status: 200, body: offers }),
      changeSubscription: subscribed,
    })
    await button()
    expect(screen.getByRole('row', { name: /VAT 0%, reverse charge/ })).toBeTruthy()
    expect(screen.getByText(/you account for the VAT in your own country/)).toBeTruthy()
    expect(screen.getByText('at once, when you order')).toBeTruthy()
    expect(screen.queryByRole('checkbox')).toBeNull()
    await order()
    await heading('Thank you for subscribing!')
    expect(server.asked('changeSubscription')[0]?.body).not.toHaveProperty('immediateStart')
  })

  test('needs a consumer to request access at once; then it is sent with the price shown', async () => {
    const server = openWizard(at, prepared, { changeSubscription: subscribed })
    await order()
    expect(screen.getByText(/Please agree to this/)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('checkbox'))
    expect(server.asked('changeSubscription')).toEqual([])
    await agree()
    await order()
    const thanks = await heading('Thank you for subscribing!')
    expect(document.activeElement).toBe(thanks)
    expect(server.asked('changeSubscription').map(({ body }) => body)).toEqual([
      {
        interval: { value: 1, unit: 'm' },
        paymentProvider: 'sandbox',
        shownGrossCents: 3570,
        immediateStart: true,
      },
    ])
    expect(sessionStorage.getItem('lectern') ?? '').not.toContain('"1m"')
  })

  test('whose price has changed meanwhile shows the new one, with the reason', async () => {
    let dear = false
    const [monthly] = someOffers.offers
    if (!monthly) throw new Error('no offer')
    openWizard(at, prepared, {
      subscriptionOffers: () => ({
        status: 200,
        body: { ...someOffers, offers: [{ ...monthly, grossCents: dear ? 9999 : 3570 }] },
      }),
      changeSubscription: () => {
        dear = true
        return problem('quote-stale', 'The price has changed in the meantime.')
      },
    })
    await agree()
    await order()
    expect(await screen.findByText('The price has changed in the meantime.', {}, patient)).toBeTruthy()
    expect(await screen.findByRole('row', { name: 'Total €99.99' }, patient)).toBeTruthy()
  })

  test.each([
    ['billing-incomplete', 'Billing country and VAT id'],
    ['interval-not-sold', 'Billing interval'],
  ] as const)('refused for %s leads to "%s"', async (code, step) => {
    openWizard(at, prepared, { changeSubscription: () => problem(code, 'no') })
    await agree()
    await order()
    expect(await heading(step)).toBeTruthy()
  })

  test("declined leads back to the card, with the provider's reason", async () => {
    openWizard(at, prepared, {
      changeSubscription: () => problem('card-declined', 'Your card has insufficient funds.'),
    })
    await agree()
    await order()
    await heading('Payment details')
    const region = screen.getByRole('region', { name: 'Payment details' })
    expect(within(region).getByRole('alert').textContent).toBe('Your card has insufficient funds.')
    expect(await screen.findByRole('button', { name: 'Store card and continue' }, patient)).toBeTruthy()
    expect(screen.queryByRole('link', { name: /Step 5:/ })).toBeNull()
  })
})

describe('a payment that is not settled yet', () => {
  const pending = { state: 'processing', grossCents: 3570, provider: 'sandbox' } as const

  test('is polled until it is paid', async () => {
    let looks = 0
    const server = openWizard(at, prepared, {
      changeSubscription: () => ({ status: 202, body: { status: 'payment-pending', subscription: trial } }),
      checkPayment: () => {
        looks += 1
        return looks < 2
          ? { status: 202, body: { status: 'payment-pending', subscription: trial } }
          : subscribed()
      },
      openPayment: () => ({ status: 200, body: { payment: looks === 1 ? pending : null } }),
    })
    await agree()
    await order()
    expect(await heading('Your payment is being confirmed')).toBeTruthy()
    expect(await heading('Thank you for subscribing!')).toBeTruthy()
    expect(server.asked('changeSubscription')).toHaveLength(1)
    expect(server.asked('checkPayment')).toHaveLength(2)
  })

  test('is found again after a reload, asks the card holder if the bank does, and may fail', async () => {
    let asks = true
    openWizard(
      at,
      { ...owner, account: prepared.account },
      {
        checkPayment: () =>
          asks
            ? { status: 202, body: { status: 'payment-pending', subscription: null } }
            : problem('no-subscription', 'There is no subscription.'),
        openPayment: () => ({
          status: 200,
          body: { payment: asks ? { ...pending, state: 'action-required', clientSecret: 'secret' } : null },
        }),
        answerSandboxBank: () => {
          asks = false
          return { status: 200, body: { status: 'failed' } }
        },
      },
    )
    await heading('Your bank asks you to confirm the payment')
    expect(screen.getByText('€35.70 are charged as soon as you have confirmed.')).toBeTruthy()
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm the payment' }, patient))
    await userEvent.click(await screen.findByRole('button', { name: 'Refuse' }, patient))
    await waitFor(() => expect(screen.queryByRole('heading', { name: /Your bank asks/ })).toBeNull(), patient)
    expect(await screen.findByText(/The payment did not go through/, {}, patient)).toBeTruthy()
  })
})
