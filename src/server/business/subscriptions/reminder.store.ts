import { sql } from 'kysely'
import type { Db, Trx } from '#server/platform/database/tables.ts'

const dayMs = 86_400_000

/**
 * Returns subscriptions that may need a reminder, with the expiry of their card. Monthly renewals with a valid card
 * need none, so most are not read; `dueReminders` and `dueCardReminder` decide about the rest.
 */
export async function subscriptionsToRemind(db: Db, now: Date) {
  const within = (days: number) => new Date(now.getTime() + days * dayMs)
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
        where.and([where.between('until', now, within(14)), where('status', '!=', 'active')]),
        where.and([
          where.between('until', now, within(14)),
          // in any time zone: the end may be in the month that begins within hours
          sql<boolean>`payment_method.expires < to_char(until + interval '1 day', 'YYYY-MM')`,
        ]),
        where.and([
          where.between('until', now, within(30)),
          sql<boolean>`coalesce(state #>> '{nextInterval,unit}', interval_unit) = 'y'
            or coalesce(state #>> '{nextInterval,unit}', interval_unit) = 'm'
            and coalesce((state #>> '{nextInterval,value}')::int, interval_value) >= 3`,
        ]),
        where.and([where.between('until', now, within(7)), where('paused_until', 'is not', null)]),
        where.and([where.between('until', now, within(7)), sql<boolean>`state ->> 'move' is not null`]),
        where('health', '!=', 'ok'),
        where('included_licenses', '>', 0),
      ]),
    )
    .execute()
}

/** Returns which of these mails were written already. */
export async function writtenMails(db: Db, effectKeys: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select effect_key as key from mail where effect_key = any(${[...effectKeys]}::text[])`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

/** Returns the month in which the account's card expires. */
export async function expiryOfCard(trx: Trx, accountId: string, ref: string): Promise<string | undefined> {
  const row = await trx
    .selectFrom('payment_method')
    .select('expires')
    .where('account_id', '=', accountId)
    .where('ref', '=', ref)
    .executeTakeFirst()
  return row?.expires
}
