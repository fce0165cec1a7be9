import { accountsUpkeep } from './accounts/accounts-upkeep.ts'
import { adminLinkUpkeep } from './admin-link/admin-link-upkeep.ts'
import { startVatIdJob } from './billing/check-vat-id.ts'
import { startPaymentEvents } from './billing/events/receive-event.ts'
import { startAvatarJob } from './code-host/avatars.ts'
import { codeHostUpkeep } from './code-host/code-host-upkeep.ts'
import { startDeclarationJob } from './declarations/declaration-job.ts'
import { declarationsUpkeep } from './declarations/declarations-upkeep.ts'
import { httpUpkeep } from './http/http-upkeep.ts'
import { invoicesUpkeep } from './invoices/invoices-upkeep.ts'
import { runSteps, type StepReport } from './jobs/run-steps.ts'
import { startUpkeep } from './jobs/upkeep-rounds.ts'
import type { UpkeepStep } from './jobs/upkeep-step.ts'
import { startMailJob } from './mail/mail-job.ts'
import { mailUpkeep } from './mail/mail-upkeep.ts'
import { startMediaDeletion } from './own-data/delete-unused-media.ts'
import { ownDataUpkeep } from './own-data/own-data-upkeep.ts'
import { passkeysUpkeep } from './passkeys/passkeys-upkeep.ts'
import type { Services } from './services/services.ts'
import { sessionsUpkeep } from './sessions/sessions-upkeep.ts'
import { siteUpkeep } from './site/site-upkeep.ts'
import { billingUpkeep, couponUpkeep } from './subscriptions/billing-upkeep.ts'
import { teamUpkeep } from './team/team-upkeep.ts'
import { watchingUpkeep } from './watching/watching-upkeep.ts'

/** What time alone brings about, of all rooms, in the order in which the demo's clock has a day's work done. */
export const upkeepSteps: readonly UpkeepStep[] = [
  ...couponUpkeep,
  ...accountsUpkeep,
  ...teamUpkeep,
  ...billingUpkeep,
  ...declarationsUpkeep,
  ...ownDataUpkeep,
  ...siteUpkeep,
  ...invoicesUpkeep,
  ...mailUpkeep,
  ...sessionsUpkeep,
  ...passkeysUpkeep,
  ...codeHostUpkeep,
  ...adminLinkUpkeep,
  ...watchingUpkeep,
  ...httpUpkeep,
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
