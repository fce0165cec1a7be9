import { randomUUID } from 'node:crypto'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { registerAdminCalls } from '#server/admin/admin-calls.ts'
import { registerMailDeskCalls } from '#server/admin/mails/mail-desk-calls.ts'
import { registerOrderDeskCalls } from '#server/admin/shop/order-desk-calls.ts'
import { registerProductDeskCalls } from '#server/admin/shop/product-desk-calls.ts'
import { registerAdminLinkCalls } from '#server/admin-link/admin-link-calls.ts'
import { watchBackupTools } from '#server/backup/postgresql-versions.ts'
import { registerWebhook } from '#server/billing/events/webhook-call.ts'
import { refusedPayments } from '#server/billing/report-notices.ts'
import { registerCodeHostCalls } from '#server/code-host/code-host-calls.ts'
import { contractTexts } from '#server/contract-texts/contract-texts.ts'
import { registerDeclarationCalls } from '#server/declarations/declaration-calls.ts'
import { registerDemoCalls } from '#server/demo/demo-calls.ts'
import { registerSandboxCalls } from '#server/demo/sandbox-calls.ts'
import type { DocumentServices } from '#server/documents/documents.ts'
import { prepareScreens, registerDocuments } from '#server/documents/register-documents.ts'
import { registerSitePictures } from '#server/documents/serve-site-pictures.ts'
import { registerSiteCalls } from '#server/documents/site-config.ts'
import { registerHealthCalls } from '#server/health/health-calls.ts'
import { countersOf } from '#server/http/attempts/counters.ts'
import { createLimits } from '#server/http/attempts/limits.ts'
import { registerCachedReplies } from '#server/http/cached-replies.ts'
import { trustedProxies } from '#server/http/client-network.ts'
import { answerClientError, connectionOptions, registerConnectionLimits } from '#server/http/connections.ts'
import { createCsrfTokens, registerCsrfCheck } from '#server/http/csrf.ts'
import { registerGuard } from '#server/http/guard.ts'
import { registerHostCalls } from '#server/http/host-calls.ts'
import { registerHostCheck } from '#server/http/host-names.ts'
import { createIdempotency } from '#server/http/idempotency.ts'
import { registerLongAddresses } from '#server/http/long-addresses.ts'
import { registerOverload } from '#server/http/overload.ts'
import { registerPageViewerCheck } from '#server/http/page-viewer.ts'
import { registerProblemReplies, sendUnroutable } from '#server/http/problem-replies.ts'
import { registerRefusedMethods, routedAddress, routerOptions } from '#server/http/refused-methods.ts'
import { registerRequestLanguage } from '#server/http/request-language.ts'
import { registerRequestLog } from '#server/http/request-log.ts'
import { keptByNobody, securityHeaders } from '#server/http/security-headers.ts'
import { registerInvoiceCalls } from '#server/invoices/invoice-calls.ts'
import { invoiceAttachment } from '#server/invoices/invoice-file.ts'
import { watchUpkeep } from '#server/jobs/upkeep-watch.ts'
import { registerLibraryCalls } from '#server/library/library-calls.ts'
import { registerNewsletterCalls } from '#server/newsletter/newsletter-calls.ts'
import { registerOwnDataCalls } from '#server/own-data/own-data-calls.ts'
import { purgeListFault } from '#server/own-data/purge-list.ts'
import { registerPasswordCalls } from '#server/passwords/password-calls.ts'
import { registerProfileCalls } from '#server/profile/profile-calls.ts'
import { registerRegistrationCalls } from '#server/registration/registration-calls.ts'
import { Problem } from '#server/runtime/problem.ts'
import { registerSearchCalls } from '#server/search/search-calls.ts'
import { recordSwitched } from '#server/sessions/record-switched.ts'
import { registerVisitors } from '#server/sessions/register-visitors.ts'
import { lockOrder } from '#server/shop/order.store.ts'
import { deliverOrder, takeBackOrder } from '#server/shop/settle-order.ts'
import { registerShopCalls } from '#server/shop/shop-calls.ts'
import { registerSessionCalls } from '#server/sign-in/own-sessions.ts'
import { registerSignInCalls, registerTwoFactorCalls } from '#server/sign-in/sign-in-calls.ts'
import { registerSecurityTxt } from '#server/site/security-txt.ts'
import { registerBillingCalls } from '#server/subscriptions/billing-calls.ts'
import { lockWaitingAddresses, settleWaitingUsers } from '#server/team/settle-waiting-users.ts'
import { registerTeamCalls } from '#server/team/team-calls.ts'
import { isTwoFactorOn, readSecondFactors } from '#server/two-factor/second-factor.store.ts'
import { registerSessionCall } from '#server/user-session/session-call.ts'
import { registerVideoCodeCalls } from '#server/video-code/video-code-calls.ts'
import { registerWatchingCalls } from '#server/watching/watching-calls.ts'
import { runUpkeep, upkeepSteps } from './background.ts'

