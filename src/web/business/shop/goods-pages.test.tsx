import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CartQuote, Order, Shop } from '#contract/shop/shop.ts'
import { fakeServer, problem } from '#support/fake-server.ts'
import {
  address,
  heading,
  newBrowser,
  openPage,
  openStep,
  paidOrder,
  press,
  shirt,
  voucherQuote,
} from '#support/shop-screens.tsx'
import { useLocalState } from '#web/platform/site/store.ts'
import { Component as CartPage } from './cart-page.tsx'
import { useCheckoutDraft } from './checkout-draft.ts'
import { Component as OrderPage } from './orders/order-page.tsx'
import { Component as ProductPage } from './product-page.tsx'
import { Component as ShopPage } from './shop-page.tsx'

const price = { netCents: 2000, grossCents: 2380 }
const shipping = [
  { id: 'letter', name: 'Letter', countries: ['DE'], weightUpToGrams: 500, netCents: 200, grossCents: 238 },
  {
    id: 'eu',
    name: 'Parcel',
    countries: ['AT', 'FR'],
    weightUpToGrams: 5000,
    netCents: 1290,
    grossCents: 1535,
  },
]
const shop: Shop = { country: 'DE', products: [shirt], shipping }
const line = {
  kind: 'goods',
  productId: 'medium',
  name: 'T-shirt',
  variant: 'M',
  quantity: 1,
  ...price,
} as const
const letter = { id: 'letter', name: 'Letter', netCents: 200, grossCents: 238 }
const parcel = { id: 'parcel', name: 'Parcel', netCents: 500, grossCents: 595 }
const quote: CartQuote = {
  ...voucherQuote,
  lines: [line],
  taxes: [{ basisPoints: 1900, netCents: 2000, vatCents: 380 }],
  netCents: 2000,
  vatCents: 380,
  grossCents: 2380,
  needsAddress: true,
  ships: true,
  shippingMethods: [letter, parcel],
}
const answers = (change: Partial<CartQuote> = {}) => ({
  shop: () => ({ status: 200 as const, body: shop }),
  quoteCart: () => ({ status: 200 as const, body: { ...quote, ...change } }),
})
const entered = {
  email: 'buyer@example.org',
  country: 'DE',
  name: 'Ada Lovelace',
  address: 'Ring 1\n10115 Berlin',
  orderId: 'order-1',
  key: 'the-key',
  setupIntent: 'seti_1',
}
beforeEach(() => newBrowser())

