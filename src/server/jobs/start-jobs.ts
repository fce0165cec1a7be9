import { startVatIdJob } from '#server/billing/check-vat-id.ts'
import { startAvatarJob } from '#server/code-host/avatars.ts'
import { startDeclarationJob } from '#server/declarations/declaration-job.ts'
import { startMailJob } from '#server/mail/mail-job.ts'
import { startMediaDeletion } from '#server/own-data/delete-unused-media.ts'
import type { Services } from '#server/services/services.ts'
import { startBillingJob } from '#server/subscriptions/billing-job.ts'
import { startDailyWork } from './daily.ts'

/** Says who does the jobs of the house. Before it, nothing can be enqueued. */
export async function startJobs(services: Services): Promise<void> {
  await startMailJob(services)
  await startMediaDeletion(services)
  await startAvatarJob(services)
  await startBillingJob(services)
  await startVatIdJob(services)
  await startDeclarationJob(services)
  await startDailyWork(services)
}
