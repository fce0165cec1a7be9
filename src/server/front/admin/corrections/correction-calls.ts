import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import { route } from '#server/platform/http/route.ts'
import type { Services } from '#server/platform/services/services.ts'
import { accountCharges } from './account-charges.ts'
import { correctAccount, previewCorrection } from './correct-account.ts'
import { correctableInvoices } from './correctable-invoices.store.ts'

/** Registers the admin's calls that correct an account. */
export function registerCorrectionCalls(app: FastifyInstance, services: Services): void {
  route(app, calls.previewCorrection, (context) => previewCorrection(services, context))
  route(app, calls.accountCharges, (context) => accountCharges(services, context))
  route(app, calls.correctableInvoices, (context) => correctableInvoices(services, context))
  route(app, calls.correctAccount, (context) => correctAccount(services, context))
}
