import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '#contract/shop/shop.ts'
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
import { someSession } from '#support/some-site.ts'
import { useLocalState } from '#web/platform/site/store.ts'
import { Component as CartPage } from './cart-page.tsx'
import { type CheckoutDraft, useCheckoutDraft } from './checkout-draft.ts'
import { Component as OrderPage } from './orders/order-page.tsx'
import { Component as ShopPage } from './shop-page.tsx'

const shop = voucherShop
const quote = voucherQuote
const order = paidOrder
const entered: Partial<CheckoutDraft> = {
  email: 'giver@example.org',
  country: 'DE',
  shipping: 'none',
  orderId: 'order-1',
  key: 'the-key',
  setupIntent: 'seti_1',
}
const answers = {
  shop: () => ({ status: 200 as const, body: shop }),
  quoteCart: () => ({ status: 200 as const, body: quote }),
}
beforeEach(() => newBrowser())

describe('the shop', () => {
  test('shows a voucher and its price, and opens the cart as modal on a small screen', async () => {
    fakeServer(answers)
    openPage(ShopPage, '/shop')
    expect(await screen.findByText('€32.13')).toBeTruthy()
    expect(screen.getByText('including VAT')).toBeTruthy()
    expect(document.body.classList.contains('modal-open')).toBe(false)
    await press('Add to cart: A season')
    const dialog = await screen.findByRole('dialog', { name: 'Your cart' })
    expect(document.body.classList.contains('modal-open')).toBe(true)
    expect(useLocalState.getState().cart).toEqual([{ productId: 'season', quantity: 1 }])
    await userEvent.selectOptions(within(dialog).getByLabelText('Number of A season'), '2')
    expect(useLocalState.getState().cart).toEqual([{ productId: 'season', quantity: 2 }])
    expect(await within(dialog).findByText('€64.26')).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.body.classList.contains('modal-open')).toBe(false)
    expect(screen.getByRole('button', { name: 'Cart: 2 things' })).toBeTruthy()
  })

  test('says that nothing is sold if so', async () => {
    fakeServer({ shop: () => ({ status: 200, body: { ...shop, products: [] } }) })
    openPage(ShopPage, '/shop')
    expect(await screen.findByText('Nothing is sold here at the moment.')).toBeTruthy()
  })

  test('offers to read it again when it could not be', async () => {
    let times = 0
    fakeServer({
      ...answers,
      shop: () => {
        times += 1
        return times > 1 ? answers.shop() : problem('not-found', 'Not there.')
      },
    })
    openPage(ShopPage, '/shop')
    await press('Try again')
    expect(await screen.findByText('€32.13')).toBeTruthy()
  })

  test('removes products no longer sold from the cart, on request', async () => {
    useLocalState.getState().set({
      cart: [
        { productId: 'season', quantity: 1 },
        { productId: 'former', quantity: 1 },
      ],
    })
    const server = fakeServer({
      ...answers,
      quoteCart: ({ body }) =>
        JSON.stringify(body).includes('former') ? problem('product-gone', 'Gone.') : answers.quoteCart(),
    })
    openPage(CartPage, '/shop/cart')
    expect(await screen.findByText('Something in your cart is no longer sold.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Check out' })).toBeNull()
    await press('Take it out')
    expect(await screen.findByRole('link', { name: 'Check out' })).toBeTruthy()
    expect(server.asked('quoteCart').at(-1)?.body).toEqual({ items: [{ productId: 'season', quantity: 1 }] })
  })
})

