import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase, transactionsIn } from '#support/database.ts'
import { allRows, emptyTables, storeRows } from '#support/stored/rows.ts'
import {
  cardByMethod,
  customersOf,
  findCard,
  findCustomer,
  findCustomerByRef,
  findPayer,
  forgetCustomer,
  keepCard,
  keepCustomer,
  markDetached,
  methodsToDetach,
  noteDetaching,
  updateCard,
} from './payment-card.store.ts'

const database = testDatabase()
beforeEach(async () => {
  await emptyTables(database.db, 'account')
  const accounts = [ada, bob].map((id) => ({ id, name: 'Somebody', created_at: now }))
  await storeRows(database.db, 'account', ...accounts)
})

const now = new Date('2026-11-21T10:00:00Z')
const before = new Date(now.getTime() - 1)
const [ada, bob] = [randomUUID(), randomUUID()]
const stripe = { name: 'stripe', mode: 'test' } as const
const within = transactionsIn(database)

type Mode = 'test' | 'live' | 'unknown'
type Customer = {
  readonly account?: string
  readonly provider?: string
  readonly mode?: Mode
  readonly ref?: string
}

async function storeCustomers(...customers: readonly Customer[]) {
  for (const { account = ada, provider = 'stripe', mode = 'test', ref = 'cus' } of customers)
    await storeRows(database.db, 'payment_customer', {
      account_id: account,
      provider,
      mode,
      ref,
      created_at: now,
    })
}

type Card = Customer & { readonly detachAt?: Date; readonly detachedAt?: Date; readonly last4?: string }

async function storeCards(...cards: readonly Card[]) {
  for (const {
    account = ada,
    provider = 'stripe',
    mode = 'test',
    ref = 'pm',
    detachAt,
    detachedAt,
    last4 = '4242',
  } of cards) {
    const times = { created_at: now, detach_at: detachAt ?? null, detached_at: detachedAt ?? null }
    const card = { provider, mode, ref, account_id: account, brand: 'visa', last4, expires: '2031-09' }
    await storeRows(database.db, 'payment_method', { ...card, ...times })
  }
}

type Row = Awaited<ReturnType<typeof allRows<'payment_method'>>>[number]

/** The stored data of each card, by its provider and reference. */
async function cards<Answer>(of: (row: Row) => Answer): Promise<Record<string, Answer>> {
  const rows = await allRows(database.db, 'payment_method')
  return Object.fromEntries(rows.map((row) => [`${row.provider} ${row.ref}`, of(row)]))
}

async function customers() {
  const rows = await allRows(database.db, 'payment_customer')
  const name = (id: string) => (id === ada ? 'ada' : 'bob')
  return rows.map((row) => `${name(row.account_id)} ${row.provider} ${row.mode} ${row.ref}`).toSorted()
}