describe('the page of an order of goods', () => {
  test('after a withdrawal shows where and how to return them, without a login', async () => {
    const returnTo = 'Robin Sample\nStreet 1'
    const lines = paidOrder.lines.map((one) => ({ ...one, awaited: one.quantity }))
    const order: Order = { ...paidOrder, lines, state: 'shipped', vouchers: [], returnTo }
    fakeServer({ order: () => ({ status: 200, body: { order } }) })
    openPage(OrderPage, '/shop/order/order-1', '/shop/order/:id')
    expect(await heading('Send the goods back')).toBeTruthy()
    expect(screen.getByText(/put a note with the order number 2611 0412 3456 into the parcel/)).toBeTruthy()
    expect(screen.getByText(/^Robin Sample/).textContent).toBe('Robin Sample\nStreet 1')
    expect(screen.queryByText(/log in|sign in/i)).toBeNull()
    expect(screen.queryByRole('link', { name: 'Withdraw from contract' })).toBeNull()
  })

  test('shows for each line the expected and returned pieces, and the refund', async () => {
    const lines = [{ ...line, quantity: 4, awaited: 1, returned: 2 }]
    const order: Order = {
      ...paidOrder,
      lines,
      refundedCents: 4760,
      state: 'shipped',
      vouchers: [],
      returnTo: 'Robin Sample',
    }
    fakeServer({ order: () => ({ status: 200, body: { order } }) })
    openPage(OrderPage, '/shop/order/order-1', '/shop/order/:id')
    expect(await screen.findByText('1 withdrawn, to be sent back')).toBeTruthy()
    expect(screen.getByText('2 returned')).toBeTruthy()
    expect(screen.getByText('−€47.60')).toBeTruthy()
    expect(screen.getByText(/You have withdrawn from these articles: 1 × T-shirt, M\./)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Withdraw from contract' })).toBeTruthy()
  })

  test('links to the withdrawal, which needs no account', async () => {
    fakeServer({ order: () => ({ status: 200, body: { order: paidOrder } }) })
    openPage(OrderPage, '/shop/order/order-1', '/shop/order/:id')
    const link = await screen.findByRole('link', { name: 'Withdraw from contract' })
    expect(link.getAttribute('href')).toBe('/withdraw-contract?order=order-1')
  })

  const delivery = {
    recipient: 'Ada Lovelace',
    address: 'Ring 1\n10115 Berlin',
    country: 'DE',
    shippedAt: null,
    deliveredAt: null,
    trackingNumber: null,
  } as const
  const day = '2026-11-24T10:00:00.000Z'
  test.each<[Order['state'], Partial<NonNullable<Order['delivery']>>, string]>([
    ['paid', {}, 'Not shipped yet'],
    ['packed', {}, 'Packed, ready for the carrier'],
    ['shipped', { shippedAt: day, trackingNumber: 'JD014600' }, 'Shipped on 24. November, 2026'],
    ['delivered', { shippedAt: day, deliveredAt: day }, 'Delivered on 24. November, 2026'],
    ['cancelled', {}, 'Not shipped'],
  ])('that is %s names the address and how far the parcel is', async (state, change, text) => {
    const order = { ...paidOrder, state, vouchers: [], delivery: { ...delivery, ...change } }
    fakeServer({ order: () => ({ status: 200, body: { order } }) })
    openPage(OrderPage, '/shop/order/order-1', '/shop/order/:id')
    expect(await heading('Delivery')).toBeTruthy()
    expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getByText('Ada Lovelace').parentElement?.textContent).toBe(
      'Ada LovelaceRing 1\n10115 BerlinGermany',
    )
    expect(screen.queryByText('Tracking number: JD014600') === null).toBe(state !== 'shipped')
  })
})

describe('goods of several forms', () => {
  test('are put into the cart in the form that is chosen', async () => {
    fakeServer(answers())
    openPage(ShopPage, '/shop')
    await userEvent.click(await screen.findByLabelText('M'))
    expect(screen.getByText('Only 2 left')).toBeTruthy()
    await userEvent.click(screen.getByLabelText('L'))
    expect(screen.getByText('€26.18')).toBeTruthy()
    expect(screen.getByText(/^including VAT/).textContent).toBe('including VAT, plus shipping')
    await press('Add to cart: T-shirt')
    expect(useLocalState.getState().cart).toEqual([{ productId: 'large', quantity: 1 }])
    expect(await screen.findByLabelText('Number of T-shirt, L')).toBeTruthy()
  })

  test('have none of them chosen beforehand, and one has to be', async () => {
    fakeServer(answers())
    openPage(ShopPage, '/shop')
    const forms = await screen.findAllByRole<HTMLInputElement>('radio')
    expect(forms.map(({ checked }) => checked)).toEqual(forms.map(() => false))
    expect(screen.getByText('from €23.80')).toBeTruthy()
    await press('Add to cart: T-shirt')
    expect(useLocalState.getState().cart).toEqual([])
    const said = screen.getByText('Please choose one first.')
    expect(screen.getByRole('group', { name: 'Variants of T-shirt' }).getAttribute('aria-describedby')).toBe(
      said.id,
    )
    expect(document.activeElement).toBe(forms[0])
    await userEvent.click(screen.getByLabelText('L'))
    expect(screen.queryByText('Please choose one first.')).toBeNull()
    await press('Add to cart: T-shirt')
    expect(useLocalState.getState().cart).toEqual([{ productId: 'large', quantity: 1 }])
  })

  test('that are sold out cannot be put into it', async () => {
    fakeServer(answers())
    openPage(ShopPage, '/shop')
    await userEvent.click(await screen.findByLabelText('S'))
    expect(screen.getByText('Sold out')).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add to cart: T-shirt' }).disabled).toBe(
      true,
    )
  })
})

