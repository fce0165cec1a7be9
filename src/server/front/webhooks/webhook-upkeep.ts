import { readSetting, writeSetting } from '#server/platform/database/setting.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { daysBefore, type UpkeepStep } from '#server/platform/jobs/upkeep-step.ts'
import type { Services } from '#server/platform/services/services.ts'
import { sendWebhooksJob } from './send-due-webhooks.ts'
import { anyWebhookWaits, deleteOldDeliveries, markPublicVideos, noteEvent } from './webhook.store.ts'

export const webhookUpkeep: readonly UpkeepStep[] = [
  { name: 'announce-videos', every: 'minute', run: announceVideos },
  {
    // triggers write events, and enqueue no job
    name: 'look-for-waiting-webhooks',
    every: 'minute',
    run: async ({ database: { db }, clock, queue }) => {
      if (await anyWebhookWaits(db, clock.real()))
        await queue.enqueue(db, sendWebhooksJob, {}, { singletonKey: 'each minute' })
    },
  },
  {
    name: 'delete-old-webhooks',
    every: 'hour',
    clearsAway: true,
    run: ({ database, clock }) => deleteOldDeliveries(database.db, daysBefore(clock.real(), 30)),
  },
]

/** Notes `video.published` for videos whose time has come, once for each. The first run only marks those that are public. */
async function announceVideos({ database, clock }: Services): Promise<void> {
  await inTransaction(database.db, async (trx) => {
    const isFirst = (await readSetting(trx, 'announced-videos')) === undefined
    if (isFirst) await writeSetting(trx, 'announced-videos', true)
    const videos = await markPublicVideos(trx, clock.now())
    if (!isFirst) for (const videoId of videos) await noteEvent(trx, 'video.published', { videoId })
  })
}
