import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { reminderDays } from '#domain/shop/on-invoice.ts'
import { testDatabase, testEngine, transactionsIn } from '#support/database.ts'
import { whileHeld } from '#support/held-lock.ts'
import { storeCoupon } from '#support/stored/coupons.ts'
import { storeOwners, userIdsOf } from '#support/stored/people.ts'
import { allRows, emptyTables, storeRows } from '#support/stored/rows.ts'
import { someAttempt, someCharge, someCheckout, someOrder } from '#support/stored/some-rows.ts'
import {
  changeCard,
  customersToForget,
  deleteOldOrders,
  findCheckout,
  findOrder,
  findOrderByNumber,
  insertCheckout,
  insertOrder,
  isCardCheckout,
  lastAttempt,
  lockCheckout,
  lockOrder,
  noteForgotten,
  type OrderRow,
  ordersOfUser,
  ordersOverdue,
  owedOnInvoices,
  unpaidOrders,
  updateOrder,
} from './order.store.ts'

const database = testDatabase()
beforeEach(() =>
  emptyTables(
    database.db,
    'shop_voucher',
    'coupon',
    'charge_attempt',
    'charge',
    'shop_order',
    'shop_checkout',
    'account',
  ),
)

const now = new Date('2026-11-21T10:00:00Z')
const after = (milliseconds: number) => new Date(now.getTime() + milliseconds)
const within = transactionsIn(database)
const bank = { name: 'Robin Sample', iban: 'DE89370400440532013000' } as never
const onInvoice = (day: string) => ({ due_on: day, bank: JSON.stringify(bank) })

type Order = Omit<Partial<Parameters<typeof someOrder>[0]>, 'id'>
type Checkout = Parameters<typeof someCheckout>[0]

/** An order with its checkout; answers its id. */
async function ordered(of: Order = {}, checkout: Checkout = {}): Promise<string> {
  const begun = someCheckout(checkout)
  await storeRows(database.db, 'shop_checkout', begun)
  await storeRows(database.db, 'shop_order', someOrder({ id: begun.order_id, ...of }))
  return begun.order_id
}

/** Two accounts with one user each; answers the accounts and the users. */
async function twoAccounts() {
  const people = ['ada', 'bob'].map((name) => ({ name, email: `${name}@example.org` }))
  const [ada = '', bob = ''] = await storeOwners(database.db, people, now)
  const [[ofAda = ''], [ofBob = '']] = [await userIdsOf(database.db, ada), await userIdsOf(database.db, bob)]
  return { ada, ofAda, ofBob }
}

const orderIds = async () => (await allRows(database.db, 'shop_order')).map(({ id }) => id).toSorted()

describe('a checkout', () => {
  const checkout = { user_id: null, customer: null, email: 'buyer@example.org', created_at: now } as const

  test('is found by its order', async () => {
    await insertCheckout(database.db, { ...checkout, order_id: randomUUID(), provider: null, mode: null })
    const begun = {
      ...checkout,
      order_id: randomUUID(),
      provider: 'stripe',
      mode: 'live',
      customer: 'cus',
    } as const
    await insertCheckout(database.db, begun)
    expect(await findCheckout(database.db, begun.order_id)).toEqual(begun)
  })

  test.each([
    ['stripe', 'test', true],
    [null, 'test', false],
    ['stripe', null, false],
  ] as const)('at %s in %s mode has a card form: %s', (provider, mode, hasForm) => {
    expect(isCardCheckout({ ...checkout, order_id: randomUUID(), provider, mode })).toBe(hasForm)
  })

  test('whose payer was deleted has no name', async () => {
    const card = { provider: 'stripe', mode: 'test', customer: 'cus' } as const
    const [one, other] = [await ordered({}, card), await ordered({}, card)]
    await noteForgotten(database.db, one)
    const rows = await allRows(database.db, 'shop_checkout')
    const kept = Object.fromEntries(rows.map(({ order_id, customer }) => [order_id, customer]))
    expect(kept).toEqual({ [one]: null, [other]: 'cus' })
  })
})

