import type { FastifyInstance } from 'fastify'
import { calls } from '#contract/calls.ts'
import type { LibraryServices } from '#server/library/catalogue/library.ts'
import { route } from '#server/platform/http/route.ts'
import { checkTexts } from './check-texts.ts'
import { openSite, showSetUp } from './open-site.ts'
import { saveMailServer, testMailServer } from './save-mail-server.ts'
import { savePayment } from './save-payment.ts'
import { saveSeller } from './save-seller.ts'
import { testPurchase } from './test-purchase.ts'

/** Registers the admin's calls about the first steps of a site. */
export function registerSetUpCalls(app: FastifyInstance, services: LibraryServices): void {
  route(app, calls.setUpAtDesk, (context) => showSetUp(services, context))
  route(app, calls.saveSeller, (context) => saveSeller(services, context))
  route(app, calls.checkTexts, (context) => checkTexts(services, context))
  route(app, calls.saveMailServer, (context) => saveMailServer(services, context))
  route(app, calls.testMailServer, (context) => testMailServer(services, context))
  route(app, calls.savePayment, (context) => savePayment(services, context))
  route(app, calls.testPurchase, (context) => testPurchase(services, context))
  route(app, calls.openSite, (context) => openSite(services, context))
}
