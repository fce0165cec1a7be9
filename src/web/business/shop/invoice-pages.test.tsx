import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CartQuote, Order } from '#contract/shop/shop.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import {
  address,
  heading,
  newBrowser,
  openPage,
  openStep,
  paidOrder,
  press,
  voucherQuote,
  voucherShop,
} from '#support/shop-screens.tsx'
import { useCheckoutDraft } from './checkout-draft.ts'
import { Component as OrderPage } from './orders/order-page.tsx'

const offered: CartQuote = { ...voucherQuote, payments: ['card', 'invoice'] }
const answers = {
  shop: () => ({ status: 200 as const, body: voucherShop }),
  quoteCart: () => ({ status: 200 as const, body: offered }),
  beginInvoiceCheckout: () => ({ status: 200 as const, body: { orderId: 'order-1', key: 'the-key' } }),
}
const reached = { email: 'giver@example.org', country: 'DE', shipping: 'none' }
const named = { ...reached, name: 'Ada Lovelace', address: 'Ring 1\n10115 Berlin' }
const transfer: Order['transfer'] = {
  holder: 'Robin Sample',
  iban: 'DE89370400440532013000',
  reference: '2611 0412 3456',
  dueOn: '2026-12-06',
  grossCents: 6426,
}
const owed: Order = { ...paidOrder, state: 'placed', transfer, vouchers: [] }

beforeEach(() => newBrowser([{ productId: 'season', quantity: 2 }]))

describe('payment by invoice', () => {
  test('is not a choice if not offered', async () => {
    useCheckoutDraft.setState(named)
    fakeServer({ ...answers, quoteCart: () => ({ status: 200, body: voucherQuote }) })
    openStep('payment')
    expect(await screen.findByLabelText('Card number')).toBeTruthy()
    expect(screen.queryByRole('radio')).toBeNull()
  })

  test('can be chosen instead of the card, and orders without one', async () => {
    useCheckoutDraft.setState(named)
    const server = fakeServer({ ...answers, placeOrder: () => ({ status: 200, body: { order: owed } }) })
    openStep('payment')
    await userEvent.click(await screen.findByRole('radio', { name: 'Invoice' }))
    expect(screen.queryByLabelText('Card number')).toBeNull()
    await press('Continue')
    expect(await heading('Overview')).toBeTruthy()
    expect(screen.getByText('Invoice, paid by bank transfer')).toBeTruthy()
    await press('Order with obligation to pay')
    await waitFor(() => expect(address()).toBe('/shop/order/order-1'))
    expect(server.asked('beginInvoiceCheckout').map(({ body }) => body)).toEqual([
      { email: 'giver@example.org' },
    ])
    const [{ body } = { body: {} }] = server.asked('placeOrder')
    expect(body).toMatchObject({ payment: 'invoice', name: named.name, address: named.address })
    expect(body).not.toHaveProperty('setupIntent')
  })

  test('leads to the address first if the invoice lacks its buyer', async () => {
    useCheckoutDraft.setState(reached)
    fakeServer(answers)
    openStep('payment')
    await userEvent.click(await screen.findByRole('radio', { name: 'Invoice' }))
    await press('Continue')
    expect(await heading('Address')).toBeTruthy()
    await press('Continue')
    expect(screen.getByText('Please enter your postal address.')).toBeTruthy()
  })

  test('takes a card again when one is entered after all', async () => {
    useCheckoutDraft.setState({ ...named, orderId: 'order-1', key: 'the-key', setupIntent: 'seti_1' })
    useCheckoutDraft.setState({ payment: 'invoice' })
    fakeServer(answers)
    openStep('payment')
    await userEvent.click(await screen.findByRole('radio', { name: 'Card' }))
    expect(screen.getByText('Your card is entered.')).toBeTruthy()
    await press('Continue')
    expect(await screen.findByText('Card, charged when you place the order')).toBeTruthy()
  })

  test('that is refused leads back to the payment with the reason', async () => {
    useCheckoutDraft.setState({ ...named, orderId: 'order-1', key: 'the-key', payment: 'invoice' })
    fakeServer({ ...answers, placeOrder: () => problem('invoice-not-offered', 'Please pay by card.') })
    openStep('overview')
    await press('Order with obligation to pay')
    expect(await heading('Payment')).toBeTruthy()
    expect(await screen.findByText('Please pay by card.')).toBeTruthy()
    expect(await screen.findByLabelText('Card number')).toBeTruthy()
  })

  test('shows on the order the amount, the bank account, the due date and the reference', async () => {
    fakeServer({ order: () => ({ status: 200, body: { order: owed } }) })
    openPage(OrderPage, '/shop/order/order-1?key=the-key', '/shop/order/:id')
    expect(await heading('Please transfer')).toBeTruthy()
    const rows = screen
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.querySelector('span')?.textContent])
    expect(rows).toEqual([
      ['Amount', '€64.26'],
      ['By', '6. December, 2026'],
      ['To', 'Robin Sample'],
      ['IBAN', 'DE89 3704 0044 0532 0130 00'],
      ['Reference', '2611 0412 3456'],
    ])
    expect(screen.getByRole('button', { name: 'Copy: IBAN' })).toBeTruthy()
  })
})
