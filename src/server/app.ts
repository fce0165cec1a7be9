import { randomUUID } from 'node:crypto'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { registerWebhook } from '#server/books/billing/events/webhook-call.ts'
import { refusedPayments } from '#server/books/billing/report-notices.ts'
import { registerInvoiceCalls } from '#server/books/invoices/invoice-calls.ts'
import { invoiceAttachment } from '#server/books/invoices/invoice-file.ts'
import { registerCodeHostCalls } from '#server/business/code-host/code-host-calls.ts'
import { registerCompanyCalls } from '#server/business/company-sign-in/company-calls.ts'
import { registerDeclarationCalls } from '#server/business/declarations/declaration-calls.ts'
import { registerNewsletterCalls } from '#server/business/newsletter/newsletter-calls.ts'
import { registerOwnDataCalls } from '#server/business/own-data/own-data-calls.ts'
import { purgeListFault } from '#server/business/own-data/purge-list.ts'
import { registerProfileCalls } from '#server/business/profile/profile-calls.ts'
import { registerRegistrationCalls } from '#server/business/registration/registration-calls.ts'
import { registerGiftCalls } from '#server/business/shop/gifts/gift-calls.ts'
import { lockOrder } from '#server/business/shop/order.store.ts'
import { deliverOrder, takeBackOrder } from '#server/business/shop/settle-order.ts'
import { registerShopCalls } from '#server/business/shop/shop-calls.ts'
import { registerBillingCalls } from '#server/business/subscriptions/billing-calls.ts'
import { lockWaitingAddresses, settleWaitingUsers } from '#server/business/team/settle-waiting-users.ts'
import { registerTeamCalls } from '#server/business/team/team-calls.ts'
import { registerSessionCall } from '#server/business/user-session/session-call.ts'
import { registerAdminCalls } from '#server/front/admin/admin-calls.ts'
import { registerBackupCalls } from '#server/front/admin/backups/backup-calls.ts'
import { registerBroadcastCalls } from '#server/front/admin/broadcasts/broadcast-calls.ts'
import { registerCorrectionCalls } from '#server/front/admin/corrections/correction-calls.ts'
import { registerGroupDeskCalls } from '#server/front/admin/library/group-desk-calls.ts'
import { registerLibraryDeskCalls } from '#server/front/admin/library/library-desk-calls.ts'
import { registerMailSampleCalls } from '#server/front/admin/mail-samples/mail-sample-calls.ts'
import { registerMailDeskCalls } from '#server/front/admin/mails/mail-desk-calls.ts'
import { registerBooksCalls } from '#server/front/admin/money/books-calls.ts'
import { registerCohortCalls } from '#server/front/admin/money/cohort-calls.ts'
import { registerCouponMoneyCalls } from '#server/front/admin/money/coupon-money-calls.ts'
import { registerForecastCalls } from '#server/front/admin/money/forecast-calls.ts'
import { registerMoneyReportCalls } from '#server/front/admin/money/money-report-calls.ts'
import { registerOpenPaymentCalls } from '#server/front/admin/money/open-payment-calls.ts'
import { registerTaxCalls } from '#server/front/admin/money/tax-calls.ts'
import { registerMovingInCalls } from '#server/front/admin/moving-in/moving-in-calls.ts'
import { registerPeopleCalls } from '#server/front/admin/people/people-calls.ts'
import { registerFilmJobCalls } from '#server/front/admin/processing/film-job-calls.ts'
import { registerOpeningSoon } from '#server/front/admin/set-up/opening-soon.ts'
import { registerSetUpCalls } from '#server/front/admin/set-up/set-up-desk-calls.ts'
import { registerOrderDeskCalls } from '#server/front/admin/shop/order-desk-calls.ts'
import { registerProductDeskCalls } from '#server/front/admin/shop/product-desk-calls.ts'
import { registerSiteDeskCalls } from '#server/front/admin/site/site-desk-calls.ts'
import { registerStatisticsCalls } from '#server/front/admin/statistics/statistics-calls.ts'
import { registerSystemCalls } from '#server/front/admin/system/system-calls.ts'
import { registerTodayCalls } from '#server/front/admin/today/today-calls.ts'
import { registerUploadCalls } from '#server/front/admin/uploads/upload-calls.ts'
import { registerWebhookCalls } from '#server/front/admin/webhooks/webhook-calls.ts'
import { registerAdminLinkCalls } from '#server/front/admin-link/admin-link-calls.ts'
import { watchBackupTools } from '#server/front/backup/postgresql-versions.ts'
import { contractTexts } from '#server/front/contract-texts/contract-texts.ts'
import { registerDemoCalls } from '#server/front/demo/demo-calls.ts'
import { registerSandboxCalls } from '#server/front/demo/sandbox-calls.ts'
import type { SiteServices } from '#server/front/documents/documents.ts'
import { prepareScreens, registerDocuments } from '#server/front/documents/register-documents.ts'
import { registerSitePictures } from '#server/front/documents/serve-site-pictures.ts'
import { registerSiteCalls } from '#server/front/documents/site-config.ts'
import { openMetrics } from '#server/front/metrics/open-metrics.ts'
import { registerPasswordCalls } from '#server/identity/passwords/password-calls.ts'
import { recordSwitched } from '#server/identity/sessions/record-switched.ts'
import { registerVisitors } from '#server/identity/sessions/register-visitors.ts'
import { registerSessionCalls } from '#server/identity/sign-in/own-sessions.ts'
import { registerSignInCalls, registerTwoFactorCalls } from '#server/identity/sign-in/sign-in-calls.ts'
import { isTwoFactorOn, readSecondFactors } from '#server/identity/two-factor/second-factor.store.ts'
import { registerLibraryCalls } from '#server/library/catalogue/library-calls.ts'
import { startProcessing } from '#server/library/processing/processing.ts'
import { registerSearchCalls } from '#server/library/search/search-calls.ts'
import { registerVideoCodeCalls } from '#server/library/video-code/video-code-calls.ts'
import { registerWatchingCalls } from '#server/library/watching/watching-calls.ts'
import { registerHealthCalls } from '#server/platform/health/health-calls.ts'
import { registerCachedReplies } from '#server/platform/http/cached-replies.ts'
import { trustedProxies } from '#server/platform/http/client-network.ts'
import {
  answerClientError,
  connectionOptions,
  registerConnectionLimits,
} from '#server/platform/http/connections.ts'
import { createCsrfTokens, registerCsrfCheck } from '#server/platform/http/csrf.ts'
import { registerGuard } from '#server/platform/http/guard.ts'
import { registerHostCalls } from '#server/platform/http/host-calls.ts'
import { registerHostCheck } from '#server/platform/http/host-names.ts'
import { createIdempotency } from '#server/platform/http/idempotency.ts'
import { registerLongAddresses } from '#server/platform/http/long-addresses.ts'
import { registerOverload } from '#server/platform/http/overload.ts'
import { registerPageViewerCheck } from '#server/platform/http/page-viewer.ts'
import { registerProblemReplies, sendUnroutable } from '#server/platform/http/problem-replies.ts'
import {
  registerRefusedMethods,
  routedAddress,
  routerOptions,
} from '#server/platform/http/refused-methods.ts'
import { registerRequestLanguage } from '#server/platform/http/request-language.ts'
import { registerRequestLog } from '#server/platform/http/request-log.ts'
import { keptByNobody, securityHeaders } from '#server/platform/http/security-headers.ts'
import { watchUpkeep } from '#server/platform/jobs/upkeep-watch.ts'
import { Problem } from '#server/platform/runtime/problem.ts'
import { registerSecurityTxt } from '#server/platform/site/security-txt.ts'
import { runUpkeep, upkeepSteps } from './background.ts'