/** All that a site runs on: made by `start.ts`, or by tests with twins of the outside world. */
export type SiteServices = DocumentServices

/** What lower rooms trigger in rooms above them, of which they know nothing. */
export function triggers(
  services: Pick<SiteServices, 'database' | 'clock'>,
): Pick<SiteServices, 'billingListener' | 'orderListener' | 'attachInvoice' | 'contractTexts'> {
  return {
    billingListener: { lockBeforePayment: lockWaitingAddresses, afterDecision: settleWaitingUsers },
    orderListener: { lockOrder, afterPayment: deliverOrder, afterReversal: takeBackOrder },
    attachInvoice: (invoiceId) => invoiceAttachment(services, invoiceId),
    contractTexts,
  }
}

/**
 * The whole site over its services, ready to listen. The order of the first part is the life of a request: is it meant
 * for us, may it be asked like this, is there room for it, who asks, was the page drawn for them, may they, does it come from our pages; only then is its body read.
 */
export async function createApp(services: SiteServices): Promise<FastifyInstance> {
  const { config, log } = services
  const headers = securityHeaders(config)
  log.info('preparing the screens')
  const screens = await prepareScreens(services)
  const app = fastify({
    ...connectionOptions,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies(config.trustProxy),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    return503OnClosing: false,
    // a busy machine is slow, and no reason to give the start up
    pluginTimeout: 0,
    routerOptions,
    rewriteUrl: routedAddress,
    frameworkErrors: (_error, request, reply) => sendUnroutable(request, reply, headers),
    clientErrorHandler: answerClientError(headers),
  })
  app.decorate('csrfTokens', createCsrfTokens(config))
  app.decorate('limits', createLimits(config.rateLimits, countersOf(services)))
  app.decorate('idempotency', createIdempotency(services))

  const usual = { ...headers, 'cache-control': 'private, no-cache' }
  // calls tell about one visitor, unless a handler says that its bytes are everybody's; robots.txt opens some to search engines,
  // for the pages that read them
  const ofCalls = { ...headers, 'cache-control': keptByNobody, 'x-robots-tag': 'noindex' }
  app.addHook('onRequest', (request, reply, next) => {
    reply.headers(request.routeOptions.config.call ? ofCalls : usual)
    next()
  })
  registerRequestLanguage(app, config)
  registerProblemReplies(app)
  registerRequestLog(app, services.config)
  registerConnectionLimits(app)
  registerLongAddresses(app)
  registerHostCheck(app, config)
  registerCachedReplies(app)
  const { refuseOtherMethods } = registerRefusedMethods(app)
  registerOverload(app, services)
  registerVisitors(app, services)
  registerPageViewerCheck(app)
  registerGuard(app, {
    demo: config.demo,
    isTwoFactorOn: async (userId) => isTwoFactorOn(await readSecondFactors(services.database.db, userId)),
    recordSwitched: (call, viewer, request) => recordSwitched(services, call, viewer, request),
  })
  registerCsrfCheck(app, services)
  app.removeContentTypeParser('text/plain')

  await registerCalls(app, services)
  registerSecurityTxt(app, services)
  registerSitePictures(app, services)
  registerDocuments(app, services, screens)
  app.setNotFoundHandler(async () => new Problem('not-found'))
  refuseOtherMethods()
  await app.ready()
  return app
}

/** The calls of every room; those of the demo only there. */
async function registerCalls(app: FastifyInstance, services: SiteServices): Promise<void> {
  const upkeep = watchUpkeep(services, upkeepSteps)
  registerHostCalls(app, services)
  const backupTools = watchBackupTools(services)
  registerHealthCalls(app, services, async () => [
    ...(await upkeep()),
    ...(await refusedPayments(services)),
    ...(await purgeListFault(services)),
    ...[await backupTools()].filter((fault) => fault !== undefined),
  ])
  registerSiteCalls(app, services)
  registerLibraryCalls(app, services)
  registerWatchingCalls(app, services)
  registerSearchCalls(app, services)
  registerVideoCodeCalls(app, services)
  registerRegistrationCalls(app, services)
  registerSignInCalls(app, services)
  registerCodeHostCalls(app, services)
  registerTwoFactorCalls(app, services)
  registerPasswordCalls(app, services)
  registerSessionCall(app, services)
  registerSessionCalls(app, services)
  registerAdminLinkCalls(app, services)
  registerProfileCalls(app, services)
  registerOwnDataCalls(app, services)
  await registerNewsletterCalls(app, services)
  registerTeamCalls(app, services)
  registerBillingCalls(app, services)
  await registerWebhook(app, services)
  registerAdminCalls(app, services)
  registerOrderDeskCalls(app, services)
  registerProductDeskCalls(app, services)
  registerMailDeskCalls(app, services)
  registerDeclarationCalls(app, services)
  registerInvoiceCalls(app, services)
  registerShopCalls(app, services)
  if (!services.config.demo) return
  registerDemoCalls(app, services, runUpkeep)
  registerSandboxCalls(app, services)
}
