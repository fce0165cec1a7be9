import { type SelectQueryBuilder, sql } from 'kysely'
import type { Range } from '#domain/page-size.ts'
import type { Db, Tables } from '#server/platform/database/tables.ts'

/** Days of issue, both included; undefined: ever. */
type Days = { readonly from: string; readonly to: string } | undefined

/** What a coupon or an associate brought: net cents, and the accounts that became customers. */
export type Brought = {
  readonly name: string
  readonly associate: string | null
  readonly customers: number
  readonly firstCents: number
  readonly laterCents: number
}

/**
 * Returns what coupons or associates brought, the largest sum first, with their number and the sums of all. Associates whose
 * names differ in case only are one.
 */
export async function broughtByCoupons(
  db: Db,
  { by, days }: { readonly by: 'coupon' | 'associate'; readonly days: Days },
  { limit, offset }: Range,
): Promise<{ count: number; rows: Brought[]; total: Omit<Brought, 'name' | 'associate'> }> {
  const within = days
    ? sql`where issued_on >= ${days.from}::date and issued_on <= ${days.to}::date`
    : sql.raw('')
  const named =
    by === 'coupon'
      ? sql`select code_key as key, code as name, associate, customers, "firstCents", "laterCents"
          from coupon join sums on sums.coupon_key = code_key`
      : sql`select lower(associate) as key, min(associate) as name, null::text as associate,
            sum(customers) as customers, sum("firstCents") as "firstCents", sum("laterCents") as "laterCents"
          from coupon join sums on sums.coupon_key = code_key where associate is not null group by 1`
  const { rows } = await sql<Brought & { count: number; all: Omit<Brought, 'name' | 'associate'> }>`
    with sums as (
      select coupon_key, count(*) filter (where is_customer) as customers,
        coalesce(sum(net_cents) filter (where is_first), 0) as "firstCents",
        coalesce(sum(net_cents) filter (where not is_first), 0) as "laterCents"
      from coupon_sale ${within} group by coupon_key
    ), named as (${named}),
    paged as (select * from named order by "firstCents" + "laterCents" desc, key limit ${limit} offset ${offset})
    select total.count::int, json_build_object('customers', total.customers, 'firstCents', total.first,
        'laterCents', total.later) as all, name, associate, paged.customers::int, "firstCents"::float8, "laterCents"::float8
    from (select count(*), coalesce(sum(customers), 0) as customers, coalesce(sum("firstCents"), 0) as first,
        coalesce(sum("laterCents"), 0) as later from named) as total
      left join paged on true
    order by "firstCents" + "laterCents" desc nulls last, key`.execute(db)
  const [first] = rows
  return {
    count: first?.count ?? 0,
    total: first?.all ?? { customers: 0, firstCents: 0, laterCents: 0 },
    // a page without rows still says the total
    rows: rows.flatMap(({ name, associate, customers, firstCents, laterCents }) =>
      name === null ? [] : [{ name, associate, customers, firstCents, laterCents }],
    ),
  }
}

export type SaleFilter = {
  readonly days: Days
  readonly couponKey?: string | undefined
  readonly associate?: string | undefined
  readonly part?: 'first' | 'later' | 'customer' | undefined
}

export type CouponSaleRow = {
  readonly id: string
  readonly number: string
  readonly kind: 'invoice' | 'credit-note'
  readonly issuedOn: string
  readonly accountId: string
  /** Null where the account was deleted. */
  readonly name: string | null
  readonly coupon: string
  readonly isFirst: boolean
  readonly netCents: number
}

/** Returns a page of the documents behind these sums, newest first, and their total number. */
export async function couponSales(
  db: Db,
  filter: SaleFilter,
  { limit, offset }: Range,
): Promise<{ count: number; sales: CouponSaleRow[] }> {
  const found = filtered(db.selectFrom('coupon_sale'), filter)
  const { count } = await found.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()
  const sales = await found
    .innerJoin('invoice', 'invoice.id', 'coupon_sale.invoice_id')
    .innerJoin('coupon', 'coupon.code_key', 'coupon_sale.coupon_key')
    .leftJoin('account', 'account.id', 'invoice.account_id')
    .select(['invoice.id', 'invoice.number', 'invoice.kind', 'coupon_sale.issued_on as issuedOn'])
    .select(['invoice.account_id as accountId', 'account.name', 'coupon.code as coupon'])
    .select(['coupon_sale.is_first as isFirst', 'coupon_sale.net_cents as netCents'])
    .orderBy('coupon_sale.issued_on', 'desc')
    .orderBy('invoice.number', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { count, sales }
}

type Sales = SelectQueryBuilder<Tables, 'coupon_sale', object>

function filtered(sales: Sales, { days, couponKey, associate, part }: SaleFilter): Sales {
  let found = sales
  if (days)
    found = found
      .where('coupon_sale.issued_on', '>=', days.from)
      .where('coupon_sale.issued_on', '<=', days.to)
  if (couponKey !== undefined) found = found.where('coupon_sale.coupon_key', '=', couponKey)
  if (associate !== undefined)
    found = found.where('coupon_sale.coupon_key', 'in', (coupons) =>
      coupons
        .selectFrom('coupon')
        .select('code_key')
        .where(sql`lower(associate)`, '=', associate.toLowerCase()),
    )
  if (part === 'customer') return found.where('coupon_sale.is_customer', '=', true)
  return part ? found.where('coupon_sale.is_first', '=', part === 'first') : found
}
