import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { route } from '#server/http/route.ts'
import type { Services } from '#server/services/services.ts'
import { moveOrderAsAdmin, refundOrderAsAdmin } from './change-order.ts'
import { findOrders, viewOrder } from './show-orders.ts'

/** What the admin does with the orders of the shop. */
export function registerOrderDeskCalls(app: FastifyInstance, services: Services): void {
  route(app, calls.findOrders, (context) => findOrders(services, context))
  route(app, calls.deskOrder, (context) => viewOrder(services, context))
  route(app, calls.moveOrder, (context) => moveOrderAsAdmin(app, services, context))
  route(app, calls.refundOrder, (context) => refundOrderAsAdmin(app, services, context))
}
