import { tooManyRefused } from '#domain/broadcasts.ts'
import { unsubscribeAddress } from '#server/business/newsletter/unsubscribe-token.ts'
import { lookOf } from '#server/front/admin/people/show-people.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { daysBefore, oneByOne, type UpkeepStep } from '#server/platform/jobs/upkeep-step.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import type { Services } from '#server/platform/services/services.ts'
import {
  type BroadcastRow,
  countAnswers,
  countWritten,
  endBroadcast,
  forgetMailsOf,
  lockCounted,
  lockRunning,
  runningBroadcasts,
} from './broadcast.store.ts'
import { broadcastMail } from './broadcast-mail.ts'
import { broadcastKey, lockNextRecipients } from './recipients.store.ts'

/** Days for which it is kept who got a broadcast. */
const keptDays = 30
/** Mails that one transaction writes. */
const atOnce = 100

export const broadcastUpkeep: readonly UpkeepStep[] = [
  {
    name: 'send-broadcasts',
    every: 'minute',
    run: async (services) => {
      const due = await runningBroadcasts(services.database.db, services.clock.now())
      return oneByOne(
        due,
        (id) => writeOfMinute(services, id),
        (error, broadcast) => services.log.error({ err: error, broadcast }, 'a broadcast could not go on'),
        services.stopping,
      )
    },
  },
  {
    name: 'forget-broadcast-recipients',
    every: 'hour',
    clearsAway: true,
    run: ({ database, clock }) =>
      inTransaction(database.db, async (trx) => {
        for (const row of await lockCounted(trx, daysBefore(clock.now(), keptDays)))
          await forgetMailsOf(trx, row)
      }),
  },
]

/** Writes the mails of a minute into the outbox: a sixtieth of what MAIL_PER_HOUR allows, for all broadcasts together. */
async function writeOfMinute(services: Services, id: string): Promise<void> {
  const perMinute = Math.ceil(services.config.broadcastMailsPerHour / 60)
  for (let written = 0; written < perMinute; ) {
    const limit = Math.min(atOnce, perMinute - written)
    const more = await inTransaction(services.database.db, (trx) => writeSome(trx, services, id, limit))
    if (more < limit) return
    written += more
  }
}

/**
 * Writes up to `limit` mails, and returns how many. Ends the broadcast after the last one was answered, and stops it after
 * too many refusals. Its row is locked, so that several processes together keep to the limit.
 */
async function writeSome(trx: Trx, services: Services, id: string, limit: number): Promise<number> {
  const at = services.clock.now()
  const broadcast = await lockRunning(trx, id)
  if (!broadcast) return 0
  const { answered, refused, waiting } = await countAnswers(trx, id)
  if (tooManyRefused({ answered, refused })) {
    services.log.warn({ broadcast: id, answered, refused }, 'a broadcast was stopped: too many refusals')
    await endBroadcast(trx, id, { at, stoppedBy: 'refusals' })
    return 0
  }
  const written = await countWritten(trx, new Date(at.getTime() - 3_600_000))
  const free = Math.min(limit, services.config.broadcastMailsPerHour - written)
  if (free <= 0) return 0
  const next = await lockNextRecipients(trx, audienceOf(broadcast), lookOf(services), free)
  for (const recipient of next) {
    const isNewsletter = broadcast.kind === 'newsletter'
    await queueMail(trx, services, {
      effectKey: broadcastKey(broadcast.kind, id, recipient.accountId),
      template: isNewsletter ? 'newsletter' : 'contract-notice',
      to: recipient.email,
      broadcastId: id,
      content: broadcastMail(
        broadcast,
        {
          name: recipient.name,
          unsubscribe: isNewsletter
            ? await unsubscribeAddress(trx, services.config, recipient.accountId, at)
            : undefined,
        },
        services.config,
      ),
    })
  }
  if (next.length === 0 && waiting === 0) await endBroadcast(trx, id, { at, stoppedBy: null })
  return next.length
}

function audienceOf({ id, kind, to_language, to_status, send_at }: BroadcastRow) {
  return { id, kind, toLanguage: to_language, toStatus: to_status as never, createdAt: send_at }
}
