import { sql } from 'kysely'
import { unsettledStates } from '#server/books/billing/charging/charging.store.ts'
import type { Db } from '#server/platform/database/tables.ts'

/** Entries of each list. */
const listed = 100

/** Younger attempts are still waited for. */
const waitedMs = 2 * 60_000

type Owned = {
  readonly owner: string | null
  readonly ownerKind: 'account' | 'order'
  readonly name: string | null
}
type ChargeRow = Owned & {
  readonly id: string
  readonly cents: number
  readonly state: (typeof unsettledStates)[number]
  readonly provider: string
  readonly ref: string | null
  readonly since: Date
  readonly askedAt: Date
  readonly isGivenUp: boolean
}
type DisputeRow = Owned & {
  readonly ref: string
  readonly provider: string
  readonly mode: 'test' | 'live' | 'unknown' | null
  readonly cents: number
  readonly since: Date
  readonly dueAt: Date | null
}
type EventRow = {
  readonly id: string
  readonly provider: string
  readonly type: string
  readonly receivedAt: Date
  readonly attempts: number
  readonly nextAt: Date
  readonly error: string
}

/** The account or order that a charge or notice names: orders own their charges. */
const owner = (id: ReturnType<typeof sql>) => sql`
  left join account on account.id = ${id} left join shop_order on shop_order.id = ${id}`
const ownerColumns = sql`coalesce(account.id, shop_order.id) as owner,
  case when shop_order.id is null then 'account' else 'order' end as "ownerKind",
  coalesce(account.name, shop_order.number) as name`

/** Returns charges whose outcome is open, those first that wait longest. */
export function chargesInDoubt(db: Db, real: Date) {
  return counted<ChargeRow>(
    db,
    sql`select attempt.id, ${ownerColumns}, charge.gross_cents as cents, attempt.state, attempt.provider,
        attempt.provider_ref as ref, attempt.created_at as since, attempt.last_sent_at as "askedAt",
        attempt.void_at is not null as "isGivenUp"
      from charge_attempt as attempt join charge on charge.id = attempt.charge_id ${owner(sql`charge.account_id`)}
      where attempt.state in (${sql.join([...unsettledStates])})
        and attempt.last_sent_at <= ${new Date(real.getTime() - waitedMs)}`,
    sql`since, id`,
  )
}

/** Returns disputes that are neither won nor lost, those first that are due. */
export function openDisputes(db: Db) {
  return counted<DisputeRow>(
    db,
    sql`select notice.ref, ${ownerColumns}, notice.provider, attempt.mode, coalesce(notice.amount_cents, 0) as cents,
        notice.noted_at as since, notice.due_at as "dueAt"
      from payment_notice as notice left join charge_attempt as attempt on attempt.id::text = notice.attempt_id
        ${owner(sql`notice.account_id`)}
      where notice.kind = 'dispute-open' and notice.ref is not null and not exists (select from payment_notice as later
        where later.kind in ('dispute-won', 'dispute-lost') and later.ref = notice.ref)`,
    sql`"dueAt" nulls last, since, ref`,
  )
}

/** Returns messages of providers that fail, those first that arrived first. */
export function failingEvents(db: Db) {
  return counted<EventRow>(
    db,
    sql`select id, provider, type, received_at as "receivedAt", attempts, next_attempt_at as "nextAt", last_error as error
      from payment_event where processed_at is null and last_error is not null`,
    sql`"receivedAt", id`,
  )
}

/** Returns the last reconciliation of each provider. */
export function lastComparisons(db: Db) {
  return db
    .selectFrom('reconciliation')
    .selectAll()
    .distinctOn('provider')
    .orderBy('provider')
    .orderBy('ran_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

async function counted<Row>(
  db: Db,
  query: ReturnType<typeof sql>,
  order: ReturnType<typeof sql>,
): Promise<{ readonly count: number; readonly items: readonly Row[] }> {
  const { rows } = await sql<Row & { count: number }>`
    with item as (${query}) select item.*, count(*) over ()::int as count from item order by ${order} limit ${listed}`.execute(
    db,
  )
  return { count: rows[0]?.count ?? 0, items: rows }
}