describe('the cart', () => {
  beforeEach(() => useLocalState.getState().set({ cart: [{ productId: 'medium', quantity: 3 }] }))

  test('shows the missing stock, and has no checkout', async () => {
    fakeServer(answers({ short: [{ productId: 'medium', available: 2 }] }))
    openPage(CartPage, '/shop/cart')
    expect(await screen.findByText('Only 2 of it are left. Please order fewer.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Check out' })).toBeNull()
  })

  test('names the articles with reverse charge, if not all have it', async () => {
    const mixed = {
      reverseCharge: true,
      lines: [...voucherQuote.lines, line],
      taxes: [
        { basisPoints: 0, netCents: 5400, vatCents: 0 },
        { basisPoints: 1900, netCents: 2000, vatCents: 380 },
      ],
    }
    fakeServer(answers(mixed))
    const { unmount } = openPage(CartPage, '/shop/cart')
    expect(
      await screen.findByRole('row', { name: /^VAT on A season \(owed by you, reverse charge\)/ }),
    ).toBeTruthy()
    expect(screen.getByRole('row', { name: /^VAT 19%/ })).toBeTruthy()
    // its lines are those of the cart
    expect(screen.queryByRole('row', { name: /A season.*€/ })?.textContent).toContain('owed by you')
    unmount()
    fakeServer(answers({ ...mixed, lines: voucherQuote.lines, taxes: mixed.taxes.slice(0, 1) }))
    openPage(CartPage, '/shop/cart')
    expect(await screen.findByRole('row', { name: /^VAT \(owed by you, reverse charge\)/ })).toBeTruthy()
  })

  test('accepts a discount code, and shows its discount', async () => {
    const discount = { code: 'AUTUMN', netCents: 200, grossCents: 238, freeShipping: false }
    const server = fakeServer({
      ...answers(),
      quoteCart: ({ body }) => {
        const isAsked = JSON.stringify(body).includes('AUTUMN')
        return { status: 200, body: { ...quote, discount: isAsked ? discount : null } }
      },
    })
    openPage(CartPage, '/shop/cart')
    await userEvent.type(await screen.findByLabelText('Discount code'), ' AUTUMN ')
    await press('Use')
    expect(await screen.findByText('Discount AUTUMN')).toBeTruthy()
    expect(screen.getByText('−€2.38')).toBeTruthy()
    expect(server.asked('quoteCart').at(-1)?.body).toMatchObject({ discountCode: 'AUTUMN' })
  })

  test.each([
    [{ reason: 'unknown' }, 'There is no such discount code.'],
    [{ reason: 'not-yet', validFrom: '2026-12-24' }, 'This code can be used from 24. December, 2026 on.'],
    [{ reason: 'over' }, 'This code is no longer valid.'],
    [{ reason: 'used-up' }, 'This code has been used up.'],
    [{ reason: 'minimum', minimumCents: 5000 }, 'This code is for orders of €50.00 net or more.'],
    [{ reason: 'nothing-off' }, 'This code is for shipping, and nothing in your cart is shipped.'],
  ] as const)('shows why a code has no discount: %j', async (discountFault, sentence) => {
    useCheckoutDraft.setState({ discountCode: 'AUTUMN' })
    fakeServer(answers({ discountFault }))
    openPage(CartPage, '/shop/cart')
    expect(await screen.findByText(sentence)).toBeTruthy()
  })
})

