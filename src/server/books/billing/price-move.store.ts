import { sql } from 'kysely'
import type { MoveOutcome } from '#domain/billing/new-price/price-move.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'

type OneOf = { readonly moveId: string; readonly accountId: string }

/** Notes what became of an announced price. */
export async function settlePriceMove(
  trx: Trx,
  { moveId, accountId }: OneOf,
  outcome: MoveOutcome | 'left-out' | 'unreached',
  at: Date,
): Promise<void> {
  await trx
    .updateTable('price_move_account')
    .set({ outcome, outcome_at: at })
    .where('move_id', '=', moveId)
    .where('account_id', '=', accountId)
    .execute()
}

/** Notes an announcement, and the key of its mail. */
export async function noteAnnounced(
  trx: Trx,
  { moveId, accountId }: OneOf,
  { at, mailKey }: { readonly at: Date; readonly mailKey: string },
): Promise<void> {
  await trx
    .updateTable('price_move_account')
    .set({ announced_at: at, mail_key: mailKey })
    .where('move_id', '=', moveId)
    .where('account_id', '=', accountId)
    .execute()
}

/** Notes when the mail server had taken the announcement. */
export async function noteMailed(trx: Trx, { moveId, accountId }: OneOf, at: Date) {
  await trx
    .updateTable('price_move_account')
    .set({ mailed_at: at })
    .where('move_id', '=', moveId)
    .where('account_id', '=', accountId)
    .execute()
}

/** Stores the customer's agreement, as evidence: its moment and the sentence that they agreed to. The first one counts. */
export async function noteAccepted(
  trx: Trx,
  { moveId, accountId }: OneOf,
  { at, words }: { readonly at: Date; readonly words: string },
): Promise<void> {
  await trx
    .updateTable('price_move_account')
    .set({ accepted_at: at, words })
    .where('move_id', '=', moveId)
    .where('account_id', '=', accountId)
    .where('accepted_at', 'is', null)
    .execute()
}

/** Returns customers to whom a running move is still to be announced, of the oldest moves first. */
export function unannounced(db: Db, limit: number) {
  return db
    .selectFrom('price_move_account as one')
    .innerJoin('price_move as move', 'move.id', 'one.move_id')
    .select(['one.account_id', 'move.id', 'move.plan', 'move.starts_at', 'move.otherwise'])
    .where('one.outcome', 'is', null)
    .where('one.announced_at', 'is', null)
    .where('move.stopped_at', 'is', null)
    .orderBy('move.created_at')
    .orderBy('one.account_id')
    .limit(limit)
    .execute()
}

/** Counts the mails to many of the time since: announcements, and those of broadcasts. */
export async function countToMany(db: Db, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from price_move_account where announced_at > ${since})
      + (select count(*) from mail where broadcast_id is not null and created_at > ${since}))::int as count`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Returns announcements whose mail was taken or refused for good since they were written. */
export async function answeredMails(db: Db, limit: number) {
  return db
    .selectFrom('price_move_account as one')
    .innerJoin('mail', 'mail.effect_key', 'one.mail_key')
    .select(['one.account_id', 'one.move_id', 'mail.failed_at'])
    .where('one.outcome', 'is', null)
    .where('one.mailed_at', 'is', null)
    .where((where) =>
      where.or([where('mail.sent_at', 'is not', null), where('mail.failed_at', 'is not', null)]),
    )
    .limit(limit)
    .execute()
}

/** Returns announcements of moves that were stopped since. */
export function stoppedMoves(db: Db, limit: number) {
  return db
    .selectFrom('price_move_account as one')
    .innerJoin('price_move as move', 'move.id', 'one.move_id')
    .select(['one.account_id', 'one.move_id'])
    .where('one.outcome', 'is', null)
    .where('move.stopped_at', 'is not', null)
    .limit(limit)
    .execute()
}
