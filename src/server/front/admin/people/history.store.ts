import { sql } from 'kysely'
import type { HistoryEntry, HistoryGroup, Paper } from '#contract/desk/person.ts'
import type { Range } from '#domain/page-size.ts'
import { mailState, maySendAgain } from '#server/front/admin/mails/mail-state.store.ts'
import type { Db } from '#server/platform/database/tables.ts'

type Row = Omit<HistoryEntry, 'at'> & { readonly at: Date }
/** The users of an account, and the account with their orders: what owns charges and invoices. */
const owners = (accountId: string) => sql`
  people as (select * from account_user where account_id = ${accountId}),
  owner (id) as materialized (select ${accountId}::uuid
    union all select shop_order.id from shop_order join people on people.id = shop_order.user_id)`

/**
 * Returns a page of what happened to an account, newest first, with the number of all. It is read from the rows that exist:
 * logins of browsers that are still known, mails of the last 90 days.
 */
export async function readHistory(
  db: Db,
  accountId: string,
  group: HistoryGroup | undefined,
  { limit, offset }: Range,
): Promise<{ readonly count: number; readonly entries: readonly Row[] }> {
  const parts = group ? happened[group](accountId) : Object.values(happened).map((of) => of(accountId))
  const all = Array.isArray(parts) ? sql.join(parts, sql` union all `) : parts
  const { rows } = await sql<Row & { count: number }>`
    with ${owners(accountId)}, entry (at, "group", what, name, note, cents, state, id, "maySendAgain") as (${all})
    select entry.*, count(*) over ()::int as count from entry
    order by at desc, "group", what, name, id limit ${limit} offset ${offset}`.execute(db)
  return { count: rows[0]?.count ?? 0, entries: rows.map(withoutCount) }
}

function withoutCount<Counted extends { readonly count: number }>(row: Counted): Omit<Counted, 'count'> {
  const { count: _count, ...rest } = row
  return rest
}

const happened: Readonly<Record<HistoryGroup, (accountId: string) => ReturnType<typeof sql>>> = {
  change: (accountId) => sql`
    select created_at, 'change', 'registered', name, null, null::int, null, null::uuid, false
      from account where id = ${accountId}
    union all select created_at, 'change', 'user-added', name, null, null, null, null, false
      from people where role <> 'owner'
    union all select removed_at, 'change', 'user-removed', name, null, null, null, null, false
      from people where removed_at is not null
    union all select confirmed_at, 'change', 'address-confirmed', email, null, null, null, null, false
      from contact where account_id = ${accountId} and confirmed_at is not null
    union all select at, 'change', case when agreed then 'newsletter-on' else 'newsletter-off' end, null, means, null, null,
        null, false
      from newsletter_consent where account_id = ${accountId} and at is not null
    union all select one.announced_at, 'change', 'price-announced', move.name, null, null, null, null, false
      from price_move_account as one join price_move as move on move.id = one.move_id
      where one.account_id = ${accountId} and one.announced_at is not null
    union all select one.accepted_at, 'change', 'price-agreed', move.name, one.words, null, null, null, false
      from price_move_account as one join price_move as move on move.id = one.move_id
      where one.account_id = ${accountId} and one.accepted_at is not null
    union all select entry.at, 'change', 'audit', coalesce(by.name, ''), entry.action, null, null, null, false
      from audit_entry as entry left join account_user as by on by.id = entry.actor_id
      where entry.target = ${accountId}`,
  login: () => sql`
    select session.created_at, 'login', 'logged-in', people.name, session.user_agent, null::int, null, null::uuid, false
      from session join people on people.id = session.user_id
      where session.kind = 'full' and session.switched_from is null
    union all select browser.first_seen_at, 'login', 'new-browser', people.name, null, null, null, null, false
      from known_browser as browser join people on people.id = browser.user_id`,
  mail: (accountId) => sql`
    select mail.created_at, 'mail', 'mail', mail.recipient, mail.subject, null::int,
      case when ${mailState} = 'put-off' then 'waiting' else ${mailState} end,
      mail.id,
      ${maySendAgain} and (mail.invoice_id is null or exists(
        select from invoice where invoice.id = mail.invoice_id and invoice.account_id = ${accountId}))
    from mail where lower(mail.recipient collate "C") in (
      select email_key from contact where account_id = ${accountId})`,
  money: (accountId) => sql`
    select coalesce(attempt.settled_at, attempt.created_at), 'money',
        case attempt.state when 'succeeded' then 'charge-succeeded' when 'declined' then 'charge-declined'
          when 'failed' then 'charge-declined' else 'charge-open' end,
        case when card.last4 is not null then card.brand || ' ' || card.last4 end, attempt.decline_message,
        charge.gross_cents, null, null::uuid, false
      from charge join owner on owner.id = charge.account_id
      join charge_attempt as attempt on attempt.charge_id = charge.id
      left join payment_method as card on card.provider = attempt.provider and card.ref = attempt.params ->> 'method'
      where attempt.state <> 'abandoned'
    union all select coalesce(refund.settled_at, refund.created_at), 'money', 'refund', null, null, refund.gross_cents,
        refund.state, null, false
      from charge join owner on owner.id = charge.account_id join refund on refund.charge_id = charge.id
    union all select invoice.created_at, 'money', invoice.kind, invoice.number, null, invoice.gross_cents, null, invoice.id,
        false
      from invoice join owner on owner.id = invoice.account_id
    union all select shop_order.placed_at, 'money', 'order', shop_order.number, null, shop_order.gross_cents,
        shop_order.state, shop_order.id, false
      from shop_order join people on people.id = shop_order.user_id
    union all select coupon_use.redeemed_at, 'money', 'coupon-redeemed', coupon.code, null, null, null, null, false
      from coupon_use join coupon on coupon.code_key = coupon_use.coupon_key
      where coupon_use.account_id = ${accountId} and coupon_use.redeemed_at is not null
    union all select received_at, 'money', kind, name, null, null, outcome, null, false
      from declaration where account_id = ${accountId}
    union all select noted_at, 'money', 'notice', null, kind, amount_cents, null, null, false
      from payment_notice where account_id = ${accountId}`,
}

/** Returns a page of the invoices, credit notes and orders of an account, newest first, with the number of all. */
export async function readPapers(
  db: Db,
  accountId: string,
  { limit, offset }: Range,
): Promise<{
  readonly count: number
  readonly papers: readonly (Omit<Paper, 'at'> & { readonly at: Date })[]
}> {
  const { rows } = await sql<Omit<Paper, 'at'> & { at: Date; count: number }>`
    with ${owners(accountId)}, paper (id, kind, number, at, "grossCents", state) as (
      select invoice.id, invoice.kind, invoice.number, invoice.created_at, invoice.gross_cents, null
        from invoice join owner on owner.id = invoice.account_id
      union all select shop_order.id, 'order', shop_order.number, shop_order.placed_at, shop_order.gross_cents,
        shop_order.state from shop_order join people on people.id = shop_order.user_id)
    select paper.*, count(*) over ()::int as count from paper
    order by at desc, number desc limit ${limit} offset ${offset}`.execute(db)
  return { count: rows[0]?.count ?? 0, papers: rows.map(withoutCount) }
}
