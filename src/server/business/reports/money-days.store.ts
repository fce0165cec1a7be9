import { type RawBuilder, sql } from 'kysely'
import { startOfDay, startOfDayAfter } from '#domain/billing/billing-period.ts'
import { readSetting, writeSetting } from '#server/platform/database/setting.store.ts'
import type { Db, Tables, Trx } from '#server/platform/database/tables.ts'

/** Calendar days (`YYYY-MM-DD`), both included. */
export type Days = { readonly from: string; readonly to: string }

/** Before and after any booking. */
export const firstDay = '0001-01-01'
export const lastDay = '9999-12-31'

export type MoneyDayKind = Tables['money_day']['kind']

/**
 * The sums of each kind by day and key, with the columns of `money_day`. Their rows never change, except in an import that is
 * undone (`deleteHistory`).
 */
const sumsOf: Readonly<Record<MoneyDayKind, (days: Days, zone: string) => RawBuilder<unknown>>> = {
  // sums: net and VAT cents
  sales: ({ from, to }) => sql`
    select issued_on as day, kind as key, count(*) as count, array[sum(net_cents), sum(vat_cents)] as sums
    from invoice where issued_on between ${from}::date and ${to}::date group by 1, 2`,
  // sums: gross cents
  paid: (days, zone) => sql`
    select ${dayOf('booked_at', zone)} as day, kind as key, count(*) as count, array[sum(amount_cents)] as sums
    from ledger_entry where kind in ('captured', 'refunded') and ${within('booked_at', days, zone)} group by 1, 2`,
  // sums: paid accounts, monthly net cents and paid seats, each as a change
  levels: (days, zone) => sql`
    select ${dayOf('at', zone)} as day, step as key, count(*) as count,
      array[sum((phase = 'paid')::int - (phase_before = 'paid')::int), sum(monthly_change), sum(seats_change)] as sums
    from subscription_level where ${within('at', days, zone)} group by 1, 2`,
  // keys: `TaxKey`; sums: net and VAT cents
  tax: ({ from, to }) => sql`
    select day, jsonb_build_object('vat', vat, 'country', country, 'sellerCountry', seller_country, 'number', number)::text
      as key, count, array[net, tax] as sums
    from (
      select invoice.issued_on as day, fact.vat, fact.buyer ->> 'country' as country,
        fact.seller ->> 'country' as seller_country,
        case when fact.corrects is not null or fact.taxes is not null or fact.bill -> 'taxes' is not null
          or fact.vat ->> 'note' = 'reverse-charge' or shop_order.id is not null then invoice.number end as number,
        count(*) as count, sum(invoice.net_cents) as net, sum(invoice.vat_cents) as tax
      from invoice left join shop_order on shop_order.id = invoice.account_id
        -- the facts are unpacked once for all of their parts
        cross join lateral jsonb_to_record(invoice.facts)
          as fact (vat jsonb, buyer jsonb, seller jsonb, corrects jsonb, taxes jsonb, bill jsonb)
      where invoice.issued_on between ${from}::date and ${to}::date
        and (invoice.net_cents <> 0 or invoice.vat_cents <> 0)
      group by 1, 2, 3, 4, 5
    ) as documents`,
}

function dayOf(column: string, zone: string) {
  return sql`(${sql.ref(column)} at time zone ${sql.lit(zone)})::date`
}

function within(column: string, days: Days, zone: string) {
  const { start, end } = boundsOf(days, zone)
  return sql`${sql.ref(column)} >= ${start} and ${sql.ref(column)} < ${end}`
}

/** Returns the first moment of a period, and the first one after it. */
export function boundsOf({ from, to }: Days, zone: string) {
  const lastDay = startOfDay(to, zone)
  return { start: startOfDay(from, zone), end: startOfDayAfter(lastDay, { value: 1, unit: 'd' }, zone) }
}

/**
 * Returns a query for the sums of a period by day and key, with the columns of `money_day`: stored ones where there are any, those
 * of later days computed.
 */
export async function moneyDays(
  db: Db,
  kind: MoneyDayKind,
  days: Days,
  zone: string,
): Promise<RawBuilder<unknown>> {
  const until = await storedUntil(db, zone)
  if (until === undefined || until < days.from) return sumsOf[kind](days, zone)
  const stored = sql`
    select day, key, count, sums from money_day
    where kind = ${sql.lit(kind)} and day between ${days.from}::date and least(${days.to}::date, ${until}::date)`
  if (days.to <= until) return stored
  return sql`${stored} union all ${sumsOf[kind]({ from: nextDay(until), to: days.to }, zone)}`
}

/** Returns the last day whose sums are stored for a zone. */
async function storedUntil(db: Db, zone: string): Promise<string | undefined> {
  // written by `storeMoneyDays` alone
  const stored = (await readSetting(db, 'money-days')) as { until: string; zone: string } | undefined
  return stored?.zone === zone ? stored.until : undefined
}

/** Days of which the sums are stored in one transaction. */
const daysAtOnce = 31

/** Stores the sums of further days, not of those after `until`. Returns whether there are more. */
export async function storeMoneyDays(
  trx: Trx,
  { until, zone }: { readonly until: string; readonly zone: string },
): Promise<boolean> {
  // another process may do the same
  await sql`lock table money_day in share row exclusive mode`.execute(trx)
  const before = await storedUntil(trx, zone)
  if (before === undefined) await trx.deleteFrom('money_day').execute()
  const from = before === undefined ? await firstBooking(trx, zone) : nextDay(before)
  if (from === undefined || from > until) return false
  const last = nextDay(from, daysAtOnce - 1)
  const hasMore = last < until
  const to = hasMore ? last : until
  for (const [kind, sums] of Object.entries(sumsOf))
    await sql`insert into money_day (kind, day, key, count, sums)
      select ${kind}, day, key, count, sums from (${sums({ from, to }, zone)}) as days`.execute(trx)
  await writeSetting(trx, 'money-days', { until: to, zone })
  return hasMore
}

async function firstBooking(db: Db, zone: string): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`
    select least((select min(issued_on) from invoice), (select min(${dayOf('booked_at', zone)}) from ledger_entry),
      (select min(${dayOf('at', zone)}) from subscription_level)) as day`.execute(db)
  return rows[0]?.day ?? undefined
}

function nextDay(day: string, days = 1): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}
