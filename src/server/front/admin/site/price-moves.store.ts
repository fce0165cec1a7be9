import { type RawBuilder, sql } from 'kysely'
import type { MovedCustomer, PriceMove } from '#contract/desk/price-move-calls.ts'
import type { Range } from '#domain/page-size.ts'
import { adminAccountId } from '#server/identity/sessions/admin-account.ts'
import type { Db, Tables, Trx } from '#server/platform/database/tables.ts'

type Paying = {
  readonly accountId: string
  readonly name: string
  readonly email: string
  /** Confirmed, and not known to be undeliverable. */
  readonly isReachable: boolean
  readonly users: number
  readonly state: unknown
  readonly version: number
}

/** Returns all accounts with a running paid subscription, by name. Accounts that are about to be deleted are not among them. */
export async function payingCustomers(db: Db): Promise<readonly Paying[]> {
  const { rows } = await sql<Paying>`
    select account.id as "accountId", coalesce(owner.name, account.name) as name, coalesce(contact.email, '') as email,
      coalesce(contact.confirmed_at is not null and contact.undeliverable_since is null, false) as "isReachable",
      (select count(*)::int from account_user as one where one.account_id = account.id and one.removed_at is null) as users,
      subscription.state, subscription.version
    from subscription join account on account.id = subscription.account_id
    left join account_user as owner on owner.account_id = account.id and owner.role = 'owner'
    left join contact on contact.user_id = owner.id and contact.is_primary
    where subscription.status = 'active' and subscription.state is not null
      and account.id <> ${adminAccountId} and account.deletion_at is null
    order by lower(coalesce(owner.name, account.name)), account.id`.execute(db)
  return rows
}

type NewMove = Pick<Tables['price_move'], 'id' | 'name' | 'starts_at' | 'otherwise' | 'created_at'> & {
  readonly plan: object
}
export type NewCustomer = Pick<
  Tables['price_move_account'],
  'account_id' | 'users' | 'interval_value' | 'interval_unit' | 'old_cents' | 'new_cents'
>

/** Rows of one statement. */
const atOnce = 1000

export async function insertMove(trx: Trx, move: NewMove, customers: readonly NewCustomer[]): Promise<void> {
  await trx
    .insertInto('price_move')
    .values({ ...move, plan: JSON.stringify(move.plan), stopped_at: null })
    .execute()
  const nothingYet = {
    move_id: move.id,
    announced_at: null,
    mail_key: null,
    mailed_at: null,
    accepted_at: null,
    words: null,
    outcome: null,
    outcome_at: null,
  }
  for (let from = 0; from < customers.length; from += atOnce)
    await trx
      .insertInto('price_move_account')
      .values(customers.slice(from, from + atOnce).map((customer) => ({ ...customer, ...nothingYet })))
      .execute()
}

/** Notes that a move was stopped; returns false if it was before, or is unknown. */
export async function stopMove(trx: Trx, id: string, at: Date): Promise<boolean> {
  const row = await trx
    .updateTable('price_move')
    .set({ stopped_at: at })
    .where('id', '=', id)
    .where('stopped_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** What became of one customer's announcement, so far. */
const state = sql<MovedCustomer['state']>`case
  when one.outcome is not null then one.outcome
  when one.mailed_at is null then 'waiting'
  when subscription.status = 'pending-expiry' then 'cancelled'
  when one.accepted_at is not null then 'agreed'
  else 'open' end`

/** Returns all moves, newest first, or one. */
export async function readMoves(db: Db, id?: string): Promise<readonly PriceMove[]> {
  const counted = (...states: MovedCustomer['state'][]): RawBuilder<unknown> =>
    sql`(count(*) filter (where of.state in (${sql.join(states)})))::int`
  const { rows } = await sql<Omit<PriceMove, 'startsAt' | 'orderedAt' | 'stoppedAt'> & Moments>`
    select move.id, move.name, move.starts_at as "startsAt", move.otherwise, move.created_at as "orderedAt",
      move.stopped_at as "stoppedAt",
      json_build_object('all', count(*)::int, 'waiting', ${counted('waiting')}, 'open', ${counted('open')},
        'agreed', ${counted('agreed')}, 'gone', ${counted('cancelled', 'ended')}, 'moved', ${counted('moved')},
        'kept', ${counted('kept')}, 'left', ${counted('stopped', 'left-out', 'unreached')}) as counts
    from price_move as move
    join (select one.move_id, ${state} as state from price_move_account as one
      join subscription on subscription.account_id = one.account_id) as of on of.move_id = move.id
    where ${id === undefined ? sql`true` : sql`move.id = ${id}`}
    group by move.id order by move.created_at desc, move.id`.execute(db)
  return rows.map(({ startsAt, orderedAt, stoppedAt, ...move }) => ({
    ...move,
    startsAt: startsAt.toISOString(),
    orderedAt: orderedAt.toISOString(),
    stoppedAt: stoppedAt?.toISOString() ?? null,
  }))
}

type Moments = { readonly startsAt: Date; readonly orderedAt: Date; readonly stoppedAt: Date | null }

/** Returns customers of a move, by name. */
export async function movedCustomers(
  db: Db,
  id: string,
  { limit, offset }: Range,
): Promise<readonly MovedCustomer[]> {
  const { rows } = await sql<Omit<MovedCustomer, keyof Answered> & Answered>`
    select account.id as "accountId", coalesce(owner.name, account.name) as name, coalesce(contact.email, '') as email,
      one.users, json_build_object('value', one.interval_value, 'unit', one.interval_unit) as interval,
      one.old_cents as "oldCents", one.new_cents as "newCents", ${state} as state,
      one.announced_at as "announcedAt", one.mailed_at as "mailedAt", one.accepted_at as "agreedAt", one.words
    from price_move_account as one join account on account.id = one.account_id
    join subscription on subscription.account_id = account.id
    left join account_user as owner on owner.account_id = account.id and owner.role = 'owner'
    left join contact on contact.user_id = owner.id and contact.is_primary
    where one.move_id = ${id}
    order by lower(coalesce(owner.name, account.name)), account.id limit ${limit} offset ${offset}`.execute(
    db,
  )
  return rows.map(({ announcedAt, mailedAt, agreedAt, ...customer }) => ({
    ...customer,
    announcedAt: announcedAt?.toISOString() ?? null,
    mailedAt: mailedAt?.toISOString() ?? null,
    agreedAt: agreedAt?.toISOString() ?? null,
  }))
}

type Answered = {
  readonly announcedAt: Date | null
  readonly mailedAt: Date | null
  readonly agreedAt: Date | null
}
