import type { Services } from '#server/services.ts'
import { sendDueMails } from './send-due-mails.ts'

/** Name of the job that empties the outbox. */
export const sendMailsJob = 'send-mails'

/**
 * Sends mails as soon as they are queued, and looks again every 15 seconds as long as some wait for another attempt.
 * It begins with those that an earlier process left behind.
 */
export async function startMailJob(services: Services): Promise<void> {
  const { queue, database, clock } = services
  await queue.work(sendMailsJob, async () => {
    if (!(await sendDueMails(services))) return
    const startAfter = new Date(clock.real().getTime() + lookAgainMs)
    await queue.enqueue(database.db, sendMailsJob, {}, { singletonKey: 'look again', startAfter })
  })
  await queue.enqueue(database.db, sendMailsJob, {}, { singletonKey: 'at start' })
}

const lookAgainMs = 15_000