describe('an order', () => {
  test('is stored with its items', async () => {
    const checkout = someCheckout()
    await storeRows(database.db, 'shop_checkout', checkout)
    const sold = {
      lines: [{ name: 'A month' }],
      facts: { buyer: { name: 'Ada' } },
      shipping: { name: 'By post' } as never,
      discount: { code: 'AUTUMN' } as never,
      taxes: [{ netCents: 1000, vatBasisPoints: 1900, vatCents: 190, grossCents: 1190 }],
      due_on: '2026-12-05',
      bank,
    }
    const amounts = { net_cents: 1000, vat_cents: 190, gross_cents: 1190 }
    const buyer = {
      user_id: null,
      email: 'buyer@example.org',
      email_key: 'buyer@example.org',
      language: 'en' as const,
    }
    const row = await within((trx) =>
      insertOrder(trx, { id: checkout.order_id, placed_at: now, ...sold, ...amounts, ...buyer }),
    )
    expect(row).toMatchObject({ id: checkout.order_id, state: 'placed', ...sold, ...amounts })
  })

  test('that a card pays has no bank account', async () => {
    const checkout = someCheckout()
    await storeRows(database.db, 'shop_checkout', checkout)
    const { lines, facts, ...plain } = someOrder({ id: checkout.order_id })
    const nothing = { shipping: null, discount: null, taxes: null }
    const row = await within((trx) => insertOrder(trx, { ...plain, lines, facts, ...nothing } as never))
    expect(row).toMatchObject({ ...nothing, due_on: null, bank: null })
  })

  test('is found by its id and by its number', async () => {
    await ordered({ number: '000000000001' })
    const id = await ordered({ number: '000000000002' })
    expect((await findOrder(database.db, id))?.number).toBe('000000000002')
    expect((await findOrderByNumber(database.db, '000000000002'))?.id).toBe(id)
  })

  test('continues alone', async () => {
    const [one, other] = [await ordered(), await ordered()]
    await within((trx) => updateOrder(trx, one, { state: 'paid', paid_at: now }))
    const states = [(await findOrder(database.db, one))?.state, (await findOrder(database.db, other))?.state]
    expect(states).toEqual(['paid', 'placed'])
  })

  test.each<[string, object, object]>([
    [
      'names the new card',
      { name: 'Ada', order: { page: '/', card: { brand: 'visa', last4: '4242' } } },
      { name: 'Ada', order: { page: '/', card: { brand: 'mastercard', last4: '4444' } } },
    ],
    ['without a card in its facts names none', { name: 'Ada' }, { name: 'Ada' }],
  ])('%s', async (_, buyer, expected) => {
    const facts = JSON.stringify({ vat: { basisPoints: 1900 }, buyer })
    const [other, id] = [await ordered({ facts }), await ordered({ facts })]
    const order = (await findOrder(database.db, id)) as OrderRow
    const changed = await within((trx) => changeCard(trx, order, { brand: 'mastercard', last4: '4444' }))
    expect(changed).toMatchObject({ id, facts: { vat: { basisPoints: 1900 } } })
    expect(changed.facts).toHaveProperty('buyer', expected)
    expect((await findOrder(database.db, other))?.facts).toHaveProperty('buyer', buyer)
  })

  test('is listed for its buyer, the newest first', async () => {
    const { ofAda, ofBob } = await twoAccounts()
    const old = await ordered({ user_id: ofAda, placed_at: after(-1) })
    const young = await ordered({ user_id: ofAda })
    await ordered({ user_id: ofBob })
    expect((await ordersOfUser(database.db, ofAda)).map(({ id }) => id)).toEqual([young, old])
  })

  test('has an attempt to charge it last', async () => {
    const [one, other] = [await ordered(), await ordered()]
    const charges = [one, other].map((account_id) => someCharge({ account_id }))
    await storeRows(database.db, 'charge', ...charges)
    const made = charges.flatMap(({ id: charge_id }, order) =>
      [1, 2].map((number) => someAttempt({ charge_id, number: number + order })),
    )
    await storeRows(database.db, 'charge_attempt', ...made)
    expect((await lastAttempt(database.db, one))?.id).toBe(made[1]?.id)
  })
})

test.each<[string, boolean, Order]>([
  ['was placed at that moment', true, {}],
  ['was placed later', false, { placed_at: after(1) }],
  ['is paid', false, { state: 'paid' }],
  ['is on invoice', false, onInvoice('2026-12-05')],
])('an order that %s waits for its card: %s', async (_, isUnpaid, of) => {
  const id = await ordered(of)
  expect(await unpaidOrders(database.db, now)).toEqual(isUnpaid ? [id] : [])
})

describe('on an invoice', () => {
  const today = '2026-12-05'

  test.each<[string, number, boolean, Order]>([
    ['that is due today', 1190, false, onInvoice(today)],
    ['that was due yesterday', 1190, true, onInvoice('2026-12-04')],
    ['that is paid', 0, false, { ...onInvoice('2026-12-04'), paid_at: now }],
    ['of a cancelled order', 0, false, { ...onInvoice('2026-12-04'), state: 'cancelled' }],
    ['for an order by card', 0, false, {}],
  ])('%s %s cents are owed, overdue: %s', async (_, owedCents, isOverdue, of) => {
    const { ada, ofAda, ofBob } = await twoAccounts()
    await ordered({ user_id: ofBob, ...onInvoice('2026-12-01') })
    await ordered({ user_id: ofAda, ...of })
    expect(await owedOnInvoices(database.db, ada, today)).toEqual({ owedCents, isOverdue })
  })

  test.each<[string, boolean, Order]>([
    ['was due yesterday', true, onInvoice('2026-12-04')],
    ['is due today', false, onInvoice(today)],
    ['is paid', false, { ...onInvoice('2026-12-04'), paid_at: now }],
    ['is cancelled', false, { ...onInvoice('2026-12-04'), state: 'cancelled' }],
    ['was reminded of once less', true, { ...onInvoice('2026-12-04'), reminders: reminderDays.length - 1 }],
    ['was reminded of often enough', false, { ...onInvoice('2026-12-04'), reminders: reminderDays.length }],
  ])('an order that %s is reminded of: %s', async (_, isReminded, of) => {
    const id = await ordered(of)
    expect(await ordersOverdue(database.db, today)).toEqual(isReminded ? [id] : [])
  })
})

