import { sql } from 'kysely'
import type { Range } from '#domain/page-size.ts'
import type { ComingKind, ComingRenewal } from '#domain/reports/coming-renewals.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'
import { boundsOf } from './money-days.store.ts'

export type UncountedSubscription = {
  readonly accountId: string
  readonly state: unknown
  readonly version: number
  /** Users of the account that are not removed. */
  readonly users: number
}

/** Returns subscriptions that changed after their forecast, locked; those that somebody is changing are left out. */
export async function uncountedSubscriptions(
  trx: Trx,
  limit: number,
): Promise<readonly UncountedSubscription[]> {
  return trx
    .selectFrom('subscription')
    .select(['account_id as accountId', 'state', 'version'])
    .select(
      sql<number>`(select count(*)::int from account_user
        where account_user.account_id = subscription.account_id and removed_at is null)`.as('users'),
    )
    .where(sql<boolean>`forecast_version is distinct from version`)
    .orderBy('account_id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
}

/** Replaces the forecasts of subscriptions, which are locked. */
export async function storeForecasts(
  trx: Trx,
  forecasts: readonly { readonly accountId: string; readonly coming: readonly ComingRenewal[] }[],
): Promise<void> {
  const accounts = forecasts.map(({ accountId }) => accountId)
  const rows = forecasts.flatMap(({ accountId, coming }) =>
    coming.map(({ at, kind, netCents, seats }) => ({
      account_id: accountId,
      at,
      kind,
      net_cents: netCents,
      seats,
    })),
  )
  await trx.deleteFrom('coming_renewal').where('account_id', 'in', accounts).execute()
  if (rows.length > 0) await trx.insertInto('coming_renewal').values(rows).execute()
  await trx
    .updateTable('subscription')
    .set((set) => ({ forecast_version: set.ref('version') }))
    .where('account_id', 'in', accounts)
    .execute()
}

type Days = { readonly from: string; readonly to: string; readonly zone: string }

export type ComingSum = {
  /** First day of the week, from Monday on, or of the month. */
  readonly day: string
  readonly kind: ComingKind
  readonly count: number
  readonly cents: number
}

/** Returns the numbers and net sums of the days by week or month, and how many subscriptions are not counted yet. */
export async function comingSums(
  db: Db,
  { by, zone, ...days }: Days & { readonly by: 'week' | 'month' },
): Promise<{ readonly waiting: number; readonly sums: readonly ComingSum[] }> {
  const { start, end } = boundsOf(days, zone)
  // most periods begin at midnight: there are few moments, and each is turned into a day once
  const { rows: sums } = await sql<ComingSum>`
    select date_trunc(${sql.lit(by)}, at at time zone ${sql.lit(zone)})::date as day, kind, sum(count)::float8 as count,
      sum(cents)::float8 as cents
    from (select at, kind, count(*) as count, sum(net_cents) as cents from coming_renewal
      where at >= ${start} and at < ${end} group by at, kind) as moments
    group by 1, 2`.execute(db)
  const { waiting } = await db
    .selectFrom('subscription')
    .select(sql<number>`count(*)::int`.as('waiting'))
    .where(sql<boolean>`forecast_version is distinct from version`)
    .executeTakeFirstOrThrow()
  return { waiting, sums }
}

/** Returns a page of the subscriptions behind these numbers, the earliest first, and their total number. */
export async function comingPage(
  db: Db,
  { kind, zone, ...days }: Days & { readonly kind?: ComingKind | undefined },
  { limit, offset }: Range,
) {
  const { start, end } = boundsOf(days, zone)
  let found = db.selectFrom('coming_renewal').where('at', '>=', start).where('at', '<', end)
  if (kind) found = found.where('kind', '=', kind)
  const { count } = await found.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()
  const coming = await found
    .innerJoin('account', 'account.id', 'coming_renewal.account_id')
    .select(['coming_renewal.account_id as accountId', 'account.name', 'at', 'kind'])
    .select(['net_cents as netCents', 'seats'])
    .orderBy('at')
    .orderBy('coming_renewal.account_id')
    .limit(limit)
    .offset(offset)
    .execute()
  return { count, coming }
}
