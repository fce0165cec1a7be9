import { accountsUpkeep } from '#server/accounts/accounts-upkeep.ts'
import { adminLinkUpkeep } from '#server/admin-link/admin-link-upkeep.ts'
import { unusedMediaUpkeep } from '#server/backup/remove-unused-media.ts'
import { startVatIdJob } from '#server/billing/check-vat-id.ts'
import { startPaymentEvents } from '#server/billing/events/receive-event.ts'
import { startAvatarJob } from '#server/code-host/avatars.ts'
import { codeHostUpkeep } from '#server/code-host/code-host-upkeep.ts'
import { declarationsUpkeep } from '#server/declarations/declarations-upkeep.ts'
import { startDeclarationJob } from '#server/declarations/settle-declarations.ts'
import { formerVideosUpkeep } from '#server/former-videos/move-late-marks.ts'
import { httpUpkeep } from '#server/http/http-upkeep.ts'
import { invoicesUpkeep } from '#server/invoices/invoices-upkeep.ts'
import { runSteps, type StepReport, startUpkeep } from '#server/jobs/upkeep-rounds.ts'
import type { UpkeepStep } from '#server/jobs/upkeep-step.ts'
import { libraryUpkeep } from '#server/library/poster-sizes.ts'
import { mailUpkeep } from '#server/mail/mail-upkeep.ts'
import { startMailJob } from '#server/mail/send-due-mails.ts'
import { newsletterUpkeep } from '#server/newsletter/newsletter-upkeep.ts'
import { startMediaDeletion } from '#server/own-data/delete-unused-media.ts'
import { ownDataUpkeep } from '#server/own-data/own-data-upkeep.ts'
import { passkeysUpkeep } from '#server/passkeys/passkeys-upkeep.ts'
import { registrationUpkeep } from '#server/registration/registration-upkeep.ts'
import type { Services } from '#server/services/services.ts'
import { sessionsUpkeep } from '#server/sessions/sessions-upkeep.ts'
import { shopUpkeep } from '#server/shop/shop-upkeep.ts'
import { siteUpkeep } from '#server/site/service-mode.ts'
import { storyboardsUpkeep } from '#server/storyboards/make-storyboards.ts'
import { billingUpkeep, couponUpkeep } from '#server/subscriptions/billing-upkeep.ts'
import { teamUpkeep } from '#server/team/team-upkeep.ts'
import { transcriptsUpkeep } from '#server/transcripts/index-transcripts.ts'
import { watchingUpkeep } from '#server/watching/watching-upkeep.ts'
import { resealSecrets } from './keep-secret.ts'

/** What was sealed by processes that had the former APP_SECRET while it was being changed. */
const resealing: UpkeepStep = { name: 'reseal-secrets', every: 'hour', run: resealSecrets }

/** What time alone brings about, of all rooms, in the order in which the demo's clock has a day's work done. */
export const upkeepSteps: readonly UpkeepStep[] = [
  ...siteUpkeep,
  ...couponUpkeep,
  ...accountsUpkeep,
  ...registrationUpkeep,
  ...teamUpkeep,
  ...billingUpkeep,
  ...declarationsUpkeep,
  ...shopUpkeep,
  ...ownDataUpkeep,
  ...invoicesUpkeep,
  ...newsletterUpkeep,
  ...mailUpkeep,
  ...sessionsUpkeep,
  ...passkeysUpkeep,
  ...codeHostUpkeep,
  ...adminLinkUpkeep,
  ...formerVideosUpkeep,
  ...libraryUpkeep,
  ...transcriptsUpkeep,
  ...storyboardsUpkeep,
  ...watchingUpkeep,
  ...unusedMediaUpkeep,
  ...httpUpkeep,
  resealing,
]

/** Says who does the jobs of each room, before which none of them can be enqueued, and begins the upkeep. */
export async function startJobs(services: Services): Promise<void> {
  await startMailJob(services)
  await startMediaDeletion(services)
  await startAvatarJob(services)
  await startPaymentEvents(services)
  await startVatIdJob(services)
  await startDeclarationJob(services)
  await startUpkeep(services, upkeepSteps)
}

/**
 * Does at once, and once, all that time has brought about; answers what could not be done.
 * @param clearAway false leaves out the steps that only clear away, for a day that others follow at once
 */
export function runUpkeep(services: Services, clearAway = true): Promise<readonly StepReport[]> {
  return runSteps(services, clearAway ? upkeepSteps : upkeepSteps.filter((step) => !step.clearsAway))
}
