import { daysBefore, type UpkeepStep } from '#server/jobs/upkeep-step.ts'
import { anyMailWaits, deleteOldMails } from './mail.store.ts'
import { sendMailsJob } from './send-due-mails.ts'

export const mailUpkeep: readonly UpkeepStep[] = [
  {
    // the job that looks again for them may have been given up or lost
    name: 'look-for-waiting-mails',
    every: 'minute',
    run: async ({ database: { db }, queue }) => {
      if (await anyMailWaits(db)) await queue.enqueue(db, sendMailsJob, {}, { singletonKey: 'each minute' })
    },
  },
  {
    name: 'delete-old-mails',
    every: 'hour',
    clearsAway: true,
    run: ({ database, clock }) => deleteOldMails(database.db, daysBefore(clock.now(), 90)),
  },
]
