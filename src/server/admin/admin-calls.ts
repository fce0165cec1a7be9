import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { route } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { assignCouponAsAdmin, assignPrepaidAsAdmin } from './assign-licenses.ts'

/** What the admin does with accounts and coupons (product.md section 7). */
export function registerAdminCalls(app: FastifyInstance, services: Services): void {
  route(app, calls.assignPrepaid, (context) => assignPrepaidAsAdmin(app, services, context))
  route(app, calls.assignCoupon, (context) => assignCouponAsAdmin(app, services, context))
}
