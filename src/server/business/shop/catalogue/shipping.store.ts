import type { ShippingMethod } from '#domain/shop/shipping.ts'
import type { Db } from '#server/platform/database/tables.ts'

/** Returns the current shipping methods. */
export async function shippingMethodsOnOffer(db: Db): Promise<readonly ShippingMethod[]> {
  const rows = await db
    .selectFrom('shop_shipping_method')
    .selectAll()
    .where('on_offer', '=', true)
    .orderBy('net_cents')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    countries: row.countries,
    weightUpToGrams: row.weight_up_to_grams,
    netCents: row.net_cents,
  }))
}
