import { type InsertResult, type Selectable, sql, type UpdateResult } from 'kysely'
import type {
  DiscountEdit,
  GoodsEdit,
  ProductDesk,
  ShippingMethodEdit,
  VoucherEdit,
} from '#contract/admin/admin-products.ts'
import { couponKey } from '#domain/coupons/coupon.ts'
import type { Db, Tables, Trx } from '#server/platform/database/tables.ts'

/** Returns all products of the shop, by name. */
export async function productDesk(db: Db): Promise<Omit<ProductDesk, 'pictures'>> {
  const [vouchers, goods, variants, methods, discounts] = [
    await db.selectFrom('shop_product').selectAll().orderBy('name').orderBy('id').execute(),
    await db.selectFrom('shop_goods').selectAll().orderBy('name').orderBy('id').execute(),
    await db.selectFrom('shop_variant').selectAll().orderBy('position').orderBy('id').execute(),
    await db.selectFrom('shop_shipping_method').selectAll().orderBy('name').orderBy('id').execute(),
    await db
      .selectFrom('shop_discount')
      .selectAll()
      .select([
        sql<string | null>`valid_from::text`.as('first'),
        sql<string | null>`valid_until::text`.as('last'),
      ])
      .orderBy('code')
      .execute(),
  ]
  return {
    vouchers: vouchers.map((row) => ({
      id: row.id,
      version: row.version,
      name: row.name,
      description: row.description,
      netCents: row.net_cents,
      licenseCount: row.license_count,
      interval: { value: row.interval_value, unit: row.interval_unit },
      onSale: row.on_sale,
    })),
    goods: goods.map((row) => ({
      id: row.id,
      version: row.version,
      name: row.name,
      description: row.description,
      picture: row.picture ?? '',
      taxClass: row.tax_class,
      onSale: row.on_sale,
      variants: variants.filter(({ goods_id }) => goods_id === row.id).map(shownVariant),
    })),
    shippingMethods: methods.map((row) => ({
      id: row.id,
      version: row.version,
      name: row.name,
      countries: row.countries,
      weightUpToGrams: row.weight_up_to_grams,
      netCents: row.net_cents,
      onOffer: row.on_offer,
    })),
    discounts: discounts.map((row) => ({
      code: row.code,
      version: row.version,
      percent: row.percent,
      offCents: row.off_cents,
      freeShipping: row.free_shipping,
      minimumCents: row.minimum_cents,
      validFrom: row.first,
      validUntil: row.last,
      maxUses: row.max_uses,
      uses: row.uses,
    })),
  }
}

function shownVariant(row: Selectable<Tables['shop_variant']>) {
  const { id, name, net_cents: netCents, weight_grams: weightGrams, stock, on_sale: onSale } = row
  return { id, name, netCents, weightGrams, stock, onSale }
}

/** The row to write, and the version that was edited; undefined for a new row. */
export type Edited = { readonly id: string; readonly version: number | undefined; readonly now: Date }

/** False where the row has another version, or does not exist. */
export async function writeVoucher(
  trx: Trx,
  { id, version, now }: Edited,
  edit: VoucherEdit,
): Promise<boolean> {
  const columns = {
    name: edit.name.trim(),
    description: edit.description.trim(),
    net_cents: edit.netCents,
    license_count: edit.licenseCount,
    interval_value: edit.interval.value,
    interval_unit: edit.interval.unit,
    on_sale: edit.onSale,
  }
  const added = { id, kind: 'voucher' as const, ...columns, created_at: now }
  return write(version, {
    add: () => trx.insertInto('shop_product').values(added),
    change: (next) =>
      trx
        .updateTable('shop_product')
        .set({ ...columns, ...next })
        .where('id', '=', id),
  })
}

/** Writes goods, without their variants. */
export async function writeGoods(trx: Trx, { id, version, now }: Edited, edit: GoodsEdit): Promise<boolean> {
  const columns = {
    name: edit.name.trim(),
    description: edit.description.trim(),
    picture: edit.picture.trim() || null,
    tax_class: edit.taxClass,
    on_sale: edit.onSale,
  }
  return write(version, {
    add: () => trx.insertInto('shop_goods').values({ id, ...columns, created_at: now }),
    change: (next) =>
      trx
        .updateTable('shop_goods')
        .set({ ...columns, ...next })
        .where('id', '=', id),
  })
}