describe('the checkout', () => {
  beforeEach(() => useLocalState.getState().set({ cart: [{ productId: 'season', quantity: 2 }] }))

  test('continues from the address to shipping, and from there to payment', async () => {
    fakeServer(answers)
    openStep('address')
    await userEvent.type(await screen.findByLabelText('Email'), ' giver@example.org ')
    await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>(/ountry/).value).toBe('DE'))
    await press('Continue')
    expect(await heading('Shipping')).toBeTruthy()
    expect(screen.getByText('By mail to giver@example.org')).toBeTruthy()
    await press('Continue')
    expect(await heading('Payment')).toBeTruthy()
    expect(useCheckoutDraft.getState()).toMatchObject({ email: 'giver@example.org', country: 'DE' })
    await userEvent.click(screen.getByRole('link', { name: 'Back' }))
    expect(await heading('Shipping')).toBeTruthy()
  })

  test('requires an email, and name and address only if the invoice needs them', async () => {
    let needsAddress = false
    fakeServer({ ...answers, quoteCart: () => ({ status: 200, body: { ...quote, needsAddress } }) })
    const { unmount } = openStep('address')
    await press('Continue')
    expect(screen.getByText('Please enter your email.')).toBeTruthy()
    await userEvent.type(screen.getByLabelText('Email'), 'giver')
    await press('Continue')
    expect(screen.getByText('Please enter a valid email.')).toBeTruthy()
    expect(screen.queryByText('Please enter your postal address.')).toBeNull()
    unmount()
    needsAddress = true
    useLocalState.getState().set({ cart: [{ productId: 'season', quantity: 9 }] })
    openStep('address')
    await userEvent.type(await screen.findByLabelText('Email'), 'giver@example.org')
    await waitFor(() => expect(screen.queryByText('optional')).toBeNull())
    await press('Continue')
    expect(screen.getByText('Please enter your name.')).toBeTruthy()
    expect(screen.getByText('Please enter your postal address.')).toBeTruthy()
  })

  test.each([
    ['overview', {}, '/shop/checkout/address'],
    ['payment', { email: 'giver@example.org', country: 'DE' }, '/shop/checkout/shipping'],
    ['overview', { ...entered, setupIntent: undefined }, '/shop/checkout/payment'],
  ])('redirects from %s with %j to the missing step', async (step, draft, expected) => {
    useCheckoutDraft.setState(draft)
    fakeServer(answers)
    openStep(step)
    await waitFor(() => expect(address()).toBe(expected))
  })

  test('redirects to the cart while it is empty', async () => {
    useLocalState.getState().set({ cart: [] })
    fakeServer(answers)
    openStep('address')
    await waitFor(() => expect(address()).toBe('/shop/cart'))
  })

  test('forgets the card when the email changes, because it was entered for the other', async () => {
    useCheckoutDraft.setState(entered)
    fakeServer(answers)
    openStep('address')
    await userEvent.type(await screen.findByLabelText('Email'), 'x')
    await press('Continue')
    expect(useCheckoutDraft.getState()).toMatchObject({
      email: 'giver@example.orgx',
      orderId: undefined,
      setupIntent: undefined,
    })
  })

  test('shows everything, and orders it as shown, under an overlay while sending', async () => {
    useCheckoutDraft.setState(entered)
    let arrive: () => void = () => undefined
    const sent = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const server = fakeServer({
      ...answers,
      placeOrder: async () => {
        await sent
        return { status: 200, body: { order } }
      },
    })
    openStep('overview')
    expect(await screen.findByText('2 × A season')).toBeTruthy()
    await press('Order with obligation to pay')
    expect(await screen.findByText('Saving…')).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Overview' }).getAttribute('aria-busy')).toBe('true')
    arrive()
    await waitFor(() => expect(address()).toBe('/shop/order/order-1'))
    expect(server.asked('placeOrder').map(({ params, body }) => [params.id, body])).toEqual([
      [
        'order-1',
        {
          key: 'the-key',
          items: [{ productId: 'season', quantity: 2 }],
          country: 'DE',
          setupIntent: 'seti_1',
          shownGrossCents: 6426,
        },
      ],
    ])
    expect(useLocalState.getState().cart).toEqual([])
    expect(useCheckoutDraft.getState().email).toBeUndefined()
  })

  test('has the newsletter of an account as a box that flips when it is submitted and is set from the result', async () => {
    useCheckoutDraft.setState(entered)
    let arrive: () => void = () => undefined
    const sent = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const { account } = someSession
    fakeServer({
      ...answers,
      // another user of the account has cancelled it meanwhile
      changeNewsletter: async () => {
        await sent
        return { status: 200, body: { account: { ...account, newsletter: false } } }
      },
    })
    openStep('overview', { ...someSession, permissions: ['account.manage'] })
    const box = await screen.findByRole<HTMLInputElement>('checkbox')
    expect(box.checked).toBe(false)
    await userEvent.click(box)
    expect(box.checked).toBe(true)
    arrive()
    await waitFor(() => expect(box.checked).toBe(false))
  })

  test('offers no newsletter to guests, who have no account to keep it', async () => {
    useCheckoutDraft.setState(entered)
    fakeServer(answers)
    openStep('overview')
    expect(await screen.findByText('2 × A season')).toBeTruthy()
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  test('shows a changed price', async () => {
    useCheckoutDraft.setState(entered)
    let grossCents = 6426
    fakeServer({
      ...answers,
      quoteCart: () => ({ status: 200, body: { ...quote, grossCents } }),
      placeOrder: () => {
        grossCents = 7000
        return problem('quote-stale', 'Changed.')
      },
    })
    openStep('overview')
    await press('Order with obligation to pay')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The price has changed. Please check your order again.',
    )
    expect(await screen.findByText('€70.00')).toBeTruthy()
  })

  test('leads back to the card with the reason of its refusal', async () => {
    useCheckoutDraft.setState(entered)
    fakeServer({ ...answers, placeOrder: () => problem('card-not-registered', 'There is no such card.') })
    openStep('overview')
    await press('Order with obligation to pay')
    expect(await heading('Payment')).toBeTruthy()
    expect(await screen.findByText('There is no such card.')).toBeTruthy()
    expect(useCheckoutDraft.getState().setupIntent).toBeUndefined()
  })
})

