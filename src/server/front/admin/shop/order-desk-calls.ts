import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { sendInvoiceFile } from '#server/books/invoices/invoice-calls.ts'
import { goodsKept } from '#server/business/shop/lines-of-order.ts'
import { findOrder } from '#server/business/shop/order.store.ts'
import { type CallContext, route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { markOrderPaidAsAdmin, moveOrderAsAdmin, refundOrderAsAdmin } from './change-order.ts'
import { findOrders, viewOrder } from './show-orders.ts'

/** Registers the admin's calls for orders. */
export function registerOrderDeskCalls(app: FastifyInstance, services: Services): void {
  route(app, calls.findOrders, (context) => findOrders(services, context))
  route(app, calls.deskOrder, (context) => viewOrder(services, context))
  const paper = async (
    write: 'packingList' | 'addressLabel',
    { params: { id }, reply }: Pick<CallContext<typeof calls.packingList>, 'params' | 'reply'>,
  ) => {
    const order = await findOrder(services.database.db, id)
    if (!order || goodsKept(order).length === 0) return new Problem('not-found')
    // loaded on demand: the PDF code would slow the startup
    const papers = await import('./order-papers.ts')
    return sendInvoiceFile(reply, await papers[write](services, order))
  }
  route(app, calls.packingList, (context) => paper('packingList', context))
  route(app, calls.addressLabel, (context) => paper('addressLabel', context))
  route(app, calls.moveOrder, (context) => moveOrderAsAdmin(services, context))
  route(app, calls.markOrderPaid, (context) => markOrderPaidAsAdmin(services, context))
  route(app, calls.refundOrder, (context) => refundOrderAsAdmin(services, context))
}
