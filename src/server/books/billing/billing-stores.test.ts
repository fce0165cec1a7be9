import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { noSubscription, type SubscriptionState } from '#domain/billing/state.ts'
import { priceSets } from '#domain/pricing.ts'
import { testDatabase, testEngine, transactionsIn } from '#support/database.ts'
import { whileHeld } from '#support/held-lock.ts'
import { allRows, emptyTables, storeRows } from '#support/stored/rows.ts'
import { storeSubscription, writeState } from '#support/stored/subscriptions.ts'
import {
  accountsToClose,
  countUsers,
  dueAccounts,
  lockBilledAccount,
  saveSubscription,
} from './billing.store.ts'
import { hadTrial, hasSubscription, noteTrial } from './subscription.store.ts'
import { accountsToCheck, readVatCheck, readVatId, storeVatCheck } from './vat-check.store.ts'

const database = testDatabase()
beforeEach(() => emptyTables(database.db, 'trial_use', 'account'))

const now = new Date('2026-11-21T10:00:00Z')
const after = (milliseconds: number) => new Date(now.getTime() + milliseconds)
const [ada, bob, eve] = [1, 2, 3].map((n) => `${n}1111111-1111-4111-8111-111111111111`) as [
  string,
  string,
  string,
]
const within = transactionsIn(database)

type Account = Parameters<typeof storeRows<'account'>>[2]

async function storeAccounts(...accounts: readonly (Partial<Account> & { readonly id: string })[]) {
  const rows = accounts.map((account) => ({
    name: `Account ${account.id.slice(0, 1)}`,
    created_at: now,
    ...account,
  }))
  await storeRows(database.db, 'account', ...rows)
}

type User = {
  readonly account: string
  readonly name: string
  readonly role?: 'owner' | 'user'
  readonly language?: 'en' | 'de'
  readonly removed?: boolean
  readonly contacts?: readonly {
    readonly email: string
    readonly isSecond?: boolean
    readonly confirmed?: boolean
  }[]
}

async function storeUser({ account, name, role = 'owner', language, removed = false, contacts = [] }: User) {
  const [id, account_id] = [randomUUID(), account]
  const row = {
    id,
    account_id,
    name,
    role,
    language: language ?? null,
    removed_at: removed ? now : null,
    created_at: now,
  }
  await storeRows(database.db, 'account_user', row)
  for (const { email, isSecond = false, confirmed = false } of contacts)
    await storeRows(database.db, 'contact', {
      id: randomUUID(),
      account_id,
      user_id: id,
      email,
      email_key: email,
      is_primary: !isSecond,
      confirmed_at: confirmed ? now : null,
      created_at: now,
    })
}

describe('an account that is billed', () => {
  const read = (id: string) => within((trx) => lockBilledAccount(trx, id))

  test('has the owner, the primary contact, the users and the subscription that are its own', async () => {
    const other = { email: 'bob@example.org', confirmed: true }
    await storeAccounts({ id: bob }, { id: ada, country: 'AT', is_business: true, deletion_at: after(1) })
    await storeUser({ account: bob, name: 'Bob', contacts: [other] })
    await storeUser({
      account: ada,
      name: 'Carl',
      role: 'user',
      contacts: [{ ...other, email: 'carl@example.org' }],
    })
    await storeUser({
      account: ada,
      name: 'Ada',
      contacts: [
        { email: 'second@example.org', isSecond: true, confirmed: true },
        { email: 'ada@example.org' },
      ],
    })
    await storeUser({ account: ada, name: 'Dora', role: 'user', removed: true })
    await storeSubscription(database.db, bob, { status: 'active', until: now })
    await storeSubscription(database.db, ada, { status: 'trial', until: now })
    const found = await read(ada)
    expect(found).toMatchObject({
      id: ada,
      country: 'AT',
      isBusiness: true,
      name: 'Ada',
      email: 'ada@example.org',
      confirmed: false,
      users: 2,
      deletionAt: after(1),
    })
    expect(found?.subscription?.account_id).toBe(ada)
    expect(await within((trx) => countUsers(trx, bob))).toBe(1)
  })

  test.each([
    ['en', undefined, 'en'],
    ['de', undefined, 'de'],
    ['fr', undefined, 'en'],
    ['en', 'de', 'de'],
    ['de', 'en', 'en'],
  ] as const)(
    'with the language %s is billed in that of the owner, %s: in %s',
    async (language, own, expected) => {
      await storeAccounts({ id: ada, language })
      await storeUser({ account: ada, name: 'Ada', ...(own && { language: own }) })
      expect((await read(ada))?.language).toBe(expected)
    },
  )

  test('is confirmed once the primary contact is', async () => {
    await storeAccounts({ id: ada })
    await storeUser({ account: ada, name: 'Ada', contacts: [{ email: 'ada@example.org', confirmed: true }] })
    expect((await read(ada))?.confirmed).toBe(true)
  })

  test('has its own name and no address where no owner is left', async () => {
    await storeAccounts({ id: ada, language: 'de' })
    const nobody = { name: 'Account 1', language: 'de', email: '', confirmed: false, users: 0 }
    expect(await read(ada)).toMatchObject({ ...nobody, subscription: undefined })
    await storeUser({ account: ada, name: 'Ada' })
    expect(await read(ada)).toMatchObject({ name: 'Ada', email: '', confirmed: false })
  })

  test('is none once it has gone', async () => {
    await storeAccounts({ id: bob })
    expect(await read(ada)).toBeUndefined()
  })

  if (testEngine === 'postgresql')
    test('is read as the transaction before it leaves it', async () => {
      await storeAccounts({ id: ada })
      const found = await whileHeld(
        database,
        async (trx) => void (await lockBilledAccount(trx, ada)),
        () => read(ada),
        (trx) => saveSubscription(trx, ada, { ...noSubscription(true), status: 'trial', until: now }, null),
      )
      expect(found?.subscription?.status).toBe('trial')
    })
})

