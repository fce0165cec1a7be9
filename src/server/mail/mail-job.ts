import type { Services } from '#server/services/services.ts'
import { sendDueMails } from './send-due-mails.ts'

/** Name of the job that empties the outbox. */
export const sendMailsJob = 'send-mails'

/**
 * Sends mails as soon as they are queued, and looks again every 15 seconds as long as some wait for another attempt.
 * It begins with those that an earlier process left behind.
 */
export async function startMailJob(services: Services): Promise<void> {
  const { queue, database } = services
  await queue.work(sendMailsJob, async () => {
    if (!(await sendDueMails(services))) return
    await queue.enqueue(database.db, sendMailsJob, {}, { singletonKey: 'look again', delayMs: lookAgainMs })
  })
  await queue.enqueue(database.db, sendMailsJob, {}, { singletonKey: 'at start' })
}

const lookAgainMs = 15_000
