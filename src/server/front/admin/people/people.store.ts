import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { PeopleFilter, PersonRow, PersonStatus } from '#contract/desk/people.ts'
import type { Range } from '#domain/page-size.ts'
import type { Db } from '#server/platform/database/tables.ts'

/** The moment of the look, and for how many days an active subscription outlasts its end. */
export type Look = { readonly now: Date; readonly graceDays: number }

export type PeopleConditions = Pick<PeopleFilter, 'status' | 'payment' | 'language'> & {
  /** The accounts of a search. */
  readonly among?: readonly string[] | undefined
}

type Order = Pick<PeopleFilter, 'sort' | 'descending'>
/** As `subscriptionRuns` of the domain. */
const status = ({ now, graceDays }: Look) => sql<PersonStatus>`case
  when subscription.status is null then 'none'
  when subscription.until + case subscription.status when 'active' then ${graceDays}::int else 0 end * interval '1 day'
    <= ${now} then 'cancelled'
  else subscription.status end`

/** A charge failed, waits for the customer, or is late. */
const inTrouble = ({ now }: Look) => sql<boolean>`coalesce(subscription.health <> 'ok'
  or (subscription.status = 'active' and subscription.until <= ${now}), false)`

/** Counts the accounts that satisfy the conditions. */
export async function countPeople(db: Db, conditions: PeopleConditions, look: Look): Promise<number> {
  const { rows } = await sql<{ count: number }>`select (${countOf(conditions, look)})::int as count`.execute(
    db,
  )
  // a select without a table always returns one row
  return (rows as [{ count: number }])[0].count
}

/** A single filter is counted by its index alone: each subscription has its account, each account at most one subscription. */
function countOf(conditions: PeopleConditions, look: Look) {
  const { status: wanted, payment } = conditions
  const filters = [wanted, payment, conditions.language, conditions.among].filter(Boolean).length
  const accounts = sql`(select count(*) from account)`
  if (filters === 1 && wanted === 'none') return sql`${accounts} - (select count(*) from subscription)`
  if (filters === 1 && wanted && wanted !== 'none') {
    const counts = partsOf(wanted, look).map((part) => sql`(select count(*) from subscription where ${part})`)
    return sql`${sql.join(counts, sql` + `)}`
  }
  if (filters === 1 && payment === 'ok')
    return sql`${accounts} - (select count(*) from (${troubled(look)}) as troubled)`
  return sql`select count(*) from account where ${whereOf(conditions, look)}`
}

