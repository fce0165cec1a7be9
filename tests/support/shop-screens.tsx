import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import type { SignedInSession } from '#contract/accounts/accounts.ts'
import type { CartQuote, Goods, Order, Shop } from '#contract/shop/shop.ts'
import { forgetCheckout } from '#web/business/shop/checkout-draft.ts'
import { Component as CheckoutPage } from '#web/business/shop/checkout-page.tsx'
import { useLocalState } from '#web/platform/site/store.ts'
import { show } from './screen.tsx'

/** Two vouchers in a cart, the shop's data about them, and their order. */
export const interval = { value: 3, unit: 'm' } as const
const voucher = { id: 'season', kind: 'voucher', name: 'A season', description: 'Of learning.' } as const
export const voucherShop: Shop = {
  country: 'DE',
  shipping: [],
  products: [{ ...voucher, licenseCount: 1, interval, netCents: 2700, grossCents: 3213 }],
}
const money = { netCents: 5400, grossCents: 6426 }
export const voucherQuote: CartQuote = {
  lines: [
    {
      kind: 'voucher',
      productId: 'season',
      name: 'A season',
      licenseCount: 1,
      interval,
      quantity: 2,
      ...money,
    },
  ],
  discount: null,
  shipping: null,
  taxes: [{ basisPoints: 1900, netCents: 5400, vatCents: 1026 }],
  ...money,
  vatCents: 1026,
  country: 'DE',
  reverseCharge: false,
  needsAddress: false,
  ships: false,
  shippingMethods: [],
  short: [],
  payments: ['card'],
  discountFault: null,
}
const code = { licenseCount: 1, interval, validUntil: '2029-12-31' }
export const paidOrder: Order = {
  id: 'order-1',
  number: '261104123456',
  state: 'paid',
  email: 'giver@example.org',
  placedAt: '2026-11-22T10:00:00.000Z',
  lines: voucherQuote.lines,
  discount: null,
  shipping: null,
  taxes: voucherQuote.taxes,
  ...money,
  vatCents: 1026,
  payment: null,
  transfer: null,
  vouchers: [
    { ...code, code: 'GIFT-AAAA-BBBB-CCCC', state: 'open' },
    { ...code, code: 'GIFT-DDDD-EEEE-FFFF', state: 'redeemed' },
  ],
  giftPictures: [],
  invoiceNumber: '2026-000001',
  delivery: null,
}

const price = { netCents: 2000, grossCents: 2380 }
/** Goods of three sizes: one is sold out, of one two are left. */
export const shirt: Goods = {
  id: 'shirt',
  kind: 'goods',
  name: 'T-shirt',
  description: 'Of cotton.',
  picture: '/shop/t-shirt.svg',
  variants: [
    { id: 'small', name: 'S', available: 0, ...price },
    { id: 'medium', name: 'M', available: 2, ...price },
    { id: 'large', name: 'L', available: 20, netCents: 2200, grossCents: 2618 },
  ],
}

export const address = () => screen.getByTestId('address').textContent
export const heading = (name: string) => screen.findByRole('heading', { name })
export const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

/** Opens a page of a shop that takes cards. */
export function openPage(Page: ComponentType, at: string, path = '*', session?: SignedInSession) {
  const config = { shop: true, paymentProviders: ['sandbox'] }
  return show(<Page />, { at, path, config, ...(session && { session }) })
}
export const openStep = (step: string, session?: SignedInSession) =>
  openPage(CheckoutPage, `/shop/checkout/${step}`, '/shop/checkout/:step', session)

/** A browser that was never here, with that in its cart. */
export function newBrowser(cart: readonly { productId: string; quantity: number }[] = []) {
  localStorage.clear()
  useLocalState.getState().reset()
  forgetCheckout()
  useLocalState.getState().set({ cart })
}
