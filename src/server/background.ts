import { startVatIdJob } from '#server/books/billing/check-vat-id.ts'
import { startPaymentEvents } from '#server/books/billing/events/receive-event.ts'
import { invoicesUpkeep } from '#server/books/invoices/invoices-upkeep.ts'
import { startAvatarJob } from '#server/business/code-host/avatars.ts'
import { codeHostUpkeep } from '#server/business/code-host/code-host-upkeep.ts'
import { companyUpkeep } from '#server/business/company-sign-in/company-upkeep.ts'
import { declarationsUpkeep } from '#server/business/declarations/declarations-upkeep.ts'
import { startDeclarationJob } from '#server/business/declarations/settle-declarations.ts'
import { newsletterUpkeep } from '#server/business/newsletter/newsletter-upkeep.ts'
import { startMediaDeletion } from '#server/business/own-data/delete-unused-media.ts'
import { ownDataUpkeep } from '#server/business/own-data/own-data-upkeep.ts'
import { registrationUpkeep } from '#server/business/registration/registration-upkeep.ts'
import { forecastUpkeep } from '#server/business/reports/forecast-renewals.ts'
import { moneyDaysUpkeep } from '#server/business/reports/sum-money-days.ts'
import { giftUpkeep } from '#server/business/shop/gifts/send-gifts.ts'
import { shopUpkeep } from '#server/business/shop/shop-upkeep.ts'
import { billingUpkeep, couponUpkeep } from '#server/business/subscriptions/billing-upkeep.ts'
import { teamUpkeep } from '#server/business/team/team-upkeep.ts'
import { startBackupJob } from '#server/front/admin/backups/backup-job.ts'
import { broadcastUpkeep } from '#server/front/admin/broadcasts/send-broadcasts.ts'
import { startMovingIn } from '#server/front/admin/moving-in/move-people.ts'
import { movingInUpkeep } from '#server/front/admin/moving-in/moving-in-upkeep.ts'
import { todayUpkeep } from '#server/front/admin/today/mail-today.ts'
import { adminLinkUpkeep } from '#server/front/admin-link/admin-link-upkeep.ts'
import { unusedMediaUpkeep } from '#server/front/backup/remove-unused-media.ts'
import { startWebhookJob } from '#server/front/webhooks/send-due-webhooks.ts'
import { webhookUpkeep } from '#server/front/webhooks/webhook-upkeep.ts'
import { accountsUpkeep } from '#server/identity/accounts/accounts-upkeep.ts'
import { passkeysUpkeep } from '#server/identity/passkeys/passkeys-upkeep.ts'
import { sessionsUpkeep } from '#server/identity/sessions/sessions-upkeep.ts'
import { libraryUpkeep } from '#server/library/catalogue/poster-sizes.ts'
import { filmCountsUpkeep } from '#server/library/film-counts/film-counts-upkeep.ts'
import { formerVideosUpkeep } from '#server/library/former-videos/move-late-marks.ts'
import { filmListener } from '#server/library/processing/film-listener.ts'
import { startCaptionsJobs } from '#server/library/processing/make-captions.ts'
import { startFilmJobs } from '#server/library/processing/process-film.ts'
import { processingUpkeep } from '#server/library/processing/processing-upkeep.ts'
import { storyboardsUpkeep } from '#server/library/storyboards/make-storyboards.ts'
import { transcriptsUpkeep } from '#server/library/transcripts/index-transcripts.ts'
import { uploadsUpkeep } from '#server/library/uploads/uploads-upkeep.ts'
import { watchingUpkeep } from '#server/library/watching/watching-upkeep.ts'
import { libraryTrashUpkeep } from '#server/library/write/library-trash-upkeep.ts'
import { httpUpkeep } from '#server/platform/http/http-upkeep.ts'
import {
  runSteps,
  type StepReport,
  startStepsOnDemand,
  startUpkeep,
} from '#server/platform/jobs/upkeep-rounds.ts'
import type { UpkeepStep } from '#server/platform/jobs/upkeep-step.ts'
import { mailUpkeep } from '#server/platform/mail/mail-upkeep.ts'
import { startMailJob } from '#server/platform/mail/send-due-mails.ts'
import type { Services } from '#server/platform/services/services.ts'
import { siteUpkeep } from '#server/platform/site/service-mode.ts'
import { resealSecrets } from './front/backup/keep-secret.ts'

/** Reseals what processes with the former APP_SECRET have sealed during a rotation. */
const resealing: UpkeepStep = { name: 'reseal-secrets', every: 'hour', run: resealSecrets }

/** The upkeep steps of all rooms, in the order in which the demo clock runs them for a day. */
export const upkeepSteps: readonly UpkeepStep[] = [
  ...siteUpkeep,
  ...couponUpkeep,
  ...accountsUpkeep,
  ...registrationUpkeep,
  ...teamUpkeep,
  ...billingUpkeep,
  ...declarationsUpkeep,
  ...shopUpkeep,
  ...giftUpkeep,
  ...ownDataUpkeep,
  ...invoicesUpkeep,
  ...newsletterUpkeep,
  ...forecastUpkeep,
  ...moneyDaysUpkeep,
  ...todayUpkeep,
  ...mailUpkeep,
  ...sessionsUpkeep,
  ...passkeysUpkeep,
  ...codeHostUpkeep,
  ...companyUpkeep,
  ...adminLinkUpkeep,
  ...movingInUpkeep,
  ...broadcastUpkeep,
  ...formerVideosUpkeep,
  ...libraryUpkeep,
  ...libraryTrashUpkeep,
  ...transcriptsUpkeep,
  ...storyboardsUpkeep,
  ...uploadsUpkeep,
  ...processingUpkeep,
  ...watchingUpkeep,
  ...filmCountsUpkeep,
  ...unusedMediaUpkeep,
  ...webhookUpkeep,
  ...httpUpkeep,
  resealing,
]

/** Registers the workers of all rooms' jobs, without which none can be enqueued, and starts the upkeep. */
export async function startJobs(services: Services): Promise<void> {
  await startMailJob(services)
  await startMediaDeletion(services)
  await startAvatarJob(services)
  await startPaymentEvents(services)
  await startVatIdJob(services)
  await startDeclarationJob(services)
  await startMovingIn(services)
  await startBackupJob(services)
  await startWebhookJob(services)
  await startFilmJobs(services, filmListener(services))
  await startCaptionsJobs(services)
  await startStepsOnDemand(services, upkeepSteps)
  await startUpkeep(services, upkeepSteps)
}

/**
 * Runs all due upkeep once; returns the failed steps.
 * @param clearAway false skips the steps that only delete, for days that others follow at once
 */
export function runUpkeep(services: Services, clearAway = true): Promise<readonly StepReport[]> {
  return runSteps(services, clearAway ? upkeepSteps : upkeepSteps.filter((step) => !step.clearsAway))
}
