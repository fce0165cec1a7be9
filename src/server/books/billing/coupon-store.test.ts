import { beforeEach, describe, expect, test } from 'vitest'
import { couponKey } from '#domain/coupons/coupon.ts'
import { testDatabase, testEngine, transactionsIn } from '#support/database.ts'
import { whileHeld } from '#support/held-lock.ts'
import { couponUses, storeCoupon } from '#support/stored/coupons.ts'
import { storeOwners } from '#support/stored/people.ts'
import { allRows, emptyTables, storeRows } from '#support/stored/rows.ts'
import { someCheckout, someOrder } from '#support/stored/some-rows.ts'
import {
  findCouponKey,
  holdsCoupon,
  lockCoupon,
  noteRedeemed,
  redeemReservedCoupon,
  releaseCouponReservations,
  releaseHeldCoupon,
  reserveCoupon,
} from './coupon.store.ts'

const now = new Date('2026-11-21T10:00:00Z')
const later = new Date(now.getTime() + 1)

let [ada, bob] = ['', '']
const database = testDatabase()
const within = transactionsIn(database)
beforeEach(async () => {
  await emptyTables(
    database.db,
    'shop_voucher',
    'shop_order',
    'shop_checkout',
    'coupon_use',
    'coupon',
    'account',
  )
  const people = ['ada', 'bob'].map((name) => ({ name, email: `${name}@example.org` }))
  ;[ada = '', bob = ''] = await storeOwners(database.db, people, now)
  // another coupon, which nothing here changes
  await storeCoupon(database.db, { code: 'Another', maxUses: 1, createdAt: now })
  await within((trx) => noteRedeemed(trx, { couponKey: 'another', accountId: bob, now }))
})

type Coupon = Omit<Parameters<typeof storeCoupon>[1], 'code' | 'createdAt'>

/** `MyCode` and its key. */
async function storeOne(of: Coupon = {}): Promise<string> {
  return couponKey(await storeCoupon(database.db, { code: 'MyCode', createdAt: now, ...of }))
}

/** Turns a coupon into a paid voucher. */
async function storeVoucher(key: string, voided_at: Date | null = null) {
  const checkout = someCheckout()
  await storeRows(database.db, 'shop_checkout', checkout)
  await storeRows(database.db, 'shop_order', someOrder({ id: checkout.order_id }))
  await storeRows(database.db, 'shop_voucher', {
    coupon_key: key,
    order_id: checkout.order_id,
    position: 0,
    voided_at,
  })
}

type Use = Partial<Parameters<typeof reserveCoupon>[1]>

const reserve = (use: Use = {}) =>
  within((trx) =>
    reserveCoupon(trx, {
      couponKey: 'mycode',
      accountId: ada,
      now,
      zone: 'Europe/Berlin',
      serviceMode: 'open',
      reservedUntil: later,
      ...use,
    }),
  )
const redeem = (of: Partial<Parameters<typeof redeemReservedCoupon>[1]> = {}) =>
  within((trx) => redeemReservedCoupon(trx, { accountId: ada, now, serviceMode: 'open', ...of }))
const lock = (key = 'mycode', accountId = ada) => within((trx) => lockCoupon(trx, key, accountId))

/** Who uses a coupon: when it was redeemed, or until when it is held. */
async function usesOf(key: string) {
  const rows = (await allRows(database.db, 'coupon_use')).filter(({ coupon_key }) => coupon_key === key)
  return new Map(rows.map((row) => [row.account_id, [row.redeemed_at, row.reserved_until]]))
}

describe('a use of a coupon is held', () => {
  test('for one account', async () => {
    await storeOne()
    expect(await reserve()).toBe(true)
    expect(await usesOf('mycode')).toEqual(new Map([[ada, [null, later]]]))
    expect(await couponUses(database.db, 'MyCode')).toBe(1)
    expect(await couponUses(database.db, 'Another')).toBe(1)
  })

  test.each<[string, boolean, Coupon, Use]>([
    ['for nobody who has no coupon', false, {}, { couponKey: 'unknown' }],
    ['for nobody while nothing is sold', false, {}, { serviceMode: 'paused' }],
    ['for nobody once its last day is over', false, { validUntil: '2026-11-20' }, {}],
    ['on its last day', true, { validUntil: '2026-11-21' }, {}],
    // in Berlin it is the next day already
    [
      'for nobody after the last day where the seller is',
      false,
      { validUntil: '2026-11-21' },
      { now: new Date('2026-11-21T23:30:00Z') },
    ],
  ])('%s', async (_, isHeld, coupon, use) => {
    await storeOne(coupon)
    await storeVoucher('another')
    expect(await reserve(use)).toBe(isHeld)
    expect(await usesOf('mycode')).toHaveProperty('size', isHeld ? 1 : 0)
    expect(await couponUses(database.db, 'MyCode')).toBe(isHeld ? 1 : 0)
  })

  test('as often as there are uses', async () => {
    await storeOne({ maxUses: 1 })
    expect(await reserve()).toBe(true)
    expect(await reserve({ accountId: bob })).toBe(false)
  })

  test('of a voucher while nothing is sold, until it is void', async () => {
    await storeVoucher(await storeOne())
    expect(await reserve({ serviceMode: 'paused' })).toBe(true)
  })

  test('of no voucher that is void', async () => {
    await storeVoucher(await storeOne(), now)
    expect(await reserve()).toBe(false)
  })

  if (testEngine === 'postgresql')
    test('by one of two concurrent requests, if one is left', async () => {
      const use = { zone: 'Europe/Berlin', serviceMode: 'open', reservedUntil: later, now } as const
      await storeOne({ maxUses: 1 })
      const isHeld = await whileHeld(
        database,
        async (trx) => void (await reserveCoupon(trx, { ...use, couponKey: 'mycode', accountId: ada })),
        () => reserve({ accountId: bob }),
        async () => {},
      )
      expect(isHeld).toBe(false)
    })
})

