import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { testDatabase } from '#support/database.ts'
import { emptyTables, storeRows } from '#support/stored/rows.ts'
import { piecesOf } from '#support/stored/shop.ts'
import { giveBackStock, hasGoods, takeStock, variantsOnSale } from './goods.store.ts'
import { formerProducts, hasProducts, productsOnSale } from './product.store.ts'

const database = testDatabase()
beforeEach(() => emptyTables(database.db, 'shop_product', 'shop_variant', 'shop_goods'))

const now = new Date('2026-11-21T10:00:00Z')

async function storeVoucher(net_cents: number, on_sale = true): Promise<string> {
  const interval = { interval_value: 1, interval_unit: 'm' } as const
  const row = {
    id: randomUUID(),
    kind: 'voucher',
    name: 'A month',
    description: '',
    net_cents,
    license_count: 1,
  } as const
  await storeRows(database.db, 'shop_product', { ...row, ...interval, on_sale, created_at: now })
  return row.id
}

type Goods = {
  readonly name?: string
  readonly onSale?: boolean
  readonly variantOnSale?: boolean
  readonly stock?: number
}

/** Goods of one variant; answers the id of each. */
async function storeGoods({ name = 'A cup', onSale = true, variantOnSale = true, stock = 5 }: Goods = {}) {
  const [id, variantId] = [randomUUID(), randomUUID()]
  const goods = { id, name, picture: null, tax_class: 'book' as const, on_sale: onSale, created_at: now }
  await storeRows(database.db, 'shop_goods', goods)
  const variant = { id: variantId, goods_id: id, name: 'Blue', net_cents: 900, weight_grams: 400 }
  await storeRows(database.db, 'shop_variant', { ...variant, stock, on_sale: variantOnSale })
  return { id, variantId }
}

test('vouchers are on sale, the cheapest first', async () => {
  expect(await hasProducts(database.db)).toBe(false)
  const former = await storeVoucher(1, false)
  expect(await hasProducts(database.db)).toBe(false)
  const [dear, cheap] = [await storeVoucher(300), await storeVoucher(200)]
  expect(await hasProducts(database.db)).toBe(true)
  expect((await productsOnSale(database.db)).map(({ id }) => id)).toEqual([cheap, dear])
  await storeGoods()
  const goods = await storeGoods({ onSale: false })
  expect(await formerProducts(database.db)).toEqual([former, goods.id].toSorted())
})

describe('goods', () => {
  test.each<[string, boolean, Goods]>([
    ['as they are', true, {}],
    ['that are no longer sold', false, { onSale: false }],
    ['in a form that is no longer sold', false, { variantOnSale: false }],
  ])('%s are on sale: %s', async (_, isOnSale, of) => {
    const { id, variantId } = await storeGoods(of)
    const sold = {
      kind: 'goods',
      id: variantId,
      goodsId: id,
      name: 'A cup',
      variant: 'Blue',
      description: '',
      picture: null,
      netCents: 900,
      weightGrams: 400,
      stock: 5,
      taxClass: 'book',
    }
    expect(await variantsOnSale(database.db)).toEqual(isOnSale ? [sold] : [])
    expect(await hasGoods(database.db)).toBe(isOnSale)
  })

  test('are taken from the stock all or none, and returned', async () => {
    const [one, other, third] = [await storeGoods({ stock: 2 }), await storeGoods(), await storeGoods()]
    const stock = async () => {
      const pieces = []
      for (const { variantId } of [one, other, third]) pieces.push(await piecesOf(database.db, variantId))
      return pieces
    }
    const order = (quantity: number) => [
      { variantId: one.variantId, quantity },
      { variantId: other.variantId, quantity: 1 },
    ]
    const take = (quantity: number) => inTransaction(database.db, (trx) => takeStock(trx, order(quantity)))
    expect(await take(2)).toBe(true)
    expect(await stock()).toEqual([0, 4, 5])
    expect(await take(1)).toBe(false)
    await inTransaction(database.db, (trx) => giveBackStock(trx, order(2)))
    expect((await stock())[0]).toBe(2)
    expect((await stock())[2]).toBe(5)
  })
})
