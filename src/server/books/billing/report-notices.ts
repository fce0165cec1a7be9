import type { Database } from '#server/platform/database/database.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { paymentNoticesMail } from '#server/platform/mail/templates/payment-notices.ts'
import type { Clock } from '#server/platform/runtime/clock.ts'
import type { Services } from '#server/platform/services/services.ts'
import { countRefusals, lockUnmailedNotices, markMailed, wasMailedSince } from './payment-notice.store.ts'

const dayMs = 86_400_000
/** The longest useful mail; the log and the table contain all notices. */
const maxLines = 50

/** Mails new notices to the operator, at most once a day. */
export async function mailNotices(services: Services): Promise<void> {
  const { clock, config, database } = services
  const real = clock.real()
  await inTransaction(database.db, async (trx) => {
    if (await wasMailedSince(trx, new Date(real.getTime() - dayMs))) return
    const notices = await lockUnmailedNotices(trx)
    const last = notices.at(-1)
    if (!last) return
    await queueMail(trx, services, {
      effectKey: `payment-notices until ${last.id}`,
      template: 'payment-notices',
      to: config.seller.email,
      content: paymentNoticesMail(
        { count: notices.length, listed: notices.slice(0, maxLines) },
        config,
        'en',
      ),
    })
    await markMailed(trx, last.id, real)
  })
}

/** For monitoring: one sentence where payments were permanently refused within the last day. */
export async function refusedPayments({
  database,
  clock,
}: {
  database: Pick<Database, 'db'>
  clock: Pick<Clock, 'real'>
}): Promise<readonly string[]> {
  const count = await countRefusals(database.db, new Date(clock.real().getTime() - dayMs))
  return count === 0 ? [] : [`${count} payments were refused for good within a day`]
}