describe('an order', () => {
  const openOrder = (shown: Order, more: object = {}) => {
    const server = fakeServer({ order: () => ({ status: 200, body: { order: shown } }), ...more })
    openPage(OrderPage, '/shop/order/order-1?key=the-key', '/shop/order/:id')
    return server
  }

  test('that is paid shows its codes, which are open, and its invoice', async () => {
    const server = openOrder(order)
    expect(await heading('Order 2611 0412 3456')).toBeTruthy()
    expect(server.asked('order').map(({ query }) => query.get('key'))).toEqual(['the-key'])
    // the first reply exchanged it for a cookie
    await waitFor(() => expect(address()).toBe('/shop/order/order-1'))
    expect(screen.getByText('GIFT-AAAA-BBBB-CCCC')).toBeTruthy()
    expect(screen.getAllByText(/not redeemed yet/)).toHaveLength(1)
    expect(screen.getByText(/^To give a voucher away/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Copy code GIFT-AAAA-BBBB-CCCC' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Copy code GIFT-DDDD-EEEE-FFFF' })).toBeNull()
    // only the open voucher can be printed
    const sheets = screen.getAllByRole<HTMLAnchorElement>('link', { name: /^PDF to print/ })
    expect(sheets.map((sheet) => sheet.getAttribute('href'))).toEqual([
      '/api/shop/order/order-1/voucher/0/voucher.pdf',
    ])
    const link = screen.getByRole('button', { name: 'Copy the link of voucher GIFT-AAAA-BBBB-CCCC' })
    await userEvent.setup().click(link)
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/redeem/GIFT-AAAA-BBBB-CCCC`)
    const invoice = screen.getByRole<HTMLAnchorElement>('link', { name: 'Invoice 2026-000001 (PDF)' })
    expect(invoice.getAttribute('href')).toBe('/api/shop/order/order-1/invoice.pdf')
  })

  test('that was refunded says that its codes are void, and not how they are redeemed', async () => {
    const vouchers = order.vouchers.map((voucher) => ({ ...voucher, state: 'void' as const }))
    openOrder({ ...order, state: 'returned', vouchers })
    expect(await screen.findByText(/^The money for this order was given back/)).toBeTruthy()
    expect(screen.getAllByText(/^1 user for (?!.*until).*· void$/)).toHaveLength(2)
    expect(screen.queryByText(/^To give a voucher away/)).toBeNull()
    expect(screen.queryByRole('link', { name: /^PDF to print/ })).toBeNull()
  })

  test("whose card was declined shows the bank's reason, and accepts another", async () => {
    const declined = { state: 'declined', provider: 'sandbox', message: 'Your card has no funds.' } as const
    const server = openOrder(
      { ...order, state: 'placed', payment: declined, vouchers: [] },
      {
        anotherCard: () => ({ status: 200, body: { clientSecret: 'secret' } }),
        enterSandboxCard: () => ({ status: 200, body: { setupIntent: 'seti_2', status: 'succeeded' } }),
        payOrder: () => ({ status: 200, body: { order } }),
      },
    )
    expect(await screen.findByText('Your payment was declined: Your card has no funds.')).toBeTruthy()
    expect(screen.getByText(/^Nothing was ordered and nothing was charged\./)).toBeTruthy()
    await userEvent.type(await screen.findByLabelText('Card number'), '4242 4242 4242 4242')
    await userEvent.type(screen.getByLabelText(/xpir/), '12/39')
    await userEvent.type(screen.getByLabelText(/CVC/), '123')
    await press('Pay with this card')
    await waitFor(() =>
      expect(server.asked('payOrder').map(({ body }) => body)).toEqual([{ setupIntent: 'seti_2' }]),
    )
    expect(server.asked('anotherCard')[0]?.body).toEqual({})
  })

  test('of another user is not found', async () => {
    fakeServer({ order: () => problem('not-found', 'Not there.') })
    openPage(OrderPage, '/shop/order/order-1', '/shop/order/:id')
    expect(await screen.findByText('The given URL can not be found.')).toBeTruthy()
  })
})

describe('a voucher that is mailed to its recipient', () => {
  const [open, redeemed] = order.vouchers
  if (!open || !redeemed) throw new Error('there are two')
  const giftPictures = [{ name: 'gift-tree.png', address: '/pictures/0123.png' }]
  const asked = (server: ReturnType<typeof fakeServer>, name: 'arrangeGift' | 'cancelGift') =>
    server.asked(name).map(({ params, body }) => ({ params, body }))
  const params = { id: 'order-1', position: '0' }

  test('is arranged on the page of its order, which then names recipient and day', async () => {
    let gift: (typeof open)['gift']
    const server = fakeServer({
      order: () => ({
        status: 200,
        body: { order: { ...order, giftPictures, vouchers: [gift ? { ...open, gift } : open, redeemed] } },
      }),
      arrangeGift: ({ body }) => {
        if (JSON.stringify(body).includes('evil')) return problem('invalid', '', { message: 'No links.' })
        gift = { ...(body as NonNullable<typeof gift>), sentAt: null }
        return { status: 200, body: { status: 'ok' } }
      },
    })
    openPage(OrderPage, '/shop/order/order-1', '/shop/order/:id')
    await press('Send it by mail: GIFT-AAAA-BBBB-CCCC')
    const dialog = within(await screen.findByRole('dialog', { name: 'Send the voucher by mail' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Please enter your email.')).toBeTruthy()
    await userEvent.type(dialog.getByLabelText('Email of the recipient'), 'ada@example.org')
    await userEvent.clear(dialog.getByLabelText('Day'))
    await userEvent.type(dialog.getByLabelText('Day'), '2026-12-24')
    await userEvent.type(dialog.getByLabelText('Your message'), 'evil')
    await userEvent.click(dialog.getByRole('radio', { name: 'Picture 1' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('No links.')).toBeTruthy()
    await userEvent.clear(dialog.getByLabelText('Your message'))
    await userEvent.type(dialog.getByLabelText('Your message'), 'All the best!')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/^Will be sent to ada@example.org on .*24.*2026/)).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    const body = { recipient: 'ada@example.org', day: '2026-12-24', picture: 'gift-tree.png' }
    expect(asked(server, 'arrangeGift').at(-1)).toEqual({
      params,
      body: { ...body, message: 'All the best!' },
    })
  })

  test('can be called off until it is sent, and is only told of after', async () => {
    const gift = {
      recipient: 'ada@example.org',
      day: '2026-12-24',
      message: 'Hello!',
      picture: 'gift-gone.png',
    }
    let sentAt: string | null = null
    const server = fakeServer({
      order: () => ({
        status: 200,
        body: { order: { ...order, giftPictures, vouchers: [{ ...open, gift: { ...gift, sentAt } }] } },
      }),
      cancelGift: () => {
        sentAt = '2026-12-24T07:00:00.000Z'
        return { status: 200, body: { status: 'ok' } }
      },
    })
    openPage(OrderPage, '/shop/order/order-1', '/shop/order/:id')
    await press('Change the mail with GIFT-AAAA-BBBB-CCCC')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Your message').value).toBe('Hello!')
    // its picture is no longer there
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'No picture' }).checked).toBe(true)
    await userEvent.click(dialog.getByRole('button', { name: 'Do not send it' }))
    expect(await screen.findByText(/^Sent to its recipient on .*24.*2026/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /by mail|Change/ })).toBeNull()
    expect(asked(server, 'cancelGift')).toEqual([{ params, body: undefined }])
  })
})
