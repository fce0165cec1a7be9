import { type Kysely, type SqlBool, sql } from 'kysely'
import type { PeopleFilter, PersonRow, PersonStatus } from '#contract/desk/people.ts'
import type { Tables } from '#server/platform/database/tables.ts'

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
export async function countPeople(
  db: Kysely<Tables>,
  conditions: PeopleConditions,
  look: Look,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${accountsWith(conditions)} where ${whereOf(conditions, look)}`.execute(
    db,
  )
  // an aggregate always returns one row
  return (rows as [{ count: number }])[0].count
}

/** Returns the ids of a page of accounts, newest first unless sorted. */
export async function peopleIds(
  db: Kysely<Tables>,
  conditions: PeopleConditions,
  look: Look,
  { limit, offset, ...order }: Order & { limit: number; offset: number },
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select account.id from ${accountsWith({ ...conditions, ...order })}
    where ${whereOf(conditions, look)}
    order by ${orderOf(order)} limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns the ids of up to `limit` accounts older than `after`, newest first: for files, which read one part after the other. */
export async function peopleAfter(
  db: Kysely<Tables>,
  conditions: PeopleConditions,
  look: Look,
  { after, limit }: { after: { createdAt: Date; id: string } | undefined; limit: number },
): Promise<readonly { readonly id: string; readonly createdAt: Date }[]> {
  const older = after
    ? sql`and (account.created_at, account.id) < (${after.createdAt}, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<{ id: string; createdAt: Date }>`
    select account.id, account.created_at as "createdAt" from ${accountsWith(conditions)}
    where ${whereOf(conditions, look)} ${older}
    order by account.created_at desc, account.id desc limit ${limit}`.execute(db)
  return rows
}

type Row = Omit<PersonRow, 'since' | 'until' | 'lastSeenAt' | 'payment' | 'foundBy'> & {
  readonly since: Date
  readonly until: Date | null
  readonly lastSeenAt: Date | null
  readonly trouble: boolean
}

/** Returns accounts with their owner and their sums, in the order of the ids. */
export async function readPeople(
  db: Kysely<Tables>,
  ids: readonly string[],
  look: Look,
): Promise<readonly Row[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Row>`
    select account.id as "accountId", account.name, account.contract_number as "contractNumber",
      account.created_at as since, coalesce(owner.language, account.language) as language,
      coalesce(contact.email, '') as email, coalesce(contact.confirmed_at is not null, false) as confirmed,
      ${status(look)} as status, ${inTrouble(look)} as trouble, subscription.until,
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
      select id, language from account_user where account_id = account.id and role = 'owner' order by position limit 1
    ) as owner on true
    left join contact on contact.user_id = owner.id and contact.is_primary
    order by meant.place`.execute(db)
  return rows
}

/** The tables that conditions and order need: counting all accounts reads no subscription. */
function accountsWith({ status: wanted, payment, language, sort }: PeopleConditions & Order) {
  const subscriptions = wanted || payment || sort === 'until'
  return sql`account
    ${subscriptions ? sql`left join subscription on subscription.account_id = account.id` : sql``}
    ${
      language
        ? sql`left join account_user as owner on owner.account_id = account.id and owner.role = 'owner'`
        : sql``
    }`
}

function whereOf({ status: wanted, payment, language, among }: PeopleConditions, look: Look) {
  const conditions = [
    ...(wanted ? [sql<SqlBool>`${status(look)} = ${wanted}`] : []),
    ...(payment ? [sql<SqlBool>`${inTrouble(look)} = ${payment === 'trouble'}`] : []),
    ...(language ? [sql<SqlBool>`coalesce(owner.language, account.language) = ${language}`] : []),
    ...(among ? [sql<SqlBool>`account.id = any(${[...among]}::uuid[])`] : []),
  ]
  return conditions.length === 0 ? sql<SqlBool>`true` : sql.join(conditions, sql` and `)
}

/** The newest account first, unless told otherwise; accounts without an end come last. */
function orderOf({ sort = 'since', descending = sort === 'since' ? 'yes' : 'no' }: Order) {
  const direction = sql.raw(descending === 'yes' ? 'desc' : 'asc')
  if (sort === 'name') return sql`lower(account.name) collate "C" ${direction}, account.id ${direction}`
  if (sort === 'until') return sql`subscription.until ${direction} nulls last, account.id`
  return sql`account.created_at ${direction}, account.id ${direction}`
}
