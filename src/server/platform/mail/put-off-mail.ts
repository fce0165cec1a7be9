import type { Db } from '#server/platform/database/tables.ts'
import type { Services } from '#server/platform/services/services.ts'
import { markFailed, markGivenUp, postpone, type QueuedMail } from './mail.store.ts'

/** How long a mail is retried after its first failed attempt before it is given up. */
export const longestTryMs = 5 * 86_400_000
/** For mails deferred by the recipient's host ("try again later"), which may take up to an hour. */
const maxDelayMs = 3_600_000

type DatabaseAndClock = { readonly db: Db; readonly clock: Services['clock'] }

/** Retries a mail after `waitMs`, by default with growing delays; after five days it is given up. */
export async function putOff(
  { db, clock }: DatabaseAndClock,
  { id, attempts, put_off_since: since }: QueuedMail,
  {
    reason,
    waitMs = Math.min(30_000 * 2 ** (attempts - 1), maxDelayMs),
  }: { reason: string; waitMs?: number },
): Promise<void> {
  const now = clock.real()
  if (since !== null && now.getTime() - since.getTime() >= longestTryMs)
    return markGivenUp(db, id, { failedAt: clock.now(), givenUpAt: now, reason })
  await postpone(db, id, { now, nextAttemptAt: new Date(now.getTime() + waitMs), reason })
}

/** Gives a mail up. */
export async function fail(
  { db, clock }: DatabaseAndClock,
  { id }: QueuedMail,
  reason: string,
): Promise<void> {
  await markFailed(db, id, { failedAt: clock.now(), reason })
}
