import type { Selectable } from 'kysely'
import type { Db, Tables } from '#server/platform/database/tables.ts'

export type ProductRow = Selectable<Tables['shop_product']>

/** Returns the vouchers on sale, cheapest first. */
export async function productsOnSale(db: Db): Promise<readonly ProductRow[]> {
  return db
    .selectFrom('shop_product')
    .selectAll()
    .where('on_sale', '=', true)
    .orderBy('net_cents')
    .orderBy('id')
    .execute()
}

/** Returns whether any voucher is on sale. */
export async function hasProducts(db: Db): Promise<boolean> {
  const one = await db.selectFrom('shop_product').select('id').where('on_sale', '=', true).executeTakeFirst()
  return one !== undefined
}

/** Returns the ids of vouchers and goods no longer on sale. */
export async function formerProducts(db: Db): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('shop_product')
    .select('id')
    .where('on_sale', '=', false)
    .unionAll(db.selectFrom('shop_goods').select('id').where('on_sale', '=', false))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