describe('a stored subscription', () => {
  beforeEach(() => storeAccounts({ id: ada }))
  const stored = async (state: Partial<SubscriptionState>) => {
    await within((trx) => saveSubscription(trx, ada, { ...noSubscription(true), ...state }, now))
    return (await allRows(database.db, 'subscription'))[0]
  }
  const openCharge = { state: 'submitted' } as never

  const paid: Partial<SubscriptionState> = {
    status: 'active',
    until: after(5),
    plan: priceSets.launch,
    payments: [{ amount: { netCents: 3000 } } as never],
    interval: { value: 3, unit: 'm' },
    licenseCount: 3,
  }

  test('has the columns that queries need', async () => {
    expect(await stored(paid)).toMatchObject({
      status: 'active',
      until: after(5),
      pricing_id: priceSets.launch.id,
      price_cents: 3000,
      license_count: 3,
      interval_value: 3,
      interval_unit: 'm',
      due_at: now,
    })
  })

  test('is missing for accounts that never had one', async () => {
    expect(await stored({})).toBeUndefined()
  })

  test.each<[string, Partial<SubscriptionState>]>([
    ['an order', { openCharge }],
    ['a card', { method: 'pm' }],
  ])('counts as cancelled while there is only %s, also after a paid one', async (_, state) => {
    await stored(paid)
    expect(await stored({ ...state, licenseCount: 0 })).toMatchObject({
      status: 'cancelled',
      until: new Date(0),
      pricing_id: null,
      price_cents: null,
      license_count: 1,
      interval_value: null,
      interval_unit: null,
    })
  })
})

describe('a due subscription', () => {
  const due = async (of: Partial<Parameters<typeof dueAccounts>[1]> = {}) => {
    const rows = await dueAccounts(database.db, { now, unpaidOnly: false, limit: 10, ...of })
    return rows.map(({ accountId }) => accountId)
  }

  test.each<[string, boolean, Partial<Parameters<typeof storeSubscription>[2]>]>([
    ['now', true, {}],
    ['a moment later', false, { dueAt: after(1) }],
    ['at no time', false, { dueAt: null }],
    ['now, of a cancelled one', false, { status: 'cancelled' }],
  ])('%s', async (_, isDue, change) => {
    await storeAccounts({ id: ada })
    await storeSubscription(database.db, ada, { status: 'active', until: now, ...change })
    expect(await due()).toEqual(isDue ? [ada] : [])
  })

  test('is found by time and then by account, page by page', async () => {
    await storeAccounts({ id: ada }, { id: bob }, { id: eve })
    for (const [id, dueAt] of [
      [eve, after(-1)],
      [bob, after(-1)],
      [ada, now],
    ] as const)
      await storeSubscription(database.db, id, { status: 'active', until: now, dueAt })
    expect(await due()).toEqual([bob, eve, ada])
    expect(await due({ limit: 2 })).toEqual([bob, eve])
    expect(await due({ after: { accountId: bob, dueAt: after(-1) } })).toEqual([eve, ada])
    expect(await due({ after: { accountId: eve, dueAt: after(-1) } })).toEqual([ada])
  })

  test('is only an unpaid one if requested', async () => {
    const openCharge = { state: 'declined', purpose: { kind: 'period', starts: 'at-until' } } as never
    await storeAccounts({ id: ada }, { id: bob })
    await storeSubscription(database.db, ada, { status: 'active', until: now })
    await storeSubscription(database.db, bob, { status: 'active', until: now, openCharge })
    expect(await due({ unpaidOnly: true })).toEqual([bob])
    expect(await due()).toEqual([ada, bob])
  })
})

