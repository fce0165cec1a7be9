import { sql } from 'kysely'
import type { Db, Trx } from '#server/platform/database/tables.ts'

/** The scope of a pause of all mails; not a valid domain name. */
export const wholeServer = '*'

/** Number of consecutive recipients that failed, the last of them, and the end of the pause. */
export type Failures = {
  readonly failures: number
  readonly recipient: string | null
  readonly until: Date | null
}

/** Returns the failures of a scope, and locks their row, creating it where missing. */
export async function lockFailures(trx: Trx, scope: string): Promise<Failures> {
  const { failures, until, mail_id } = await trx
    .insertInto('mail_pause')
    .values({ scope, failures: 0, mail_id: null, until: null })
    // changes nothing, but locks the row
    .onConflict((conflict) => conflict.column('scope').doUpdateSet({ scope }))
    .returning(['failures', 'until', 'mail_id'])
    .executeTakeFirstOrThrow()
  if (mail_id === null) return { failures, until, recipient: null }
  const mail = await trx.selectFrom('mail').select('recipient').where('id', '=', mail_id).executeTakeFirst()
  return { failures, until, recipient: mail?.recipient ?? null }
}

/** Stores a further failure, and the end of the pause. */
export async function storeFailures(
  trx: Trx,
  scope: string,
  { failures, mailId, until }: { failures: number; mailId: string; until: Date | null },
): Promise<void> {
  await trx
    .updateTable('mail_pause')
    .set({ failures, mail_id: mailId, until })
    .where('scope', '=', scope)
    .execute()
}

/** Ends the pauses of these scopes, because they answer again. */
export async function endPauses(db: Db, scopes: readonly string[]): Promise<void> {
  await db.deleteFrom('mail_pause').where('scope', 'in', scopes).execute()
}

/** Makes all mails due that wait for another attempt. */
export async function makeMailsDue(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('mail')
    .set({ next_attempt_at: now })
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('next_attempt_at', '>', now)
    .where((where) => where.or([where('taken_until', 'is', null), where('taken_until', '<=', now)]))
    .execute()
}

/**
 * Postpones all mails of a scope after a failure, and gives up those that have waited since before `endsBefore`.
 * Mails claimed by other processes are skipped.
 * @param now real time, as `endsBefore`
 * @param failedAt the same moment in business time
 */
export async function putOffAll(
  db: Db,
  scope: string,
  { now, endsBefore, failedAt, reason }: { now: Date; endsBefore: Date; failedAt: Date; reason: string },
): Promise<void> {
  const waiting = db
    .updateTable('mail')
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .where((where) => where.or([where('taken_until', 'is', null), where('taken_until', '<=', now)]))
    .$if(scope !== wholeServer, (query) => query.where('domain', '=', scope))
  await waiting.set({ put_off_since: now, last_error: reason }).where('put_off_since', 'is', null).execute()
  await waiting
    .set({ failed_at: failedAt, given_up_at: now })
    .where('put_off_since', '<=', endsBefore)
    .execute()
}

/** Deletes the pauses of scopes without waiting mails. */
export async function deletePausesWithoutMails(db: Db): Promise<void> {
  await db
    .deleteFrom('mail_pause')
    .where(
      sql<boolean>`not exists (select from mail where sent_at is null and failed_at is null
        and mail_pause.scope in (mail.domain, ${wholeServer}))`,
    )
    .execute()
}