/** Returns the ids of a page of accounts, newest first unless sorted. */
export async function peopleIds(
  db: Db,
  conditions: PeopleConditions,
  look: Look,
  { limit, offset, ...order }: Order & Range,
): Promise<readonly string[]> {
  if (order.sort === 'until')
    return idsByEnd(db, whereOf(conditions, look), order.descending ?? 'no', { limit, offset })
  const { rows } = await sql<{ id: string }>`
    select account.id from account where ${whereOf(conditions, look)}
    order by ${orderOf(order)} limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Subscriptions by their end, in the order of an index; accounts without one come last. */
async function idsByEnd(
  db: Db,
  where: RawBuilder<SqlBool>,
  descending: 'yes' | 'no',
  { limit, offset }: Range,
): Promise<readonly string[]> {
  const direction = sql.raw(descending === 'yes' ? 'desc' : 'asc')
  const { rows } = await sql<{ id: string }>`
    select account.id from subscription join account on account.id = subscription.account_id where ${where}
    order by subscription.until ${direction}, subscription.account_id ${direction}
    limit ${limit} offset ${offset}`.execute(db)
  if (rows.length === limit) return rows.map(({ id }) => id)
  const without = sql<SqlBool>`not exists (select from subscription where subscription.account_id = account.id)`
  const { rows: last } = await sql<{ id: string }>`
    with ended as (
      select count(*) as count from subscription join account on account.id = subscription.account_id where ${where})
    select account.id from account where ${where} and ${without} order by account.id
    limit ${limit - rows.length} offset greatest(0, ${offset} - (select count from ended))`.execute(db)
  return [...rows, ...last].map(({ id }) => id)
}

/** Returns the ids of up to `limit` accounts older than `after`, newest first: for files, which read one part after the other. */
export async function peopleAfter(
  db: Db,
  conditions: PeopleConditions,
  look: Look,
  { after, limit }: { after: { createdAt: Date; id: string } | undefined; limit: number },
): Promise<readonly { readonly id: string; readonly createdAt: Date }[]> {
  const older = after
    ? sql`and (account.created_at, account.id) < (${after.createdAt}, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<{ id: string; createdAt: Date }>`
    select account.id, account.created_at as "createdAt" from account
    where ${whereOf(conditions, look)} ${older}
    order by account.created_at desc, account.id desc limit ${limit}`.execute(db)
  return rows
}

type Row = Omit<PersonRow, 'since' | 'until' | 'pausedFrom' | 'lastSeenAt' | 'payment' | 'foundBy'> & {
  readonly since: Date
  readonly until: Date | null
  readonly pausedFrom: Date | null
  readonly lastSeenAt: Date | null
  readonly trouble: boolean
}

/** Returns accounts with their owner and their sums, in the order of the ids. */
export async function readPeople(db: Db, ids: readonly string[], look: Look): Promise<readonly Row[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Row>`
    select account.id as "accountId", account.name, account.contract_number as "contractNumber",
      account.created_at as since, account.language,
      coalesce(contact.email, '') as email, coalesce(contact.confirmed_at is not null, false) as confirmed,
      ${status(look)} as status, ${inTrouble(look)} as trouble, subscription.until,
      case when subscription.paused_until > ${look.now} then subscription.paused_from end as "pausedFrom",
      coalesce(subscription.license_count, 0) as seats,
      (select count(*)::int from account_user as one
        where one.account_id = account.id and one.removed_at is null) as users,
      (select coalesce(sum(invoice.net_cents), 0)::int from invoice
        where invoice.account_id = any(array(
          select account.id union all
          select shop_order.id from account_user as one join shop_order on shop_order.user_id = one.id
          where one.account_id = account.id))) as "revenueCents",
      (select max(seen.at) from account_user as one, lateral (
          select max(last_seen_at) as at from session where user_id = one.id and switched_from is null
          union all select max(last_seen_at) from known_browser where user_id = one.id) as seen
        where one.account_id = account.id) as "lastSeenAt"
    from unnest(${[...ids]}::uuid[]) with ordinality as meant (id, place)
    join account on account.id = meant.id
    left join subscription on subscription.account_id = account.id
    left join lateral (
      select id from account_user where account_id = account.id and role = 'owner' order by position limit 1
    ) as owner on true
    left join contact on contact.user_id = owner.id and contact.is_primary
    order by meant.place`.execute(db)
  return rows
}

/**
 * The accounts that satisfy the conditions. Each condition is a question about account or subscription alone, so that an index
 * answers it.
 */
export function whereOf({ status: wanted, payment, language, among }: PeopleConditions, look: Look) {
  const conditions = [
    ...(wanted ? [hasStatus(wanted, look)] : []),
    ...(payment === 'trouble' ? [sql<SqlBool>`account.id in (${troubled(look)})`] : []),
    ...(payment === 'ok' ? [sql<SqlBool>`account.id not in (${troubled(look)})`] : []),
    // the owner's choice is stored with the account
    ...(language ? [sql<SqlBool>`account.language = ${language}`] : []),
    ...(among ? [sql<SqlBool>`account.id = any(${[...among]}::uuid[])`] : []),
  ]
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** As `status`. */
function hasStatus(wanted: PersonStatus, look: Look) {
  if (wanted === 'none')
    return sql<SqlBool>`not exists (select from subscription where subscription.account_id = account.id)`
  return sql<SqlBool>`account.id in (select account_id from subscription where ${subscriptionIs(wanted, look)})`
}

function subscriptionIs(wanted: Exclude<PersonStatus, 'none'>, look: Look) {
  return sql<SqlBool>`(${sql.join(partsOf(wanted, look), sql` or `)})`
}

/** The conditions of a status, of which a subscription satisfies one at most; each is a range of an index. */
function partsOf(wanted: Exclude<PersonStatus, 'none'>, { now, graceDays }: Look) {
  const lastEnd = new Date(now.getTime() - graceDays * 86_400_000)
  const runsFrom = wanted === 'active' ? lastEnd : now
  if (wanted !== 'cancelled') return [sql<SqlBool>`(status = ${wanted} and until > ${runsFrom})`]
  return [
    sql<SqlBool>`status = 'cancelled'`,
    sql<SqlBool>`(status = 'active' and until <= ${lastEnd})`,
    sql<SqlBool>`(status in ('trial', 'prepaid', 'pending-expiry') and until <= ${now})`,
  ]
}

/** As `inTrouble`. */
function troubled({ now }: Look) {
  return sql`select account_id from subscription where health <> 'ok' or (status = 'active' and until <= ${now})`
}

/** The newest account first, unless told otherwise. */
function orderOf({ sort = 'since', descending = sort === 'since' ? 'yes' : 'no' }: Order) {
  const direction = sql.raw(descending === 'yes' ? 'desc' : 'asc')
  if (sort === 'name') return sql`lower(account.name) collate "C" ${direction}, account.id ${direction}`
  return sql`account.created_at ${direction}, account.id ${direction}`
}