/** Hooks by which lower rooms trigger higher ones, of which they know nothing. */
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
 * Creates the site over its services, ready to listen. The first hooks run in the order of a request's checks: is it
 * for this host, is it well-formed, is there capacity, who is the visitor, was the page rendered for them, may they
 * call it, does it come from our pages; only then is its body read.
 */
export async function createApp(services: SiteServices): Promise<FastifyInstance> {
  const { config, log } = services
  const headers = securityHeaders(config)
  const app = fastify({
    ...connectionOptions,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies(config.trustProxy),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    return503OnClosing: false,
    // a busy machine is slow, which must not fail the startup
    pluginTimeout: 0,
    routerOptions,
    rewriteUrl: routedAddress,
    frameworkErrors: (_error, request, reply) => sendUnroutable(request, reply, headers),
    clientErrorHandler: answerClientError(headers),
  })
  app.decorate('csrfTokens', createCsrfTokens(config))
  app.decorate('idempotency', createIdempotency(services))

  const usual = { ...headers, 'cache-control': 'private, no-cache' }
  // calls concern one visitor unless a handler marks its bytes as public; robots.txt permits some to search engines,
  // for rendering pages
  const ofCalls = { ...headers, 'cache-control': keptByNobody, 'x-robots-tag': 'noindex' }
  app.addHook('onRequest', (request, reply, next) => {
    reply.headers(request.routeOptions.config.call ? ofCalls : usual)
    next()
  })
  registerRequestLanguage(app, config)
  registerProblemReplies(app)
  registerRequestLog(app, services.config)
  const serveMetrics = openMetrics(app, services)
  registerConnectionLimits(app, services)
  registerLongAddresses(app)
  registerHostCheck(app, config)
  if (config.role !== 'worker') await registerOpeningSoon(app, services)
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

  if (config.role === 'worker') await serveMetrics(registerHealth(app, services))
  else {
    await serveMetrics(await registerCalls(app, services))
    await registerPages(app, services)
  }
  app.setNotFoundHandler(async () => new Problem('not-found'))
  refuseOtherMethods()
  await app.ready()
  return app
}

