import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { findDiscount } from '#server/business/shop/catalogue/discount.store.ts'
import { variantsOnSale } from '#server/business/shop/catalogue/goods.store.ts'
import { productsOnSale } from '#server/business/shop/catalogue/product.store.ts'
import { shippingMethodsOnOffer } from '#server/business/shop/catalogue/shipping.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { emptiedDatabase } from '#support/database.ts'
import { allRows } from '#support/stored/rows.ts'
import { storedSubscription } from '#support/stored/subscriptions.ts'
import {
  accountExists,
  insertDemoAccount,
  insertDemoCoupon,
  insertDemoGoods,
  insertDemoVouchers,
} from './demo.store.ts'
import { demoDiscountCode, demoGoods, demoShippingMethods } from './demo-goods.ts'
import { type DemoAccount, demoCoupon, demoVouchers } from './demo-logins.ts'

const database = emptiedDatabase()

const now = new Date('2026-11-21T10:00:00Z')
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000)

describe('an account of the demo', () => {
  const [id, owner, user] = [randomUUID(), randomUUID(), randomUUID()]
  const person = { password: 'not stored', userRole: 'owner' } as const
  const account: DemoAccount = {
    id,
    name: 'Brightwater',
    people: [
      { ...person, userId: owner, name: 'Olivia', email: 'Owner@example.org' },
      { ...person, userId: user, name: 'Victor', email: 'viewer@example.org', userRole: 'user' },
    ],
  }
  const insert = (subscription?: DemoAccount['subscription']) =>
    inTransaction(database.db, (trx) =>
      insertDemoAccount(
        trx,
        { ...account, ...(subscription && { subscription }) },
        { passwordHashes: new Map([[owner, 'hash']]), now },
      ),
    )

  test('has users with confirmed addresses, once created', async () => {
    expect(await accountExists(database.db, id)).toBe(false)
    await insert()
    expect([await accountExists(database.db, id), await accountExists(database.db, user)]).toEqual([
      true,
      false,
    ])
    const users = await allRows(database.db, 'account_user')
    expect(users.map((row) => [row.name, row.role, row.password_hash]).toSorted()).toEqual([
      ['Olivia', 'owner', 'hash'],
      ['Victor', 'user', null],
    ])
    const contacts = await allRows(database.db, 'contact')
    const kept = contacts.map((row) => [row.user_id, row.email_key, row.is_primary, row.confirmed_at])
    expect(kept).toContainEqual([owner, 'owner@example.org', true, now])
    expect(kept).toContainEqual([user, 'viewer@example.org', true, now])
    expect(await allRows(database.db, 'subscription')).toEqual([])
  })

  test.each([
    ['prepaid', 180, { includedLicenses: 10, includedUntil: inDays(180).toISOString() }],
    ['trial', -3, { includedLicenses: 0, includedUntil: null }],
  ] as const)('has a %s subscription that ends in %s days', async (status, endsInDays, included) => {
    await insert({ status, endsInDays, licenses: 10 })
    const until = inDays(endsInDays)
    const stored = await storedSubscription(database.db, id)
    expect(stored).toMatchObject({ status, until, dueAt: until, licenseCount: 10 })
    expect(stored.state).toMatchObject({ ...included, consumer: true })
  })
})

test('the coupon and the vouchers of the demo stay as they are', async () => {
  for (const _ of [1, 2]) {
    await insertDemoVouchers(database.db, demoVouchers, now)
    await insertDemoCoupon(database.db, demoCoupon, now)
  }
  const vouchers = await productsOnSale(database.db)
  expect(vouchers.map(({ kind, name }) => `${kind} ${name}`)).toEqual(
    demoVouchers.map(({ name }) => `voucher ${name}`),
  )
  expect(await allRows(database.db, 'coupon')).toMatchObject([
    { code: 'WELCOME-2026', max_uses: 100, uses: 0 },
  ])
})

test('the goods of the demo are there once, with ways to ship them and a discount', async () => {
  for (const _ of [1, 2]) await inTransaction(database.db, (trx) => insertDemoGoods(trx, now, randomUUID))
  const variants = await variantsOnSale(database.db)
  const expected = demoGoods.flatMap(({ name, variants }) =>
    variants.map((variant) => `${name} ${variant.name}`),
  )
  expect(variants.map(({ name, variant }) => `${name} ${variant}`).toSorted()).toEqual(expected.toSorted())
  const ways = await shippingMethodsOnOffer(database.db)
  expect(ways.map(({ name }) => name).toSorted()).toEqual(
    demoShippingMethods.map(({ name }) => name).toSorted(),
  )
  expect(await findDiscount(database.db, demoDiscountCode)).toMatchObject({
    percent: 10,
    offCents: null,
    maxUses: null,
  })
})
