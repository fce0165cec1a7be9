import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { OrderState } from '#domain/shop/order-state.ts'
import type { OrderRow } from '#server/business/shop/order.store.ts'
import { emptiedDatabase, testEngine, transactionsIn } from '#support/database.ts'
import { whileHeld } from '#support/held-lock.ts'
import { storeMember } from '#support/stored/member.ts'
import { storeRow } from '#support/stored/rows.ts'
import { setDiscountUses } from '#support/stored/shop.ts'
import { accountOfBuyer, ordersFor } from './order-desk.store.ts'
import {
  lockDiscountUses,
  lockStock,
  productDesk,
  writeDiscount,
  writeGoods,
  writeShippingMethod,
  writeVariant,
  writeVoucher,
} from './product-desk.store.ts'

const database = emptiedDatabase()

const at = new Date('2026-03-01T12:00:00Z')
const after = (ms: number) => new Date(at.getTime() + ms)
const db = () => database.db
const within = transactionsIn(database)
const desk = () => productDesk(db())

const [one, other] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b']
const edited = (id: string, version?: number) => ({ id, version, now: at })

describe('a voucher', () => {
  const edit = {
    name: 'Month',
    description: 'A month of films',
    netCents: 1000,
    licenseCount: 2,
    interval: { value: 1, unit: 'm' as const },
    onSale: true,
  }
  const write = (id: string, version: number | undefined, change: Partial<typeof edit> = {}) =>
    within((trx) => writeVoucher(trx, edited(id, version), { ...edit, ...change }))

  test('is added, and changed while it has the version that was edited', async () => {
    expect(await write(one, undefined, { name: ' Month ', description: ' A month of films\n' })).toBe(true)
    expect(await write(other, undefined, { name: 'Year' })).toBe(true)
    expect((await desk()).vouchers).toEqual([
      { id: one, version: 1, ...edit },
      { id: other, version: 1, ...edit, name: 'Year' },
    ])
    expect(await write(one, 2, { name: 'Too late' })).toBe(false)
    expect(await write(one, 1, { name: 'Changed', netCents: 1200 })).toBe(true)
    expect(await write(one, 1, { name: 'Too late' })).toBe(false)
    expect((await desk()).vouchers).toEqual([
      { id: one, version: 2, ...edit, name: 'Changed', netCents: 1200 },
      { id: other, version: 1, ...edit, name: 'Year' },
    ])
  })
})

describe('goods', () => {
  const edit = {
    name: 'Book',
    description: 'On paper',
    picture: 'book.jpg',
    taxClass: 'book' as const,
    onSale: true,
    variants: [],
  }
  const write = (id: string, version?: number, change: Partial<typeof edit> = {}) =>
    within((trx) => writeGoods(trx, edited(id, version), { ...edit, ...change }))
  const variant = { name: 'Large', netCents: 500, weightGrams: 20, onSale: true, stockChange: 5 }
  const addVariant = (goodsId: string, id: string, position: number, change: Partial<typeof variant> = {}) =>
    within((trx) => writeVariant(trx, { goodsId, id, position }, { ...variant, ...change }))

  test('are added, and changed while they have the version that was edited', async () => {
    await write(one, undefined, { name: ' Book ', description: ' On paper ', picture: ' book.jpg ' })
    await write(other, undefined, { name: 'Cup', picture: ' ' })
    expect((await desk()).goods).toEqual([
      { id: one, version: 1, ...edit },
      { id: other, version: 1, ...edit, name: 'Cup', picture: '' },
    ])
    expect(await write(one, 1, { name: 'Changed' })).toBe(true)
    expect(await write(one, 1, { name: 'Too late' })).toBe(false)
    expect((await desk()).goods).toMatchObject([
      { version: 2, name: 'Changed' },
      { version: 1, name: 'Cup' },
    ])
  })

  test('have variants in their order, whose stock changes by a difference', async () => {
    await write(one)
    await write(other, undefined, { name: 'Cup' })
    const [large, small, cup] = [randomUUID(), randomUUID(), randomUUID()]
    await addVariant(one, large, 2, { name: ' Large ' })
    await addVariant(one, small, 1, { name: 'Small' })
    await addVariant(other, cup, 1, { name: 'Cup' })
    const shown = async () => (await desk()).goods.map(({ variants }) => variants)
    const { stockChange: _, ...kept } = variant
    expect(await shown()).toEqual([
      [
        { id: small, ...kept, name: 'Small', stock: 5 },
        { id: large, ...kept, stock: 5 },
      ],
      [{ id: cup, ...kept, name: 'Cup', stock: 5 }],
    ])
    const change = (goodsId: string, id: string) =>
      within((trx) =>
        writeVariant(
          trx,
          { goodsId, id, position: 3 },
          { ...variant, id, name: 'Changed', netCents: 700, stockChange: -2 },
        ),
      )
    await change(other, large)
    await change(one, small)
    expect(await shown()).toEqual([
      [
        { id: large, ...kept, stock: 5 },
        { id: small, ...kept, name: 'Changed', netCents: 700, stock: 3 },
      ],
      [{ id: cup, ...kept, name: 'Cup', stock: 5 }],
    ])
  })

  test('have the stock of their own variants only', async () => {
    await write(one)
    await write(other)
    const [large, small] = [randomUUID(), randomUUID()]
    await addVariant(one, large, 1, { stockChange: 7 })
    await addVariant(one, small, 2)
    const stock = (goodsId: string, id: string) => within((trx) => lockStock(trx, goodsId, id))
    expect(await stock(one, large)).toBe(7)
    expect(await stock(one, small)).toBe(5)
    expect(await stock(other, large)).toBeUndefined()
  })

  test.runIf(testEngine === 'postgresql')('have a stock that waits for who changes it', async () => {
    await write(one)
    await addVariant(one, other, 1)
    const stock = await whileHeld(
      database,
      async (trx) => {
        await lockStock(trx, one, other)
      },
      () => within((trx) => lockStock(trx, one, other)),
      (trx) => writeVariant(trx, { goodsId: one, id: other, position: 1 }, { ...variant, id: other }),
    )
    expect(stock).toBe(10)
  })
})

