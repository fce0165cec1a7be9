import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { route } from '#server/platform/http/route.ts'
import type { Services } from '#server/platform/services/services.ts'
import { showOpenPayments } from './open-payments.ts'
import { askAboutCharge, giveUpCharge, repeatEvent } from './settle-open-payment.ts'

/** Registers the admin's calls about payments that need somebody. */
export function registerOpenPaymentCalls(app: FastifyInstance, services: Services): void {
  route(app, calls.openPayments, (context) => showOpenPayments(services, context))
  route(app, calls.askAboutCharge, (context) => askAboutCharge(services, context))
  route(app, calls.giveUpCharge, (context) => giveUpCharge(services, context))
  route(app, calls.repeatEvent, (context) => repeatEvent(services, context))
}
