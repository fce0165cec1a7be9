import type { Db } from '#server/platform/database/tables.ts'

/** How many pieces of goods are there. */
export async function piecesOf(db: Db, variantId: string): Promise<number> {
  const row = await db
    .selectFrom('shop_variant')
    .select('stock')
    .where('id', '=', variantId)
    .executeTakeFirstOrThrow()
  return row.stock
}

/** How often a discount code was used. */
export async function discountUses(db: Db, code: string): Promise<number> {
  const row = await db
    .selectFrom('shop_discount')
    .select('uses')
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  return row.uses
}

/** As if a discount code had been used that often. */
export async function setDiscountUses(db: Db, code: string, uses: number): Promise<void> {
  await db.updateTable('shop_discount').set({ uses }).where('code', '=', code).execute()
}

type Goods = { readonly name?: string; readonly picture?: string; readonly onSale?: boolean }

/** The goods that one can have in a form. */
export async function goodsOf(db: Db, variantId: string): Promise<string> {
  const row = await db
    .selectFrom('shop_variant')
    .select('goods_id')
    .where('id', '=', variantId)
    .executeTakeFirstOrThrow()
  return row.goods_id
}

/** Changes goods as if by the admin. */
export async function changeGoods(db: Db, goodsId: string, { name, picture, onSale }: Goods): Promise<void> {
  await db
    .updateTable('shop_goods')
    .set({
      ...(name && { name }),
      ...(picture && { picture }),
      ...(onSale !== undefined && { on_sale: onSale }),
    })
    .where('id', '=', goodsId)
    .execute()
}
