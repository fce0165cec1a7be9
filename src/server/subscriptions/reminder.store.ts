import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** The longest that anything is spoken of before it happens, and a day more. */
const aheadMs = 31 * 86_400_000

/** Subscriptions to which something happens within a month, or whose renewal is late, with the month until which their card is good. */
export async function subscriptionsToRemind(db: Kysely<Tables>, now: Date) {
  return db
    .selectFrom('subscription')
    .leftJoin('payment_method', (join) =>
      join
        .onRef('payment_method.account_id', '=', 'subscription.account_id')
        .on(sql<boolean>`payment_method.ref = subscription.state ->> 'method'`),
    )
    .selectAll('subscription')
    .select('payment_method.expires')
    .where('status', '!=', 'cancelled')
    .where((where) =>
      where.or([
        where.between('until', now, new Date(now.getTime() + aheadMs)),
        where('health', '!=', 'ok'),
        where('included_licenses', '>', 0),
      ]),
    )
    .execute()
}

/** Which of these mails were written already. */
export async function writtenMails(
  db: Kysely<Tables>,
  effectKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select effect_key as key from mail where effect_key = any(${[...effectKeys]}::text[])`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

/** Month until whose end a card of the account is good. */
export async function expiryOfCard(
  trx: Transaction<Tables>,
  accountId: string,
  ref: string,
): Promise<string | undefined> {
  const row = await trx
    .selectFrom('payment_method')
    .select('expires')
    .where('account_id', '=', accountId)
    .where('ref', '=', ref)
    .executeTakeFirst()
  return row?.expires
}