describe('who an account is at a provider', () => {
  const keep = (ref = 'cus', accountId = ada) =>
    within((trx) => keepCustomer(trx, { accountId, provider: stripe, ref, now }))

  test('is noted, in place of a customer that is gone there', async () => {
    await storeCustomers({ mode: 'live', ref: 'live' })
    await keep('first')
    await keep('second')
    expect(await customers()).toEqual(['ada stripe live live', 'ada stripe test second'])
  })

  test('is of a mode once the provider has confirmed it, and so are the cards', async () => {
    await storeCustomers(
      { mode: 'unknown' },
      { provider: 'sandbox', mode: 'unknown' },
      { account: bob, mode: 'unknown', ref: 'other' },
    )
    await storeCards(
      { ref: 'own', mode: 'unknown' },
      { ref: 'live', mode: 'live' },
      { ref: 'of bob', mode: 'unknown', account: bob },
      { ref: 'own', mode: 'unknown', provider: 'sandbox' },
    )
    await keep()
    expect(await customers()).toEqual([
      'ada sandbox unknown cus',
      'ada stripe test cus',
      'bob stripe unknown other',
    ])
    expect(await cards(({ mode }) => mode)).toEqual({
      'stripe own': 'test',
      'stripe live': 'live',
      'stripe of bob': 'unknown',
      'sandbox own': 'unknown',
    })
  })

  test('does not touch the cards of an existing customer', async () => {
    await storeCustomers({})
    await storeCards({ mode: 'unknown' })
    await keep()
    expect(await cards(({ mode }) => mode)).toEqual({ 'stripe pm': 'unknown' })
  })

  test.each<[string, string | undefined, readonly Customer[]]>([
    ['the one of these keys', 'own', [{ mode: 'unknown', ref: 'old' }, { ref: 'own' }]],
    [
      'one of unknown keys',
      'old',
      [
        { mode: 'live', ref: 'live' },
        { mode: 'unknown', ref: 'old' },
      ],
    ],
    ['nobody with other keys', undefined, [{ mode: 'live' }]],
    ['nobody of another account', undefined, [{ account: bob }]],
    ['nobody at another provider', undefined, [{ provider: 'sandbox' }]],
  ])('is %s', async (_, ref, known) => {
    await storeCustomers(...known)
    expect(await findCustomer(database.db, ada, stripe)).toBe(ref)
  })

  test('has all providers', async () => {
    await storeCustomers({ provider: 'sandbox' }, {}, { account: bob, ref: 'of bob' })
    const found = await customersOf(database.db, ada)
    expect(found.map(({ provider }) => provider).toSorted()).toEqual(['sandbox', 'stripe'])
  })

  test("is found by the provider's ID", async () => {
    await storeCustomers({ account: bob, provider: 'sandbox' }, { account: bob, ref: 'of bob' }, {})
    expect(await findCustomerByRef(database.db, { provider: 'stripe', ref: 'cus' })).toEqual({
      account_id: ada,
    })
    expect(await findCustomerByRef(database.db, { provider: 'stripe', ref: 'gone' })).toBeUndefined()
  })

  test('is forgotten together with the cards that went with them', async () => {
    await storeCustomers({}, { provider: 'sandbox' }, { ref: 'other', mode: 'live' })
    await storeCards(
      { ref: 'own' },
      { ref: 'gone', detachAt: before, detachedAt: before },
      { ref: 'live', mode: 'live' },
      { ref: 'of bob', account: bob },
      { ref: 'own', provider: 'sandbox' },
    )
    const forget = (ref: string) =>
      within((trx) => forgetCustomer(trx, { accountId: ada, provider: 'stripe', ref, now }))
    await forget('unknown')
    expect(await customers()).toHaveLength(3)
    await forget('cus')
    expect(await customers()).toEqual(['ada sandbox test cus', 'ada stripe live other'])
    const kept = [null, null]
    expect(await cards((row) => [row.detach_at, row.detached_at])).toEqual({
      'stripe own': [now, now],
      'stripe gone': [before, before],
      'stripe live': kept,
      'stripe of bob': kept,
      'sandbox own': kept,
    })
  })

  test('stays with their cards if another one is deleted', async () => {
    await storeCards({})
    await within((trx) => forgetCustomer(trx, { accountId: ada, provider: 'stripe', ref: 'unknown', now }))
    expect(await cards((row) => row.detached_at)).toEqual({ 'stripe pm': null })
  })
})

describe('who a card is charged as', () => {
  const payer = () => within((trx) => findPayer(trx, { accountId: ada, provider: 'stripe', method: 'pm' }))
  const [live, tested, unknown] = [
    { mode: 'live', ref: 'live' },
    { mode: 'test', ref: 'test' },
    { mode: 'unknown', ref: 'unknown' },
  ] as const

  test.each<[Mode | 'no', readonly Customer[], string | undefined]>([
    ['test', [live, tested], 'test'],
    ['test', [unknown, tested], 'test'],
    ['test', [live, unknown], 'unknown'],
    ['test', [live], undefined],
    ['unknown', [live, unknown], 'unknown'],
    ['unknown', [live], 'live'],
    ['no', [live], 'live'],
    ['no', [live, unknown], 'unknown'],
    ['test', [{ ...tested, account: bob }], undefined],
    ['test', [{ ...tested, provider: 'sandbox' }], undefined],
  ])('with a card of %s mode and %j: %s', async (mode, known, ref) => {
    await storeCards({ ref: 'other', mode: 'live' }, { provider: 'sandbox', mode: 'live' })
    if (mode !== 'no') await storeCards({ mode })
    await storeCustomers(...known)
    expect((await payer())?.ref).toBe(ref)
  })
})

