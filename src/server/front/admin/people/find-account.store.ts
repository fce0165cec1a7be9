import { sql } from 'kysely'
import type { FoundBy } from '#contract/desk/people.ts'
import type { Db } from '#server/platform/database/tables.ts'

type Named = { readonly accountId: string; readonly foundBy: FoundBy }

/**
 * Returns accounts by a whole number or name that something of theirs has: contract, invoice, order, VAT id, the last four
 * digits of a card, or the provider's id of a customer, card, payment or refund. At most `limit`.
 */
export async function accountsNamed(db: Db, text: string, limit: number): Promise<readonly Named[]> {
  const exact = text.trim()
  const joined = exact.replace(/[\s.-]/g, '').toUpperCase()
  const { rows } = await sql<Named>`
    with named (owner, "foundBy") as (
      select id, 'contract' from account where contract_number = ${joined}
      union all select account_id, 'invoice' from invoice where number = ${exact.toUpperCase()}
      union all select id, 'order' from shop_order where number = ${joined}
      union all select id, 'vat-id' from account where vat_id = ${joined}
      union all (select account_id, 'card' from payment_method where last4 = ${exact} and detached_at is null limit ${limit})
      union all select account_id, 'provider' from payment_customer
        where provider in ('stripe', 'sandbox') and ref = ${exact}
      union all select account_id, 'provider' from payment_method
        where provider in ('stripe', 'sandbox') and ref = ${exact}
      union all select charge.account_id, 'provider' from charge_attempt as attempt
        join charge on charge.id = attempt.charge_id
        where attempt.provider in ('stripe', 'sandbox') and attempt.provider_ref = ${exact}
      union all select charge.account_id, 'provider' from refund
        join charge on charge.id = refund.charge_id where refund.provider_ref = ${exact})
    select distinct on (account.id) account.id as "accountId", named."foundBy"
    from named
    -- orders own their charges and invoices; a guest's belongs to no account
    left join shop_order on shop_order.id = named.owner
    left join account_user as buyer on buyer.id = shop_order.user_id
    join account on account.id = coalesce(buyer.account_id, named.owner)
    order by account.id limit ${limit}`.execute(db)
  return rows
}