describe('the checkout of goods', () => {
  beforeEach(() => useLocalState.getState().set({ cart: [{ productId: 'medium', quantity: 1 }] }))

  test('offers the ways of shipping, of which the cheapest is chosen until another one is', async () => {
    useCheckoutDraft.setState({ ...entered, setupIntent: undefined })
    fakeServer(answers())
    openStep('shipping')
    expect((await screen.findByLabelText<HTMLInputElement>(/^Letter/)).checked).toBe(true)
    await userEvent.click(screen.getByLabelText(/^Parcel/))
    await press('Continue')
    expect(useCheckoutDraft.getState().shipping).toBe('parcel')
    await waitFor(() => expect(address()).toBe('/shop/checkout/payment'))
  })

  test('says that the parcel is sent to the address, and for vouchers only that the invoice is', async () => {
    useCheckoutDraft.setState(entered)
    let ships = true
    fakeServer({ ...answers(), quoteCart: () => ({ status: 200, body: { ...quote, ships } }) })
    const { unmount } = openStep('address')
    expect(await screen.findByText(/For the parcel and the invoice\.$/)).toBeTruthy()
    unmount()
    ships = false
    useLocalState.getState().set({ cart: [{ productId: 'medium', quantity: 2 }] })
    openStep('address')
    expect(await screen.findByText(/ For the invoice\.$/)).toBeTruthy()
    await waitFor(() => expect(screen.queryByText(/For the parcel/)).toBeNull())
  })

  test('reports that nothing is shipped to the country, and does not continue', async () => {
    useCheckoutDraft.setState(entered)
    fakeServer(answers({ shippingMethods: [] }))
    openStep('shipping')
    expect(await screen.findByText(/^Your order cannot be shipped to this country/)).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' }).disabled).toBe(true)
  })

  test('orders the cart as shown, with its shipping and its code', async () => {
    useCheckoutDraft.setState({ ...entered, shipping: 'parcel', discountCode: 'AUTUMN' })
    const discount = { code: 'AUTUMN', netCents: 200, grossCents: 238, freeShipping: false }
    const server = fakeServer({
      ...answers({ discount, shipping: { name: 'Parcel', netCents: 500, grossCents: 595 } }),
      placeOrder: () => problem('stock-gone', 'Just sold.'),
    })
    openStep('overview')
    expect(await screen.findByText('Shipping: Parcel')).toBeTruthy()
    await press('Order with obligation to pay')
    // another customer was faster: the cart shows the missing stock
    await waitFor(() => expect(address()).toBe('/shop/cart'))
    expect(server.asked('placeOrder')[0]?.body).toMatchObject({
      shippingMethod: 'parcel',
      discountCode: 'AUTUMN',
    })
  })

  test('names the company that orders, where the address does not', async () => {
    useCheckoutDraft.setState({ ...entered, shipping: 'parcel' })
    fakeServer(answers({ company: 'Ada GmbH' }))
    const { unmount } = openStep('overview')
    expect(await screen.findByText('Ada GmbH')).toBeTruthy()
    unmount()
    useCheckoutDraft.setState({ address: 'Ada GmbH\nRing 1\n10115 Berlin' })
    openStep('overview')
    expect(await screen.findAllByText(/Ada GmbH/)).toHaveLength(1)
  })

  test('resets the shipping method for another country', async () => {
    useCheckoutDraft.setState({ ...entered, shipping: 'parcel' })
    fakeServer(answers())
    openStep('address')
    await userEvent.selectOptions(await screen.findByLabelText(/ountry/), 'AT')
    await press('Continue')
    expect(useCheckoutDraft.getState()).toMatchObject({ country: 'AT', shipping: undefined })
  })
})

describe('the page of a product', () => {
  const openProduct = (key: string) => {
    fakeServer(answers())
    return openPage(ProductPage, `/shop/product/${key}`, '/shop/product/:key')
  }

  test('shows its forms and prices, and puts one into the cart', async () => {
    openProduct('t-shirt-shirt')
    expect(await heading('T-shirt')).toBeTruthy()
    expect(document.title).toBe('T-shirt – Lectern')
    expect(screen.getByText('Of cotton.')).toBeTruthy()
    expect(screen.getByText(/What shipping costs depends on weight and country/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'plus shipping' }).getAttribute('href')).toBe('#shipping')
    const costs = [...document.querySelectorAll('#shipping li')].map(({ textContent }) =>
      textContent?.replaceAll('\u00A0', ' '),
    )
    expect(costs).toEqual(['Letter, up to 500 gGermany€2.38', 'Parcel, up to 5 kgAustria, France€15.35'])
    await userEvent.click(screen.getByRole('radio', { name: 'L' }))
    expect(screen.getByText('€26.18')).toBeTruthy()
    await press('Add to cart: T-shirt')
    expect(useLocalState.getState().cart).toContainEqual({ productId: 'large', quantity: 1 })
    expect(screen.getByRole('link', { name: /^Cart: / }).getAttribute('href')).toBe('/shop/cart')
  })

  test('is linked from its card, and not found for a product that is not sold', async () => {
    fakeServer(answers())
    const { unmount } = openPage(ShopPage, '/shop')
    const link = await screen.findByRole('link', { name: 'T-shirt' })
    expect(link.getAttribute('href')).toBe('/shop/product/t-shirt-shirt')
    unmount()
    openProduct('t-shirt-other')
    expect(await screen.findByText('The given URL can not be found.')).toBeTruthy()
  })
})
