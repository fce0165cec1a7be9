import { sql, type Transaction } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'

/**
 * Records that an invoice or credit note belongs to the coupon that its account redeemed last; nothing if it redeemed none.
 * A document that corrects or replaces another belongs to the coupon of that one, or to none.
 * @param of number of the corrected or replaced document
 */
export async function recordCouponSale(
  trx: Transaction<Tables>,
  document: { id: string; accountId: string; issuedOn: string; netCents: number; of: string | null },
): Promise<void> {
  const { id, accountId, issuedOn, netCents, of } = document
  const columns = sql`coupon_sale (invoice_id, issued_on, net_cents, coupon_key, is_first, is_customer)`
  const values = sql`${id}::uuid, ${issuedOn}::date, ${netCents}::integer`
  if (of !== null)
    await sql`
      insert into ${columns}
      select ${values}, coupon_key, is_first, false
      from coupon_sale join invoice on invoice.id = invoice_id where number = ${of}`.execute(trx)
  else
    await sql`
      insert into ${columns}
      select ${values}, coupon_key, is_new, is_new
      from (select coupon_key from coupon_use where account_id = ${accountId}::uuid and redeemed_at is not null
          order by redeemed_at desc limit 1) as used
        cross join lateral (select not exists (select from invoice join coupon_sale as sale on sale.invoice_id = invoice.id
          where account_id = ${accountId}::uuid and sale.coupon_key = used.coupon_key) as is_new) as former`.execute(
      trx,
    )
}
