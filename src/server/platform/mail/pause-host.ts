import { mailServerOf } from '#server/platform/config/mail-server.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services/services.ts'
import type { QueuedMail } from './mail.store.ts'
import { lockFailures, putOffAll, storeFailures, wholeServer } from './mail-pause.store.ts'
import { longestTryMs, putOff } from './put-off-mail.ts'

/**
 * Records that the hosts of a mail's domain gave no answer or deferred it. After two recipients in a row all mails to
 * the domain are paused: for a minute first, then twice as long each time, at most an hour. A single recipient, with a
 * full mailbox for example, delays no other. The first accepted mail ends the pause.
 */
export async function noteHostFailure(
  services: Pick<Services, 'database' | 'clock'>,
  mail: QueuedMail,
  reason: string,
): Promise<void> {
  const { domain, recipient } = mail
  const { database, clock } = services
  if (domain === null) return
  await inTransaction(database.db, async (trx) => {
    const before = await lockFailures(trx, domain)
    if (isPaused(before.until, clock.real())) return
    const failures = before.recipient === recipient ? before.failures : before.failures + 1
    if (failures < 2) return storeFailures(trx, domain, { failures, mailId: mail.id, until: null })
    const pauseMs = Math.min(firstPauseMs * 2 ** (failures - 2), maxPauseMs)
    return pause(trx, clock, mail, { scope: domain, reason, failures, pauseMs })
  })
}

/**
 * The mail server accepts nothing: this mail is retried, and all mails are paused, for a minute at most. Where another
 * mail server was set during the attempt, this mail is retried at once and none is paused.
 * @param triedBy `mailServerOf` before the attempt
 */
export async function noteServerFailure(
  services: Pick<Services, 'database' | 'clock' | 'config'>,
  mail: QueuedMail,
  { reason, triedBy }: { readonly reason: string; readonly triedBy: string },
): Promise<void> {
  const { database, clock, config } = services
  await inTransaction(database.db, async (trx) => {
    // `sendByNewServer` locks the same row once the setting has changed
    const { failures, until } = await lockFailures(trx, wholeServer)
    const isOld = mailServerOf(config) !== triedBy
    const waitMs = isOld ? 0 : Math.min(serverPauseMs * mail.attempts, maxServerPauseMs)
    await putOff({ db: trx, clock }, mail, { reason, waitMs })
    if (isOld || isPaused(until, clock.real())) return
    const pauseMs = Math.min(serverPauseMs * (failures + 1), maxServerPauseMs)
    await pause(trx, clock, mail, { scope: wholeServer, reason, failures: failures + 1, pauseMs })
  })
}

/** Parallel mails fail together, which counts as one failure. */
function isPaused(until: Date | null, now: Date): boolean {
  return until !== null && until > now
}

async function pause(
  trx: Trx,
  clock: Services['clock'],
  mail: QueuedMail,
  { scope, reason, failures, pauseMs }: { scope: string; reason: string; failures: number; pauseMs: number },
): Promise<void> {
  const now = clock.real()
  const until = new Date(now.getTime() + pauseMs)
  await storeFailures(trx, scope, { failures, mailId: mail.id, until })
  const endsBefore = new Date(now.getTime() - longestTryMs)
  await putOffAll(trx, scope, { now, endsBefore, failedAt: clock.now(), reason })
}

const firstPauseMs = 60_000
const maxPauseMs = 3_600_000
const serverPauseMs = 5_000
/** A recovered mail server is noticed within a minute, and its backlog is sent at once. */
const maxServerPauseMs = 60_000
