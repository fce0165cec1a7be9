import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { calls } from '#contract/calls.ts'
import { chargeKeyOfOrder } from '#server/books/billing/charging/create-attempt.ts'
import { findInvoice, findInvoiceByEffect } from '#server/books/invoices/invoice.store.ts'
import { sendInvoiceFile } from '#server/books/invoices/invoice-calls.ts'
import { invoiceFile } from '#server/books/invoices/invoice-file.ts'
import { route } from '#server/platform/http/route.ts'
import type { Visitor } from '#server/platform/http/visitor.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { beginAnotherCard, beginCheckout, beginInvoiceCheckout } from './begin-checkout.ts'
import { readShop } from './catalogue/open-shop.ts'
import { linesOfOrder } from './lines-of-order.ts'
import { findOrder, type OrderRow, ordersOfUser } from './order.store.ts'
import { giftOf } from './order-mails.ts'
import { ownCheckout } from './own-order.ts'
import { checkOrder, payOrder } from './pay-order.ts'
import { placeOrder } from './place-order.ts'
import { priceCart } from './price-cart.ts'
import { showOrder } from './show-order.ts'
import { showQuote } from './show-quote.ts'
import { vouchersOf } from './voucher.store.ts'
import { voucherSheet } from './voucher-sheet.ts'

/** Registers the shop's calls for visitors. Another buyer's order is 404. */
export function registerShopCalls(app: FastifyInstance, services: Services): void {
  route(app, calls.shop, async () => ({ status: 200, body: await readShop(services) }))
  route(app, calls.quoteCart, async ({ body, visitor }) => {
    const priced = await priceCart(services, visitor.viewer, body)
    return priced instanceof Problem ? priced : { status: 200, body: showQuote(priced) }
  })
  route(app, calls.beginCheckout, async ({ body, visitor }) => {
    const { viewer, network } = visitor
    const begun = await beginCheckout(services, { ...body, viewer, network })
    return begun instanceof Problem ? begun : { status: 200, body: begun }
  })
  route(app, calls.beginInvoiceCheckout, async ({ body: { email }, visitor }) => {
    const { viewer, network } = visitor
    const begun = await beginInvoiceCheckout(services, { email, viewer, network })
    return begun instanceof Problem ? begun : { status: 200, body: begun }
  })
  registerPayingCalls(app, services)
  registerOrderCalls(app, services)
}

type Asked = {
  readonly visitor: Visitor
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

function checkoutFinder(services: Services) {
  return ({ visitor, request, reply }: Asked, id: string, key: string | undefined) =>
    ownCheckout(services, { id, key, viewer: visitor.viewer, browser: { request, reply } })
}

const notFound = () => new Problem('not-found')

/** The current order: 202 while its card has not paid it. */
async function currentOrder(services: Services, id: string) {
  const order = await findOrder(services.database.db, id)
  if (!order) return notFound()
  const body = { order: await showOrder(services, order) }
  const waits = order.state === 'placed' && order.due_on === null
  return waits ? ({ status: 202, body } as const) : ({ status: 200, body } as const)
}

function registerPayingCalls(app: FastifyInstance, services: Services): void {
  const checkoutOf = checkoutFinder(services)
  route(app, calls.anotherCard, async (asked) => {
    const { params, body, visitor } = asked
    const checkout = await checkoutOf(asked, params.id, body.key)
    if (!checkout) return notFound()
    const { viewer, network } = visitor
    const begun = await beginAnotherCard(services, { checkout, viewer, network })
    return begun instanceof Problem ? begun : { status: 200, body: begun }
  })
  route(app, calls.placeOrder, async (asked) => {
    const { params, visitor, request } = asked
    const { key, ...body } = asked.body
    const checkout = await checkoutOf(asked, params.id, key)
    if (!checkout) return notFound()
    const { language } = request
    const refused = await placeOrder(services, { checkout, body, viewer: visitor.viewer, language })
    return refused ?? currentOrder(services, params.id)
  })
  route(app, calls.payOrder, async (asked) => {
    const { params, body } = asked
    const { key, setupIntent } = body
    const checkout = await checkoutOf(asked, params.id, key)
    if (!checkout) return notFound()
    const refused =
      setupIntent === undefined
        ? await checkOrder(services, params.id)
        : await payOrder(services, { checkout, setupIntent })
    return refused ?? currentOrder(services, params.id)
  })
}

function registerOrderCalls(app: FastifyInstance, services: Services): void {
  const { db } = services.database
  const checkoutOf = checkoutFinder(services)
  route(app, calls.order, async (asked) => {
    const { params, query } = asked
    const order = (await checkoutOf(asked, params.id, query.key)) && (await findOrder(db, params.id))
    return order ? { status: 200, body: { order: await showOrder(services, order) } } : notFound()
  })
  route(app, calls.orderInvoice, async (asked) => {
    const { params, query, reply } = asked
    const checkout = await checkoutOf(asked, params.id, query.key)
    const file = checkout && (await invoiceOfOrder(services, params.id))
    return file ? sendInvoiceFile(reply, file) : notFound()
  })
  route(app, calls.voucherFile, async (asked) => {
    const { params, query, reply } = asked
    const order = (await checkoutOf(asked, params.id, query.key)) && (await findOrder(db, params.id))
    const voucher = order && (await vouchersOf(db, order.id))[Number(params.position)]
    if (!order || voucher?.state !== 'open') return notFound()
    const { language, placed_at: boughtAt } = order
    const sheet = await voucherSheet(services, { ...giftOf(voucher, language), language, boughtAt })
    return sendInvoiceFile(reply, sheet)
  })
  route(app, calls.ownOrders, async ({ viewer }) => ({
    status: 200,
    body: { orders: (await ordersOfUser(db, viewer.userId)).map(listedOrder) },
  }))
}

async function invoiceOfOrder(services: Services, orderId: string) {
  const { db } = services.database
  const known = await findInvoiceByEffect(db, `invoice ${orderId} ${chargeKeyOfOrder(orderId)}`)
  const row = known && (await findInvoice(db, known.id))
  return row && invoiceFile(services, row, 'pdf')
}

function listedOrder(order: OrderRow) {
  return {
    id: order.id,
    number: order.number,
    state: order.state,
    placedAt: order.placed_at.toISOString(),
    grossCents: order.gross_cents,
    names: linesOfOrder(order).map(({ name }) => name),
  }
}
