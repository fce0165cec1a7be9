import { sql } from 'kysely'
import type { TodayItem, TodayKind } from '#contract/desk/today-calls.ts'
import type { Db } from '#server/platform/database/tables.ts'

type Item = Omit<TodayItem, 'at'> & { readonly at: Date }
/** What waits of one kind: the number of all, and the oldest of them. */
export type Waiting = { readonly kind: TodayKind; readonly count: number; readonly items: readonly Item[] }

/** Items that are listed of each kind. */
const listed = 10

/** Returns what waits for the admin, by kind; kinds without items are left out. */
export async function readInbox(
  db: Db,
  { mailsSince }: { readonly mailsSince: Date },
): Promise<readonly Waiting[]> {
  const waiting: Waiting[] = []
  for (const [kind, query] of Object.entries(queries)) {
    const { rows } = await sql<Item & { count: number }>`
      with item (id, name, at, cents, "isOrder") as (${query(mailsSince)})
      select item.*, count(*) over ()::int as count from item order by at, id limit ${listed}`.execute(db)
    const [first] = rows
    if (first)
      waiting.push({
        kind: kind as TodayKind,
        count: first.count,
        items: rows.map(withoutCount),
      })
  }
  return waiting
}

function withoutCount(row: Item & { count: number }): Item {
  const { count: _count, ...item } = row
  return item
}

const queries: Readonly<Record<TodayKind, (mailsSince: Date) => ReturnType<typeof sql>>> = {
  charge: () => sql`
    select account.id::text, account.name, subscription.until, null::int, false
    from subscription join account on account.id = subscription.account_id
    where subscription.health <> 'ok' and subscription.status <> 'cancelled'`,
  dispute: () => sql`
    select coalesce(account.id, shop_order.id)::text, coalesce(account.name, shop_order.number, ''), notice.noted_at,
      notice.amount_cents, shop_order.id is not null
    from payment_notice as notice
    left join account on account.id = notice.account_id left join shop_order on shop_order.id = notice.account_id
    where notice.kind = 'dispute-open' and not exists (select from payment_notice as later
      where later.kind in ('dispute-won', 'dispute-lost') and later.ref = notice.ref)`,
  declaration: () => sql`
    select id::text, name, received_at, null::int, false from declaration where outcome = 'operator'`,
  objection: () => sql`
    select account.id::text, account.name, move.objected_at, null::int, false
    from contact_move as move join account_user on account_user.id = move.user_id
    join account on account.id = account_user.account_id where move.objected_at is not null`,
  mail: (mailsSince) => sql`
    select id::text, recipient, failed_at, null::int, false from mail
    where failed_at > ${mailsSince} and recipient <> '' and broadcast_id is null`,
  'video-refused': () => sql`
    select video.id, video.title, job.ended_at, null::int, false
    from film_job as job join video on video.id = job.video_id
    where job.state = 'refused' and not exists (select from film_job as later
      where later.video_id = job.video_id and later.created_at > job.created_at)`,
  'video-waiting': () => sql`
    select video.id, video.title, job.created_at, null::int, false
    from film_job as job join video on video.id = job.video_id where job.state = 'waiting'`,
}

/** Counts the trials that ended in a period, and those of them that a payment ended. */
export async function countTrials(
  db: Db,
  { start, end }: { start: Date; end: Date },
): Promise<{ readonly ended: number; readonly paid: number }> {
  return db
    .selectFrom('subscription_level')
    .select([
      sql<number>`count(*)::int`.as('ended'),
      sql<number>`(count(*) filter (where phase = 'paid'))::int`.as('paid'),
    ])
    .where('phase_before', '=', 'trial')
    .where('phase', 'in', ['paid', 'over', 'granted'])
    .where('at', '>=', start)
    .where('at', '<', end)
    .executeTakeFirstOrThrow()
}
