import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { ownCheckout } from '#server/business/shop/own-order.ts'
import { type CallContext, route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import type { Services } from '#server/platform/services/services.ts'
import { arrangeGift, cancelGift } from './arrange-gift.ts'

const done = { status: 200, body: { status: 'ok' } } as const

/** Registers the calls for gifts. Another buyer's order is 404. */
export function registerGiftCalls(app: FastifyInstance, services: Services): void {
  /** The voucher that the browser names, if it may see its order. */
  const ownVoucher = async ({
    params: { id, position },
    visitor: { viewer },
    request,
    reply,
  }: Pick<CallContext<typeof calls.cancelGift>, 'params' | 'visitor' | 'request' | 'reply'>) => {
    const checkout = await ownCheckout(services, { id, key: undefined, viewer, browser: { request, reply } })
    return checkout && { orderId: id, position: Number(position) }
  }
  route(app, calls.arrangeGift, async (context) => {
    const which = await ownVoucher(context)
    return which ? ((await arrangeGift(services, which, context.body)) ?? done) : new Problem('not-found')
  })
  route(app, calls.cancelGift, async (context) => {
    const which = await ownVoucher(context)
    return which ? ((await cancelGift(services, which)) ?? done) : new Problem('not-found')
  })
}
