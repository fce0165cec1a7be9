import type { Call } from '#contract/call.ts'
import * as shop from './shop.ts'

/** What a visitor, signed in or not, buys in the shop. */
export const shopCalls = {
  shop: {
    method: 'GET',
    path: '/api/shop',
    actor: 'anyone',
    summary: 'What the shop sells',
    replies: { 200: shop.Shop },
  },
  quoteCart: {
    method: 'POST',
    path: '/api/shop/quote',
    actor: 'anyone',
    summary: 'What a cart costs, with the tax of a country',
    body: shop.CartQuestion,
    replies: { 200: shop.CartQuote },
  },
  beginCheckout: {
    method: 'POST',
    path: '/api/shop/checkout',
    actor: 'anyone',
    summary: 'Begins the storing of a card for an order; the secret is for the card form alone',
    body: shop.CheckoutStart,
    replies: { 200: shop.Checkout },
  },
  anotherCard: {
    method: 'POST',
    path: '/api/shop/order/:id/card',
    actor: 'anyone',
    summary: 'Begins the storing of another card for an order that is not paid',
    params: shop.OneOrder,
    body: shop.OptionalOrderKey,
    replies: { 200: shop.CardForm },
  },
  placeOrder: {
    method: 'POST',
    path: '/api/shop/order/:id',
    actor: 'anyone',
    summary: 'Places an order and charges it; placed once, however often it is sent',
    params: shop.OneOrder,
    body: shop.OrderPlacement,
    replies: { 200: shop.OrderReply, 202: shop.OrderReply },
  },
  order: {
    method: 'GET',
    path: '/api/shop/order/:id',
    actor: 'anyone',
    // its codes are worth money
    whileSwitched: false,
    summary: 'An order, for whoever placed it or has its key',
    params: shop.OneOrder,
    query: shop.OptionalOrderKey,
    replies: { 200: shop.OrderReply },
  },
  payOrder: {
    method: 'POST',
    path: '/api/shop/order/:id/payment',
    actor: 'anyone',
    summary: 'Charges an unpaid order to another card, or asks how its payment stands',
    params: shop.OneOrder,
    body: shop.OrderPayment,
    replies: { 200: shop.OrderReply, 202: shop.OrderReply },
  },
  orderInvoice: {
    method: 'GET',
    path: '/api/shop/order/:id/invoice.pdf',
    actor: 'anyone',
    summary: 'The invoice of an order as PDF',
    params: shop.OneOrder,
    query: shop.OptionalOrderKey,
    mediaType: 'application/pdf',
    replies: { 200: shop.OrderInvoice },
  },
  ownOrders: {
    method: 'GET',
    path: '/api/shop/orders',
    actor: 'viewer',
    summary: 'Orders of the signed-in user, newest first',
    replies: { 200: shop.OwnOrders },
  },
} as const satisfies Record<string, Call>