/** Returns a variant's stock, locked against sales. Undefined if it is not one of these goods. */
export async function lockStock(trx: Trx, goodsId: string, variantId: string): Promise<number | undefined> {
  const row = await trx
    .selectFrom('shop_variant')
    .select('stock')
    .where('id', '=', variantId)
    .where('goods_id', '=', goodsId)
    .forUpdate()
    .executeTakeFirst()
  return row?.stock
}

export async function writeVariant(
  trx: Trx,
  { goodsId, id, position }: { goodsId: string; id: string; position: number },
  edit: GoodsEdit['variants'][number],
): Promise<void> {
  const columns = {
    name: edit.name.trim(),
    net_cents: edit.netCents,
    weight_grams: edit.weightGrams,
    on_sale: edit.onSale,
    position,
  }
  if (edit.id === undefined) {
    await trx
      .insertInto('shop_variant')
      .values({ id, goods_id: goodsId, ...columns, stock: edit.stockChange })
      .execute()
    return
  }
  await trx
    .updateTable('shop_variant')
    .set({ ...columns, stock: sql<number>`stock + ${edit.stockChange}` })
    .where('id', '=', id)
    .where('goods_id', '=', goodsId)
    .execute()
}

export async function writeShippingMethod(
  trx: Trx,
  { id, version, now }: Edited,
  edit: ShippingMethodEdit,
): Promise<boolean> {
  const columns = {
    name: edit.name.trim(),
    countries: [...edit.countries],
    weight_up_to_grams: edit.weightUpToGrams,
    net_cents: edit.netCents,
    on_offer: edit.onOffer,
  }
  return write(version, {
    add: () => trx.insertInto('shop_shipping_method').values({ id, ...columns, created_at: now }),
    change: (next) =>
      trx
        .updateTable('shop_shipping_method')
        .set({ ...columns, ...next })
        .where('id', '=', id),
  })
}

/** Returns the number of uses of a discount code, locked; undefined for an unknown code. The code is normalised. */
export async function lockDiscountUses(trx: Trx, code: string): Promise<number | undefined> {
  const row = await trx
    .selectFrom('shop_discount')
    .select('uses')
    .where('code_key', '=', couponKey(code))
    .forUpdate()
    .executeTakeFirst()
  return row?.uses
}

export async function writeDiscount(
  trx: Trx,
  { version, now }: Pick<Edited, 'version' | 'now'>,
  edit: DiscountEdit,
): Promise<boolean> {
  const columns = {
    percent: edit.percent,
    off_cents: edit.offCents,
    free_shipping: edit.freeShipping,
    minimum_cents: edit.minimumCents,
    valid_from: edit.validFrom,
    valid_until: edit.validUntil,
    max_uses: edit.maxUses,
  }
  const code = edit.code.trim()
  const key = couponKey(code)
  const added = { code_key: key, code, ...columns, created_at: now }
  return write(version, {
    add: () =>
      trx
        .insertInto('shop_discount')
        .values(added)
        .onConflict((on) => on.column('code_key').doNothing()),
    change: (next) =>
      trx
        .updateTable('shop_discount')
        .set({ ...columns, ...next })
        .where('code_key', '=', key),
  })
}

/**
 * Inserts a new row, or updates one that still has the edited version, and increments the version; false if neither
 * succeeded.
 */
async function write(
  version: number | undefined,
  {
    add,
    change,
  }: {
    add: () => { executeTakeFirst(): Promise<InsertResult> }
    change: (next: { version: number }) => {
      where(column: 'version', is: '=', version: number): { executeTakeFirst(): Promise<UpdateResult> }
    }
  },
): Promise<boolean> {
  if (version === undefined) return (await add().executeTakeFirst()).numInsertedOrUpdatedRows === 1n
  const changed = change({ version: version + 1 }).where('version', '=', version)
  return (await changed.executeTakeFirst()).numUpdatedRows > 0n
}