describe('a provider forgets who a payer was', () => {
  const card = { provider: 'stripe', mode: 'live', customer: 'cus' } as const
  const forgotten = () => customersToForget(database.db, { provider: 'stripe', mode: 'live', before: now })

  test.each<[string, boolean, Checkout]>([
    ['for which nothing was ordered', true, {}],
    ['that was begun later', false, { created_at: after(1) }],
    ['of which they are forgotten', false, { customer: null }],
    ['at another provider', false, { provider: 'sandbox' }],
    ['with other keys', false, { mode: 'test' }],
  ])('of a checkout %s: %s', async (_, isForgotten, of) => {
    const checkout = someCheckout({ ...card, ...of })
    await storeRows(database.db, 'shop_checkout', checkout)
    const expected = isForgotten ? [{ order_id: checkout.order_id, customer: 'cus' }] : []
    expect(await forgotten()).toEqual(expected)
  })

  test.each<[string, boolean, Order]>([
    ['that a card is to pay', false, {}],
    ['that is paid', true, { state: 'paid' }],
    ['on invoice', true, onInvoice('2026-12-05')],
  ])('of an order %s: %s', async (_, isForgotten, of) => {
    const order_id = await ordered(of, card)
    expect(await forgotten()).toEqual(isForgotten ? [{ order_id, customer: 'cus' }] : [])
  })

  test.each([
    ['submitted', false],
    ['processing', false],
    ['unknown', false],
    ['needs-action', false],
    ['succeeded', true],
  ] as const)('once no attempt is open, not while one is %s: %s', async (state, isForgotten) => {
    const id = await ordered({ state: 'paid' }, card)
    // another user's order, which must not count
    const elsewhere = await ordered({ state: 'paid' })
    const [own, other] = [someCharge({ account_id: id }), someCharge({ account_id: elsewhere })]
    await storeRows(database.db, 'charge', own, other)
    const made = [
      someAttempt({ charge_id: own.id, state }),
      someAttempt({ charge_id: other.id, state: 'submitted' }),
    ]
    await storeRows(database.db, 'charge_attempt', ...made)
    expect((await forgotten()).map(({ order_id }) => order_id)).toEqual(isForgotten ? [id] : [])
  })
})

describe('in time', () => {
  const [cancelledBefore, placedBefore] = [now, after(-1000)]
  const clear = () => deleteOldOrders(database.db, { cancelledBefore, placedBefore })

  test.each<[string, boolean, Order]>([
    ['is older than it has to be kept', true, { placed_at: after(-1001) }],
    ['is as old', false, { placed_at: placedBefore }],
    ['was cancelled before', true, { state: 'cancelled', closed_at: after(-1) }],
    ['was cancelled then', false, { state: 'cancelled', closed_at: now }],
    ['was returned before', false, { state: 'returned', closed_at: after(-1) }],
  ])('an order that %s is deleted: %s, with its vouchers and its checkout', async (_, isDeleted, of) => {
    const begun = { created_at: after(-1) }
    const [other, id] = [await ordered({}, begun), await ordered(of, begun)]
    for (const [code, order_id] of [
      ['first', other],
      ['second', id],
    ] as const) {
      await storeCoupon(database.db, { code, createdAt: now })
      await storeRows(database.db, 'shop_voucher', {
        coupon_key: code,
        order_id,
        position: 0,
        voided_at: null,
      })
    }
    await clear()
    const left = (isDeleted ? [other] : [other, id]).toSorted()
    expect(await orderIds()).toEqual(left)
    const vouchers = await allRows(database.db, 'shop_voucher')
    expect(vouchers.map(({ order_id }) => order_id).toSorted()).toEqual(left)
    const checkouts = await allRows(database.db, 'shop_checkout')
    expect(checkouts.map(({ order_id }) => order_id).toSorted()).toEqual(left)
  })

  test.each<[string, boolean, Checkout]>([
    ['was begun before', true, { created_at: after(-1) }],
    ['was begun then', false, { created_at: now }],
    [
      'has a payer whom the provider knows',
      false,
      { created_at: after(-1), provider: 'stripe', mode: 'test', customer: 'cus' },
    ],
  ])('a checkout that no order followed and that %s is deleted: %s', async (_, isDeleted, of) => {
    await storeRows(database.db, 'shop_checkout', someCheckout(of))
    await clear()
    expect(await allRows(database.db, 'shop_checkout')).toHaveLength(isDeleted ? 0 : 1)
  })
})

if (testEngine === 'postgresql')
  test.each([
    ['a checkout', lockCheckout],
    ['an order', lockOrder],
  ])('a change of %s waits for the change before it', async (_, lock) => {
    const id = await ordered()
    const found = await whileHeld(
      database,
      (trx) => lock(trx, id),
      () =>
        within(async (trx) => {
          await lock(trx, id)
          return findOrder(trx, id)
        }),
      (trx) => updateOrder(trx, id, { state: 'paid', paid_at: now }),
    )
    expect(found?.state).toBe('paid')
  })
