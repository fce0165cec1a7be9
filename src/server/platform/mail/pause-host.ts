import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services/services.ts'
import type { QueuedMail } from './mail.store.ts'
import { type Failures, lockFailures, putOffAll, storeFailures, wholeServer } from './mail-pause.store.ts'
import { longestTryMs } from './put-off-mail.ts'

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
  if (domain === null) return
  await noteFailure(services, mail, { scope: domain, reason }, (before) => {
    const failures = before.recipient === recipient ? before.failures : before.failures + 1
    return {
      failures,
      pauseMs: failures < 2 ? undefined : Math.min(firstPauseMs * 2 ** (failures - 2), maxPauseMs),
    }
  })
}

/** The mail server accepts nothing: all mails are paused, for a minute at most. */
export async function noteServerFailure(
  services: Pick<Services, 'database' | 'clock'>,
  mail: QueuedMail,
  reason: string,
): Promise<void> {
  await noteFailure(services, mail, { scope: wholeServer, reason }, ({ failures }) => ({
    failures: failures + 1,
    pauseMs: Math.min(serverPauseMs * (failures + 1), maxServerPauseMs),
  }))
}

async function noteFailure(
  { database: { db }, clock }: Pick<Services, 'database' | 'clock'>,
  mail: QueuedMail,
  { scope, reason }: { scope: string; reason: string },
  next: (before: Failures) => { failures: number; pauseMs: number | undefined },
): Promise<void> {
  const now = clock.real()
  await inTransaction(db, async (trx) => {
    const before = await lockFailures(trx, scope)
    // parallel mails fail together, which counts as one failure
    if (before.until !== null && before.until > now) return
    const { failures, pauseMs } = next(before)
    const until = pauseMs === undefined ? null : new Date(now.getTime() + pauseMs)
    await storeFailures(trx, scope, { failures, mailId: mail.id, until })
    if (until === null) return
    const endsBefore = new Date(now.getTime() - longestTryMs)
    await putOffAll(trx, scope, { now, endsBefore, failedAt: clock.now(), reason })
  })
}

const firstPauseMs = 60_000
const maxPauseMs = 3_600_000
const serverPauseMs = 5_000
const maxServerPauseMs = 60_000