test('a shipping method is added, and changed while it has the version that was edited', async () => {
  const edit = { name: 'Mail', countries: ['DE', 'AT'], weightUpToGrams: 500, netCents: 300, onOffer: true }
  const write = (id: string, version: number | undefined, change: Partial<typeof edit> = {}) =>
    within((trx) => writeShippingMethod(trx, edited(id, version), { ...edit, ...change }))
  expect(await write(one, undefined, { name: ' Mail ' })).toBe(true)
  expect(await write(other, undefined, { name: 'Parcel' })).toBe(true)
  expect(await write(one, 1, { countries: ['DE'] })).toBe(true)
  expect(await write(one, 1, { countries: [] })).toBe(false)
  expect((await desk()).shippingMethods).toEqual([
    { id: one, version: 2, ...edit, countries: ['DE'] },
    { id: other, version: 1, ...edit, name: 'Parcel' },
  ])
})

describe('a discount', () => {
  const edit = {
    code: 'Spring',
    percent: 10,
    offCents: null,
    freeShipping: false,
    minimumCents: 500,
    validFrom: '2026-03-01',
    validUntil: '2026-03-31',
    maxUses: 5,
  }
  const write = (version: number | undefined, change: Partial<typeof edit> = {}) =>
    within((trx) => writeDiscount(trx, { version, now: at }, { ...edit, ...change }))
  const uses = (code: string) => within((trx) => lockDiscountUses(trx, code))

  test('is added once for each code, and changed while it has the version that was edited', async () => {
    expect(await write(undefined, { code: ' Spring ' })).toBe(true)
    expect(await write(undefined, { code: 'SPRING', percent: 90 })).toBe(false)
    expect(await write(undefined, { code: 'Summer' })).toBe(true)
    expect(await write(1, { percent: 20 })).toBe(true)
    expect(await write(1, { percent: 90 })).toBe(false)
    expect((await desk()).discounts).toEqual([
      { version: 2, uses: 0, ...edit, percent: 20 },
      { version: 1, uses: 0, ...edit, code: 'Summer' },
    ])
  })

  test('has its uses, whatever the spelling of its code', async () => {
    await write(undefined, { code: 'Summer' })
    await write(undefined)
    await setDiscountUses(db(), 'Spring', 3)
    expect(await uses('SPRING')).toBe(3)
    expect(await uses('summer')).toBe(0)
    expect(await uses('unknown')).toBeUndefined()
  })

  test.runIf(testEngine === 'postgresql')('has uses that wait for who counts them', async () => {
    await write(undefined)
    const counted = await whileHeld(
      database,
      async (trx) => {
        await lockDiscountUses(trx, 'Spring')
      },
      () => uses('Spring'),
      (trx) => setDiscountUses(trx, 'Spring', 4),
    )
    expect(counted).toBe(4)
  })
})

describe('orders', () => {
  async function order(
    number: string,
    email: string,
    { state = 'paid', placed = at }: { state?: OrderState; placed?: Date } = {},
  ): Promise<void> {
    const id = randomUUID()
    await storeRow(db(), 'shop_checkout', { order_id: id, email, created_at: at })
    await storeRow(db(), 'shop_order', {
      id,
      number,
      email,
      email_key: email,
      language: 'en',
      state,
      lines: '[]',
      facts: '{}',
      net_cents: 100,
      vat_cents: 0,
      gross_cents: 100,
      placed_at: placed,
    })
  }
  const find = async (
    sought: Partial<Parameters<typeof ordersFor>[1]>,
    page = { limit: 9, offset: 0 },
  ): Promise<unknown[]> => {
    const { count, orders } = await ordersFor(
      db(),
      { digits: '', emailPart: '', state: undefined, ...sought },
      page,
    )
    return [count, ...orders.map(({ number }) => number)]
  }

  test('are found by a part of the number or the email, the newest first, in pages', async () => {
    await order('O-1001', 'ada@example.org')
    await order('O-1002', 'grace@example.org', { placed: after(1), state: 'shipped' })
    await order('O-2003', 'a_a@example.org', { placed: after(2) })
    expect(await find({})).toEqual([3, 'O-2003', 'O-1002', 'O-1001'])
    expect(await find({}, { limit: 1, offset: 1 })).toEqual([3, 'O-1002'])
    expect(await find({ emailPart: 'grace' })).toEqual([1, 'O-1002'])
    expect(await find({ emailPart: '100', digits: '100' })).toEqual([2, 'O-1002', 'O-1001'])
    expect(await find({ emailPart: 'ada', digits: '2003' })).toEqual([2, 'O-2003', 'O-1001'])
    expect(await find({ emailPart: 'a_a' })).toEqual([1, 'O-2003'])
    expect(await find({ state: 'shipped' })).toEqual([1, 'O-1002'])
  })

  test('have the account of the signed-in buyer', async () => {
    await storeMember(db())
    const { userId, accountId } = await storeMember(db())
    const account = (user: string | null) => accountOfBuyer(db(), { user_id: user } as OrderRow)
    expect(await account(userId)).toBe(accountId)
    expect(await account(null)).toBeUndefined()
    expect(await account(one)).toBeUndefined()
  })
})