describe('a reserved coupon is redeemed', () => {
  test('once, and nothing else', async () => {
    await storeOne()
    await storeCoupon(database.db, { code: 'Former', createdAt: now })
    await within((trx) => noteRedeemed(trx, { couponKey: 'former', accountId: ada, now: later }))
    await reserve({ accountId: bob })
    expect(await redeem()).toBeUndefined()
    expect(await holdsCoupon(database.db, ada, now)).toBe(false)
    await reserve()
    expect(await holdsCoupon(database.db, ada, now)).toBe(true)
    expect(await redeem()).toMatchObject({
      code: 'MyCode',
      licenseCount: 3,
      interval: { value: 2, unit: 'm' },
    })
    expect(await usesOf('mycode')).toEqual(
      new Map([
        [bob, [null, later]],
        [ada, [now, null]],
      ]),
    )
    expect(await usesOf('former')).toEqual(new Map([[ada, [later, null]]]))
    expect(await redeem()).toBeUndefined()
  })

  test.each<[string, Parameters<typeof redeem>[0]]>([
    ['once its time is over', { now: later }],
    ['while nothing is sold', { serviceMode: 'sunset' }],
  ])('no more %s', async (_, of) => {
    await storeOne()
    await reserve()
    expect(await redeem(of)).toBeUndefined()
    expect(await usesOf('mycode')).toEqual(new Map([[ada, [null, later]]]))
  })

  test('no more once its voucher is void', async () => {
    await storeOne()
    await reserve()
    await storeVoucher('mycode', now)
    expect(await redeem()).toBeUndefined()
  })
})

test('a coupon is locked with all that it is judged by', async () => {
  await storeVoucher(await storeOne({ maxUses: 5, validUntil: '2026-12-31' }))
  await within((trx) => noteRedeemed(trx, { couponKey: 'mycode', accountId: bob, now }))
  await storeCoupon(database.db, { code: 'Former', createdAt: now })
  await within((trx) => noteRedeemed(trx, { couponKey: 'former', accountId: ada, now }))
  expect(await lock()).toEqual({
    coupon: {
      code: 'MyCode',
      licenseCount: 3,
      interval: { value: 2, unit: 'm' },
      uses: 1,
      maxUses: 5,
      validUntil: '2026-12-31',
      isPaid: true,
      isVoid: false,
      off: null,
    },
    usedBefore: false,
  })
  expect(await lock('mycode', bob)).toMatchObject({ usedBefore: true })
  expect(await lock('former')).toMatchObject({ coupon: { isPaid: false, isVoid: false }, usedBefore: true })
  expect(await lock('unknown')).toBeUndefined()
})

test('a use of a locked coupon is counted', async () => {
  await storeOne()
  await within((trx) => noteRedeemed(trx, { couponKey: 'mycode', accountId: ada, now }))
  expect(await usesOf('mycode')).toEqual(new Map([[ada, [now, null]]]))
  expect(await couponUses(database.db, 'MyCode')).toBe(1)
})

test('a coupon is found however it is typed', async () => {
  await storeOne()
  expect(await findCouponKey(database.db, ' my CODE')).toBe('mycode')
  expect(await findCouponKey(database.db, 'mycod')).toBeUndefined()
})

describe('uses are given back', () => {
  test('that were held too long', async () => {
    await storeOne()
    await storeCoupon(database.db, { code: 'Second', createdAt: now })
    await reserve({ reservedUntil: now })
    await reserve({ accountId: bob, reservedUntil: now })
    await reserve({ couponKey: 'second', reservedUntil: now })
    await reserve({ couponKey: 'second', accountId: bob, reservedUntil: later })
    await within((trx) => releaseCouponReservations(trx, now))
    expect(await usesOf('mycode')).toEqual(new Map())
    expect(await usesOf('second')).toEqual(new Map([[bob, [null, later]]]))
    const uses = []
    for (const code of ['MyCode', 'Second', 'Another']) uses.push(await couponUses(database.db, code))
    expect(uses).toEqual([0, 1, 1])
  })

  test('that an account holds', async () => {
    await storeOne()
    await storeCoupon(database.db, { code: 'Second', createdAt: now })
    await reserve()
    await reserve({ accountId: bob })
    await within((trx) => noteRedeemed(trx, { couponKey: 'second', accountId: ada, now }))
    await within((trx) => releaseHeldCoupon(trx, ada))
    expect(await usesOf('mycode')).toEqual(new Map([[bob, [null, later]]]))
    expect(await usesOf('second')).toEqual(new Map([[ada, [now, null]]]))
    expect([await couponUses(database.db, 'MyCode'), await couponUses(database.db, 'Second')]).toEqual([1, 1])
  })
})
