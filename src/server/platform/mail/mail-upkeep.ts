import { emailKey } from '#domain/accounts/contact.ts'
import { daysBefore, type UpkeepStep } from '#server/platform/jobs/upkeep-step.ts'
import { anyMailWaits, deleteOldMails, forgetRecipients, forgetUndeliveredTexts } from './mail.store.ts'
import { deletePausesWithoutMails } from './mail-pause.store.ts'
import { sendMailsJob } from './send-due-mails.ts'

export const mailUpkeep: readonly UpkeepStep[] = [
  {
    // the retry job may have been given up or lost
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
    run: async ({ database: { db }, clock }) => {
      await deleteOldMails(db, daysBefore(clock.now(), 90))
      await forgetUndeliveredTexts(db, daysBefore(clock.now(), 7))
      await deletePausesWithoutMails(db)
    },
  },
  {
    name: 'forget-recipients',
    every: 'hour',
    clearsAway: true,
    run: ({ database, clock, config }) =>
      forgetRecipients(database.db, {
        // limits count the mails of the last hour
        createdBefore: new Date(clock.now().getTime() - 3_600_000),
        kept: emailKey(config.seller.email),
      }),
  },
]
