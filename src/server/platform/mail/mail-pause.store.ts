import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'

/** The scope of a pause that concerns all mails: no domain is called so. */
export const wholeServer = '*'

/** How many recipients could not be reached in a row, the last of them, and until when nobody tries. */
export type Failures = {
  readonly failures: number
  readonly recipient: string | null
  readonly until: Date | null
}

/** What has failed in a scope so far; locks the row, which is there from now on. */
export async function lockFailures(trx: Transaction<Tables>, scope: string): Promise<Failures> {
  const { failures, until, mail_id } = await trx
    .insertInto('mail_pause')
    .values({ scope, failures: 0, mail_id: null, until: null })
    // changes nothing, and locks
    .onConflict((conflict) => conflict.column('scope').doUpdateSet({ scope }))
    .returning(['failures', 'until', 'mail_id'])
    .executeTakeFirstOrThrow()
  if (mail_id === null) return { failures, until, recipient: null }
  const mail = await trx.selectFrom('mail').select('recipient').where('id', '=', mail_id).executeTakeFirst()
  return { failures, until, recipient: mail?.recipient ?? null }
}

/** Notes one more failure, and until when nobody is to try again. */
export async function storeFailures(
  trx: Transaction<Tables>,
  scope: string,
  { failures, mailId, until }: { failures: number; mailId: string; until: Date | null },
): Promise<void> {
  await trx
    .updateTable('mail_pause')
    .set({ failures, mail_id: mailId, until })
    .where('scope', '=', scope)
    .execute()
}

/** Ends the pauses of these scopes: somebody answers there. */
export async function endPauses(db: Kysely<Tables>, scopes: readonly string[]): Promise<void> {
  await db.deleteFrom('mail_pause').where('scope', 'in', scopes).execute()
}

/**
 * All mails of a scope wait because of a failure: says so with those that are still to be tried, and gives those up that
 * have waited since before `endsBefore`. What another process holds is left to it.
 * @param now real time, as `endsBefore`
 * @param failedAt the same moment in business time
 */
export async function putOffAll(
  db: Kysely<Tables>,
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

/** Forgets hosts to which no mail is to be sent any more. */
export async function deletePausesWithoutMails(db: Kysely<Tables>): Promise<void> {
  await db
    .deleteFrom('mail_pause')
    .where(
      sql<boolean>`not exists (select from mail where sent_at is null and failed_at is null
        and mail_pause.scope in (mail.domain, ${wholeServer}))`,
    )
    .execute()
}