describe('a closing reaches', () => {
  const follows = { nextInterval: { value: 1, unit: 'm' } } as const
  const told = { toldOfClosing: 'closing' }

  test.each<[string, boolean, boolean, SubscriptionState['status'] & string, Partial<SubscriptionState>]>([
    ['an active one', true, true, 'active', told],
    ['a trial that nothing follows', false, true, 'trial', {}],
    ['a trial that nothing follows and that knows', false, false, 'trial', told],
    ['a trial that knows of another closing', false, true, 'trial', { toldOfClosing: 'former' }],
    ['a trial that something follows', true, true, 'trial', { ...told, ...follows }],
    ['a prepaid one that something follows', true, true, 'prepaid', { ...told, ...follows }],
    ['one that ends and does not know', false, true, 'pending-expiry', follows],
    ['one that ends and knows', false, false, 'pending-expiry', { ...told, ...follows }],
    ['a cancelled one', false, false, 'cancelled', follows],
  ])('%s: %s without a name, %s with its name', async (_, unnamed, named, status, change) => {
    await storeAccounts({ id: ada })
    const state = { ...change, status, until: now } as Parameters<typeof storeSubscription>[2]
    await storeSubscription(database.db, ada, state)
    await writeState(database.db, ada, { ...noSubscription(true), ...state })
    expect(await accountsToClose(database.db, null)).toEqual(unnamed ? [ada] : [])
    expect(await accountsToClose(database.db, 'closing')).toEqual(named ? [ada] : [])
  })
})

test('an account is known to have, or to have had, a subscription', async () => {
  await storeAccounts({ id: ada }, { id: bob })
  await storeSubscription(database.db, ada, { status: 'cancelled', until: now })
  const has = (id: string) => hasSubscription(database.db, id)
  expect([await has(ada), await has(bob)]).toEqual([true, false])
})

test('a person has one trial', async () => {
  const note = (key: string) => within((trx) => noteTrial(trx, key, now))
  const had = (key: string) => hadTrial(database.db, key)
  expect([await note('ada'), await note('ada')]).toEqual([true, false])
  expect([await had('ada'), await had('bob')]).toEqual([true, false])
  expect(await note('bob')).toBe(true)
})

describe('an answer about a VAT id', () => {
  const check = { vatId: 'ATU11111111', state: 'valid', checkedAt: now.toISOString() } as const

  test('is kept for the account that still has the id', async () => {
    await storeAccounts({ id: bob, vat_id: check.vatId }, { id: ada, vat_id: check.vatId })
    await storeVatCheck(database.db, ada, { ...check, vatId: 'ATU22222222' })
    expect(await readVatId(database.db, ada)).toEqual({ vatId: check.vatId, check: null })
    await storeVatCheck(database.db, ada, check)
    expect(await readVatId(database.db, ada)).toEqual({ vatId: check.vatId, check })
    expect(await readVatCheck(database.db, ada)).toEqual(check)
    expect(await readVatCheck(database.db, bob)).toBeNull()
  })

  test.each([
    [-1, check.vatId, false],
    [0, check.vatId, true],
    [1, check.vatId, true],
    // about another id
    [-1, 'ATU22222222', true],
  ])('that was asked for %i ms after the last one, about %s, is kept: %s', async (ms, vatId, isKept) => {
    await storeAccounts({ id: ada, vat_id: check.vatId, vat_check: JSON.stringify({ ...check, vatId }) })
    const late = { ...check, state: 'unavailable' } as const
    expect(await storeVatCheck(database.db, ada, late, new Date(now.getTime() + ms))).toBe(isKept)
    expect(await readVatCheck(database.db, ada)).toEqual(isKept ? late : check)
  })

  test('is none of an account that has gone', async () => {
    await storeAccounts({ id: bob, vat_id: check.vatId })
    expect(await readVatId(database.db, ada)).toBeUndefined()
    expect(await readVatCheck(database.db, ada)).toBeNull()
  })

  const asked = (checkedAt: Date, vatId: string = check.vatId) =>
    JSON.stringify({ ...check, vatId, checkedAt: checkedAt.toISOString() })

  test.each<[string, boolean, Partial<Account>, Partial<Parameters<typeof storeSubscription>[2]>]>([
    ['where it was never asked for', true, {}, {}],
    ['where it is older', true, { vat_check: asked(after(-1)) }, {}],
    ['where it is new enough', false, { vat_check: asked(now) }, {}],
    ['where it is about a former id', true, { vat_check: asked(now, 'ATU22222222') }, {}],
    ['where there is no id', false, { vat_id: null }, {}],
    ['where it is paid later', false, {}, { dueAt: after(1) }],
    ['where nothing is paid any more', false, {}, { status: 'cancelled' }],
  ])('is requested %s', async (_, isAsked, account, subscription) => {
    await storeAccounts({ id: ada, vat_id: check.vatId, ...account })
    await storeSubscription(database.db, ada, { status: 'active', until: now, ...subscription })
    const found = await accountsToCheck(database.db, { dueBefore: now, askedBefore: now })
    expect(found).toEqual(isAsked ? [ada] : [])
  })
})