describe('a card', () => {
  const card = { method: 'pm', brand: 'mastercard', last4: '4444', expires: '2032-01' }

  test('is stored, and kept although it was to be deleted', async () => {
    const keep = (mode: 'test' | 'live') =>
      keepCard(database.db, { accountId: ada, provider: { name: 'stripe', mode }, card, now })
    await storeCards({ ref: 'other', detachAt: now })
    await keep('test')
    const seen = { account_id: ada, brand: 'mastercard', last4: '4444', expires: '2032-01', mode: 'test' }
    expect((await cards((row) => row))['stripe pm']).toMatchObject(seen)
    await within((trx) => markDetached(trx, ada, 'pm', now))
    await keepCard(database.db, {
      accountId: ada,
      provider: { name: 'stripe', mode: 'live' },
      card: { ...card, expires: '2033-01' },
      now,
    })
    expect(await cards(({ expires, mode, detach_at: at }) => [expires, mode, at])).toEqual({
      'stripe other': ['2031-09', 'test', now],
      'stripe pm': ['2033-01', 'live', null],
    })
  })

  test('is to be forgotten from the first time on', async () => {
    await storeCards(
      {},
      { ref: 'other' },
      { ref: 'pm', provider: 'sandbox', account: bob },
      { ref: 'pm', provider: 'former', detachAt: before },
    )
    await within((trx) => markDetached(trx, ada, 'pm', now))
    expect(await cards((row) => row.detach_at)).toEqual({
      'stripe pm': now,
      'stripe other': null,
      'sandbox pm': null,
      'former pm': before,
    })
  })

  test('is forgotten by the provider that can, the longest waiting first', async () => {
    await storeCards(
      { ref: 'second', detachAt: now },
      { ref: 'first', mode: 'unknown', detachAt: before },
      { ref: 'live', mode: 'live', detachAt: before },
      { ref: 'elsewhere', provider: 'sandbox', detachAt: before },
      { ref: 'kept' },
      { ref: 'gone', detachAt: before, detachedAt: before },
    )
    expect(await methodsToDetach(database.db, stripe)).toEqual(['first', 'second'])
  })

  test.each([
    [true, [before, now]],
    [false, [now, null]],
  ])('was forgotten: %s', async (detached, times) => {
    await storeCards(
      { detachAt: before },
      { ref: 'other', detachAt: before },
      { provider: 'sandbox', detachAt: before },
    )
    await noteDetaching(database.db, { provider: 'stripe', ref: 'pm', detached }, now)
    expect(await cards((row) => [row.detach_at, row.detached_at])).toEqual({
      'stripe pm': times,
      'stripe other': [before, null],
      'sandbox pm': [before, null],
    })
  })

  test('is recognised by its account and reference', async () => {
    await storeCards(
      { account: bob, provider: 'sandbox', last4: '1111' },
      { ref: 'other', last4: '2222' },
      { last4: '3333' },
    )
    const known = { brand: 'visa', last4: '3333', expires: '2031-09' }
    expect(await cardByMethod(database.db, { accountId: ada, method: 'pm' })).toEqual(known)
  })

  test('is known by its provider until it is to be forgotten', async () => {
    await storeCards(
      { account: bob, provider: 'sandbox' },
      { account: bob, ref: 'other' },
      {},
      { ref: 'left', detachAt: now },
    )
    expect(await findCard(database.db, { provider: 'stripe', ref: 'pm' })).toEqual({ account_id: ada })
    expect(await findCard(database.db, { provider: 'stripe', ref: 'left' })).toBeUndefined()
  })

  test('is recognised as its provider says now', async () => {
    await storeCards({}, { ref: 'other' }, { provider: 'sandbox' })
    await updateCard(database.db, { provider: 'stripe', card })
    const former = ['visa', '4242', '2031-09']
    expect(await cards(({ brand, last4, expires }) => [brand, last4, expires])).toEqual({
      'stripe pm': ['mastercard', '4444', '2032-01'],
      'stripe other': former,
      'sandbox pm': former,
    })
  })
})
