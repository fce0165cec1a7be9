import { sql } from 'kysely'
import type { Goods } from '#domain/shop/product.ts'
import type { Db, Trx } from '#server/platform/database/tables.ts'

/** A variant on sale, with its goods. */
export type SoldVariant = Goods & {
  readonly goodsId: string
  readonly description: string
  readonly picture: string | null
}

/** Returns every variant on sale: goods by name, variants in their own order. */
export async function variantsOnSale(db: Db): Promise<readonly SoldVariant[]> {
  const rows = await db
    .selectFrom('shop_variant')
    .innerJoin('shop_goods', 'shop_goods.id', 'shop_variant.goods_id')
    .selectAll('shop_variant')
    .select(['shop_goods.name as goods_name', 'description', 'picture', 'tax_class'])
    .where('shop_variant.on_sale', '=', true)
    .where('shop_goods.on_sale', '=', true)
    .orderBy('shop_goods.name')
    .orderBy('shop_goods.id')
    .orderBy('shop_variant.position')
    .orderBy('shop_variant.id')
    .execute()
  return rows.map((row) => ({
    kind: 'goods',
    id: row.id,
    goodsId: row.goods_id,
    name: row.goods_name,
    variant: row.name,
    description: row.description,
    picture: row.picture,
    netCents: row.net_cents,
    weightGrams: row.weight_grams,
    stock: row.stock,
    taxClass: row.tax_class,
  }))
}

/** Returns whether any goods are on sale. */
export async function hasGoods(db: Db): Promise<boolean> {
  const one = await db
    .selectFrom('shop_variant')
    .innerJoin('shop_goods', 'shop_goods.id', 'shop_variant.goods_id')
    .select('shop_variant.id')
    .where('shop_variant.on_sale', '=', true)
    .where('shop_goods.on_sale', '=', true)
    .executeTakeFirst()
  return one !== undefined
}

/** A number of pieces of a variant. */
export type Pieces = { readonly variantId: string; readonly quantity: number }

/**
 * Takes all pieces from stock, or none: false where a variant has too few; the caller must then roll back. Variants are
 * locked in the order of their ids, so that orders cannot deadlock.
 */
export async function takeStock(trx: Trx, pieces: readonly Pieces[]): Promise<boolean> {
  for (const { variantId, quantity } of inOrder(pieces)) {
    const taken = await trx
      .updateTable('shop_variant')
      .set({ stock: sql<number>`stock - ${quantity}` })
      .where('id', '=', variantId)
      .where('stock', '>=', quantity)
      .returning('id')
      .executeTakeFirst()
    if (!taken) return false
  }
  return true
}

/** Returns pieces to stock; deleted variants are skipped. */
export async function giveBackStock(trx: Trx, pieces: readonly Pieces[]): Promise<void> {
  for (const { variantId, quantity } of inOrder(pieces))
    await trx
      .updateTable('shop_variant')
      .set({ stock: sql<number>`stock + ${quantity}` })
      .where('id', '=', variantId)
      .execute()
}

function inOrder(pieces: readonly Pieces[]): readonly Pieces[] {
  return pieces.toSorted((one, other) => one.variantId.localeCompare(other.variantId))
}
