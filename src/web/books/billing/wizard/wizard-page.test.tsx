import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { SignedInSession } from '#contract/accounts/accounts.ts'
import { problem } from '#support/fake-server.ts'
import { account, openWizard, owner, prepared, someOffers, trial } from '#support/wizard.tsx'
import { useSite } from '#web/platform/site/site.ts'

const address = () => screen.getByTestId('address').textContent
const next = () => userEvent.click(screen.getByRole('button', { name: 'Next' }))
const step = (name: string) => screen.findByRole('heading', { level: 2, name })

describe('who can not subscribe', () => {
  test('a signed-out visitor is told to log in, and returns to the same step', () => {
    openWizard('/subscription/new/3', { authenticated: false })
    expect(screen.getByText('Sorry, you have to be logged in to view your subscription status.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toContain('/login?next=')
  })

  test.each<[string, Partial<SignedInSession>, string]>([
    ['a plain user', { permissions: [] }, 'Only the owner of your account can subscribe.'],
    [
      'an unconfirmed owner',
      { subscription: { ...trial, status: 'confirm-email' } },
      'Please confirm your email before subscribing.',
    ],
    ['a subscriber', { subscription: { ...trial, status: 'active' } }, 'You are subscribed already.'],
    [
      'a user who has ordered',
      { subscription: { ...trial, nextCharge: { at: '2026-12-05T10:00:00.000Z', grossCents: 1190 } } },
      'You have ordered your subscription already.',
    ],
  ])('%s', async (_, change, sentence) => {
    openWizard('/subscription/new/1', { ...owner, ...change })
    expect(await screen.findByText(sentence, { exact: false })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull()
  })

  test('a user who has ordered, with a link to change the card', async () => {
    const nextCharge = { at: '2026-12-05T10:00:00.000Z', grossCents: 1190 }
    openWizard('/subscription/new/1', { ...owner, subscription: { ...trial, nextCharge } })
    const link = await screen.findByRole('link', { name: 'Change the card' })
    expect(link.getAttribute('href')).toBe('/subscription/card')
  })

  test('any user, while the service is closing', async () => {
    openWizard('/subscription/new/1', owner, {}, { serviceMode: 'sunset' })
    expect(await screen.findByText('New subscriptions are no longer taken.')).toBeTruthy()
    expect(screen.getByText(/All content becomes free once/)).toBeTruthy()
  })

  test('any user, while the service is paused', async () => {
    openWizard('/subscription/new/1', owner, {}, { serviceMode: 'paused' })
    expect(await screen.findByText(/No new subscriptions or registrations are taken/)).toBeTruthy()
    expect(screen.queryByText(/becomes free/)).toBeNull()
  })
})

describe('the steps', () => {
  test.each([
    ['/subscription/new/0', owner, '/subscription/new/1'],
    ['/subscription/new/99', owner, '/subscription/new/1'],
    [
      '/subscription/new/5',
      { ...owner, account: { ...owner.account, country: 'DE' } },
      '/subscription/new/2',
    ],
    ['/subscription/new/5', { ...owner, account }, '/subscription/new/3'],
    ['/subscription/new/5?interval=1m', { ...owner, account }, '/subscription/new/4'],
    ['/subscription/new/99?interval=1m', prepared, '/subscription/new/5'],
    ['/subscription/new/2', prepared, '/subscription/new/2'],
  ])('%s shows the first incomplete step', async (at, session, shown) => {
    openWizard(at, session)
    await waitFor(() => expect(address()).toBe(shown), { timeout: 10_000 })
    const current = within(await screen.findByRole('navigation', { name: 'Steps' })).getAllByRole('listitem')
    expect(current.filter((item) => item.querySelector('[aria-current="step"]'))).toHaveLength(1)
  })

  test('back again by Previous, and by the list of steps', async () => {
    openWizard('/subscription/new/3', prepared)
    await step('Billing interval')
    await userEvent.click(screen.getByRole('link', { name: 'Previous' }))
    await step('Billing address')
    await userEvent.click(screen.getByRole('link', { name: /Step 1:/ }))
    await step('Billing country and VAT id')
    expect(document.activeElement?.textContent).toBe('Billing country and VAT id')
    expect(screen.queryByRole('link', { name: 'Previous' })).toBeNull()
    expect(screen.queryByRole('link', { name: /Step 4:/ })).toBeNull()
  })
})

describe('step 1, country and VAT id', () => {
  const country = () => screen.getByLabelText<HTMLSelectElement>('Billing country')
  const vatId = () => screen.getByLabelText<HTMLInputElement>('VAT id')
  const saved = (change: object) => ({
    status: 200 as const,
    body: { account: { ...owner.account, ...change } },
  })

  test('needs a country', async () => {
    const server = openWizard('/subscription/new/1', owner)
    await step('Billing country and VAT id')
    await next()
    expect(screen.getByText('Please choose a country.')).toBeTruthy()
    expect(country().getAttribute('aria-invalid')).toBe('true')
    expect(server.asked('changeVatId')).toEqual([])
  })

  test.each([
    ['AT', 'DE136695976'],
    ['GR', 'GR09425921'],
    ['AT', 'ATU1'],
  ])('refuses in %s the VAT id %s', async (code, typed) => {
    const server = openWizard('/subscription/new/1', owner)
    await step('Billing country and VAT id')
    await userEvent.selectOptions(country(), code)
    await userEvent.type(vatId(), typed)
    await next()
    expect(screen.getByText(/Please enter a valid VAT id/)).toBeTruthy()
    expect(server.asked('changeVatId')).toEqual([])
  })

  test('shows the prefix of a Greek one, and stores it without spaces', async () => {
    const server = openWizard('/subscription/new/1', owner, {
      changeVatId: () => saved({ country: 'GR', vatId: 'EL094259216' }),
    })
    await step('Billing country and VAT id')
    await userEvent.selectOptions(country(), 'GR')
    expect(screen.getByText(/It starts with EL/)).toBeTruthy()
    await userEvent.type(vatId(), 'EL 094 259 216')
    await next()
    await waitFor(() => expect(address()).toBe('/subscription/new/2'))
    expect(server.asked('changeVatId')[0]?.body).toEqual({
      country: 'GR',
      vatId: 'EL094259216',
      business: false,
    })
  })

  test("shows the server's fault of the check digits", async () => {
    const sentence = 'The check digits of this VAT id do not fit.'
    openWizard('/subscription/new/1', owner, {
      changeVatId: () => problem('invalid', 'Please check your entries.', { vatId: sentence }),
    })
    await step('Billing country and VAT id')
    await userEvent.selectOptions(country(), 'AT')
    await userEvent.type(vatId(), 'ATU13585628')
    await next()
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(address()).toBe('/subscription/new/1')
  })

  test('asks for none outside the EU, and removes an earlier one', async () => {
    const server = openWizard(
      '/subscription/new/1',
      { ...owner, account: { ...account, country: 'AT', vatId: 'ATU13585627' } },
      { changeVatId: () => saved({ country: 'CH' }) },
    )
    await step('Billing country and VAT id')
    expect(vatId().value).toBe('ATU13585627')
    await userEvent.selectOptions(country(), 'CH')
    expect(screen.queryByLabelText('VAT id')).toBeNull()
    await next()
    await waitFor(() =>
      expect(server.asked('changeVatId')[0]?.body).toEqual({ country: 'CH', vatId: '', business: false }),
    )
  })

  test('lets a company without a VAT ID declare itself; with one it need not', async () => {
    const server = openWizard('/subscription/new/1', owner, {
      changeVatId: () => saved({ country: 'CH', business: true }),
    })
    await step('Billing country and VAT id')
    const business = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /I buy for a company/ })
    await userEvent.selectOptions(country(), 'AT')
    await userEvent.type(vatId(), 'ATU13585627')
    expect([business().checked, business().disabled]).toEqual([true, true])
    await userEvent.selectOptions(country(), 'CH')
    expect([business().checked, business().disabled]).toEqual([false, false])
    await userEvent.click(business())
    await next()
    await waitFor(() =>
      expect(server.asked('changeVatId')[0]?.body).toEqual({ country: 'CH', vatId: '', business: true }),
    )
  })

  test('keeps the input on a reload, and shows it to no other user', async () => {
    openWizard('/subscription/new/1', owner)
    await step('Billing country and VAT id')
    await userEvent.selectOptions(country(), 'FR')
    await userEvent.type(vatId(), 'FR40')
    expect(JSON.parse(sessionStorage.getItem('lectern') ?? '').wizard.state).toMatchObject({
      accountId: 'a1',
      draft: { country: 'FR', vatId: 'FR40' },
    })
    expect(localStorage.getItem('lectern') ?? '').not.toContain('FR40')
  })

  test('does not show the entries of another account', async () => {
    openWizard('/subscription/new/1', owner)
    await step('Billing country and VAT id')
    await userEvent.selectOptions(country(), 'FR')
    useSite.setState({ session: { ...owner, account: { ...owner.account, id: 'a2' } } })
    await waitFor(() => expect(country().value).toBe(''))
  })
})

describe('step 2, the billing address', () => {
  const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Billing address' })
  const withCountry = { ...owner, account: { ...owner.account, country: 'DE' } }

  test('has four rows and must not be empty', async () => {
    openWizard('/subscription/new/2', withCountry)
    await step('Billing address')
    expect(box().rows).toBe(4)
    await userEvent.type(box(), '  ')
    await next()
    expect(screen.getByText('Please enter your billing address.')).toBeTruthy()
  })

  test('is stored, and not again when it did not change', async () => {
    const server = openWizard('/subscription/new/2', withCountry, {
      changeBillingAddress: () => ({ status: 200, body: { account } }),
    })
    await step('Billing address')
    await userEvent.type(box(), 'Ada{Enter}Ring 1{Enter}10115 Berlin')
    await next()
    await step('Billing interval')
    await userEvent.click(screen.getByRole('link', { name: 'Previous' }))
    await step('Billing address')
    await next()
    await step('Billing interval')
    expect(server.asked('changeBillingAddress').map(({ body }) => body)).toEqual([
      { address: 'Ada\nRing 1\n10115 Berlin' },
    ])
  })
})

describe('step 3, the interval', () => {
  test('shows each price for the users of the account, and requires a choice', async () => {
    openWizard('/subscription/new/3', prepared)
    expect(await screen.findByText(/for the 3 users of your account/)).toBeTruthy()
    const choices = screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)
    expect(choices).toEqual([
      '1 month€30.00 plus 19% VAT€35.70',
      '1 yearyou save €85.68€288.00 plus 19% VAT€342.72€28.56 a month',
    ])
    await next()
    expect(screen.getByText('Please choose an interval.')).toBeTruthy()
    await userEvent.click(screen.getByRole('radio', { name: /1 year/ }))
    await next()
    await waitFor(() => expect(address()).toBe('/subscription/new/4'))
  })

  test('is chosen already by the link of the pricing page', async () => {
    openWizard('/subscription/new/3?interval=1y', prepared)
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: /1 year/ })).checked).toBe(true)
  })

  test('waits for the prices where Next is quicker than they are', async () => {
    const prices = Promise.withResolvers<void>()
    openWizard('/subscription/new/3?interval=1y', prepared, {
      subscriptionOffers: () => prices.promise.then(() => ({ status: 200, body: someOffers })),
    })
    await step('Billing interval')
    await next()
    expect(screen.getByRole('button', { name: 'Next' }).getAttribute('aria-busy')).toBe('true')
    expect(address()).toBe('/subscription/new/3')
    prices.resolve()
    await waitFor(() => expect(address()).toBe('/subscription/new/4'))
  })

  test('says that a company elsewhere owes the tax itself', async () => {
    const vat = { basisPoints: 0, reverseCharge: true }
    openWizard('/subscription/new/3', prepared, {
      subscriptionOffers: () => ({ status: 200, body: { ...someOffers, vat } }),
    })
    expect(await screen.findByText('€30.00, no VAT (reverse charge)')).toBeTruthy()
  })
})