/** What is served beside calls. */
async function registerPages(app: FastifyInstance, services: SiteServices): Promise<void> {
  services.log.info('preparing the screens')
  const screens = await prepareScreens(services)
  registerSecurityTxt(app, services)
  registerSitePictures(app, services)
  registerDocuments(app, services, screens)
}

/** Liveness and readiness, which is all that a worker serves. Returns what readiness answers. */
function registerHealth(app: FastifyInstance, services: SiteServices) {
  const upkeep = watchUpkeep(services, upkeepSteps)
  // a web process makes no backups
  const backupTools = services.config.role === 'web' ? async () => undefined : watchBackupTools(services)
  return registerHealthCalls(app, services, async () => [
    ...(await upkeep()),
    ...(await refusedPayments(services)),
    ...(await purgeListFault(services)),
    ...[await backupTools()].filter((fault) => fault !== undefined),
  ])
}

/** The calls of every room; the demo's only in the demo. Returns what readiness answers. */
async function registerCalls(app: FastifyInstance, services: SiteServices) {
  registerHostCalls(app, services)
  const health = registerHealth(app, services)
  registerSiteCalls(app, services)
  registerLibraryCalls(app, services)
  registerWatchingCalls(app, services)
  registerSearchCalls(app, services)
  registerVideoCodeCalls(app, services)
  registerRegistrationCalls(app, services)
  registerSignInCalls(app, services)
  registerCodeHostCalls(app, services)
  await registerCompanyCalls(app, services)
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
  registerPeopleCalls(app, services)
  registerSystemCalls(app, services, { health, steps: upkeepSteps })
  registerSiteDeskCalls(app, services)
  registerSetUpCalls(app, services)
  registerMovingInCalls(app, services)
  registerCorrectionCalls(app, services)
  registerTodayCalls(app, services)
  registerOrderDeskCalls(app, services)
  registerProductDeskCalls(app, services)
  registerMailDeskCalls(app, services)
  registerBroadcastCalls(app, services)
  registerMailSampleCalls(app, services)
  registerBackupCalls(app, services)
  registerWebhookCalls(app, services)
  registerStatisticsCalls(app, services)
  registerMoneyReportCalls(app, services)
  registerCohortCalls(app, services)
  registerCouponMoneyCalls(app, services)
  registerForecastCalls(app, services)
  registerBooksCalls(app, services)
  registerTaxCalls(app, services)
  registerOpenPaymentCalls(app, services)
  await registerUploadCalls(app, services, (trx, upload) => startProcessing(trx, services, upload))
  registerFilmJobCalls(app, services)
  registerLibraryDeskCalls(app, services)
  registerGroupDeskCalls(app, services)
  registerDeclarationCalls(app, services)
  registerInvoiceCalls(app, services)
  registerShopCalls(app, services)
  registerGiftCalls(app, services)
  if (services.config.demo) {
    registerDemoCalls(app, services, runUpkeep)
    registerSandboxCalls(app, services)
  }
  return health
}
