import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { route } from '#server/platform/http/route.ts'
import type { Services } from '#server/platform/services/services.ts'
import { draftPrices } from './draft-prices.ts'
import { savePrices, showPrices } from './save-prices.ts'

/** Registers the admin's calls about what the site says and sells. */
export function registerSiteDeskCalls(app: FastifyInstance, services: Services): void {
  route(app, calls.pricesAtDesk, () => showPrices(services))
  route(app, calls.draftPrices, async (context) => draftPrices(services, context))
  route(app, calls.savePrices, (context) => savePrices(services, context))
}
