import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase, testEngine, transactionsIn } from '#support/database.ts'
import { whileHeld } from '#support/held-lock.ts'
import { allRows, emptyTables, storeRows } from '#support/stored/rows.ts'
import { someCharge, someInvoice } from '#support/stored/some-rows.ts'
import {
  type Declaration,
  decideWaiting,
  deleteDeclarationsBefore,
  findContract,
  insertDeclaration,
  lockCarriedOut,
  markTakenBack,
  type NewDeclaration,
  openDeclarations,
  readDeclaration,
  storeSettled,
  waitingDeclarations,
} from './declaration.store.ts'
import { earlierPayments } from './earlier-payments.store.ts'

const database = testDatabase()
beforeEach(() => emptyTables(database.db, 'declaration', 'invoice', 'charge', 'account'))

const now = new Date('2026-11-21T10:00:00Z')
const after = (milliseconds: number) => new Date(now.getTime() + milliseconds)
const [ada, bob] = [randomUUID(), randomUUID()]
const within = transactionsIn(database)
const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)

async function declare(of: Partial<NewDeclaration> = {}): Promise<string> {
  const id = randomUUID()
  const plain = {
    id,
    kind: 'withdrawal',
    receivedAt: now,
    name: 'Ada',
    email: 'ada@example.org',
    language: 'en',
  } as const
  await within((trx) => insertDeclaration(trx, { ...plain, ...of }))
  return id
}

const accounts = (
  ...rows: readonly { readonly id: string; readonly name: string; readonly contract_number?: string }[]
) => storeRows(database.db, 'account', ...rows.map((row) => ({ ...row, created_at: now })))

describe('a declaration', () => {
  test('is kept without the spaces around its words', async () => {
    const id = await declare({
      kind: 'cancellation',
      name: ' Ada Lovelace ',
      email: 'Ada@Example.org',
      contract: ' L-1 ',
      cancellation: 'extraordinary',
      reason: ' No films ',
      endsOn: '2026-12-31',
    })
    expect(await readDeclaration(database.db, id)).toMatchObject({
      kind: 'cancellation',
      outcome: 'received',
      name: 'Ada Lovelace',
      email_key: 'ada@example.org',
      contract: 'L-1',
      cancellation: 'extraordinary',
      reason: 'No films',
      ends_on: '2026-12-31',
    })
  })

  test.each([{}, { contract: ' ', reason: ' ', endsOn: '' }])(
    'has no values for empty fields: %j',
    async (of) => {
      const id = await declare(of)
      const nothing = { contract: null, cancellation: null, reason: null, ends_on: null }
      expect(await readDeclaration(database.db, id)).toMatchObject(nothing)
    },
  )

  test('is read by its id, for its account alone', async () => {
    await accounts({ id: ada, name: 'Ada' }, { id: bob, name: 'Bob' })
    const [other, id] = [await declare(), await declare()]
    await within((trx) => storeSettled(trx, other, { account_id: bob }))
    await within((trx) => storeSettled(trx, id, { account_id: ada }))
    const read = async (one: string, account?: string) =>
      (await readDeclaration(database.db, one, account))?.id
    expect([await read(id), await read(id, ada), await read(id, bob)]).toEqual([id, id, undefined])
    expect(await read('1')).toBeUndefined()
  })

  test('is open until something is done about it, the oldest first', async () => {
    const young = await declare()
    const old = await declare({ receivedAt: after(-1) })
    const settled = await declare()
    await within((trx) => storeSettled(trx, settled, { outcome: 'done' }))
    expect(ids(await openDeclarations(database.db))).toEqual([old, young])
  })

  test('is settled once', async () => {
    const [other, id] = [await declare(), await declare()]
    const settle = (outcome: Declaration['outcome']) => within((trx) => storeSettled(trx, id, { outcome }))
    expect([await settle('operator'), await settle('done')]).toEqual([true, false])
    expect((await readDeclaration(database.db, id))?.outcome).toBe('operator')
    expect((await readDeclaration(database.db, other))?.outcome).toBe('received')
  })

  test('waits for one decision', async () => {
    await accounts({ id: ada, name: 'Ada', contract_number: 'L-1' })
    const [young, old, open] = [await declare(), await declare({ receivedAt: after(-1) }), await declare()]
    await within((trx) => storeSettled(trx, young, { outcome: 'operator' }))
    await within((trx) => storeSettled(trx, old, { outcome: 'operator', account_id: ada }))
    const waiting = await waitingDeclarations(database.db)
    expect(waiting.map(({ id, contractNumber }) => [id, contractNumber])).toEqual([
      [old, 'L-1'],
      [young, null],
    ])
    const decide = (id: string) => decideWaiting(database.db, id, { outcome: 'rejected' })
    expect([await decide(open), await decide(young), await decide(young)]).toEqual([false, true, false])
    expect(ids(await waitingDeclarations(database.db))).toEqual([old])
  })

  test('is deleted once no claim can arise from it', async () => {
    const [open, old, young] = [
      await declare({ receivedAt: after(-1) }),
      await declare({ receivedAt: after(-1) }),
      await declare(),
    ]
    for (const id of [old, young]) await within((trx) => storeSettled(trx, id, { outcome: 'done' }))
    await deleteDeclarationsBefore(database.db, now)
    expect(ids(await allRows(database.db, 'declaration')).toSorted()).toEqual([open, young].toSorted())
  })
})

describe('an executed declaration', () => {
  const word = Buffer.from('not me')
  const settled = async (of: Partial<Parameters<typeof storeSettled>[2]> = {}) => {
    const id = await declare()
    await within((trx) =>
      storeSettled(trx, id, { outcome: 'done', settled_at: after(1), not_me_hash: word, ...of }),
    )
    return id
  }
  const find = () => within((trx) => lockCarriedOut(trx, word, now))

  test.each<[string, boolean, Parameters<typeof settled>[0]]>([
    ['by its word', true, {}],
    ['by no other word', false, { not_me_hash: Buffer.from('another') }],
    ['not where it waits', false, { outcome: 'operator' }],
    ['not once it is too late', false, { settled_at: now }],
  ])('is found %s: %s', async (_, isFound, of) => {
    const id = await settled(of)
    expect((await find())?.id).toBe(isFound ? id : undefined)
  })

  test('is taken back alone', async () => {
    const [other, id] = [await settled({ not_me_hash: null }), await settled()]
    await within((trx) => markTakenBack(trx, id))
    expect((await readDeclaration(database.db, id))?.outcome).toBe('taken-back')
    expect((await readDeclaration(database.db, other))?.outcome).toBe('done')
  })

  if (testEngine === 'postgresql')
    test('is taken back by one of two', async () => {
      const id = await settled()
      const hold = async (trx: Parameters<typeof lockCarriedOut>[0]) =>
        void (await lockCarriedOut(trx, word, now))
      expect(await whileHeld(database, hold, find, (trx) => markTakenBack(trx, id))).toBeUndefined()
    })
})

describe('a contract', () => {
  type Contact = { readonly email: string; readonly isSecond?: boolean; readonly confirmed?: boolean }

  async function user(
    account_id: string,
    name: string,
    role: 'owner' | 'user',
    ...contacts: readonly Contact[]
  ) {
    const id = randomUUID()
    await storeRows(database.db, 'account_user', {
      id,
      account_id,
      name,
      role,
      language: 'de',
      created_at: now,
    } as never)
    for (const { email, isSecond = false, confirmed = true } of contacts)
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
  const find = async (of: Partial<Parameters<typeof findContract>[1]>) =>
    findContract(database.db, { emailKey: '', number: undefined, ...of })

  beforeEach(async () => {
    await accounts(
      { id: bob, name: 'Bob & Co', contract_number: 'L-2' },
      { id: ada, name: 'Ada & Co', contract_number: 'L-1' },
    )
    await user(bob, 'Bob', 'owner', { email: 'bob@example.org' })
    await user(
      ada,
      'Ada',
      'owner',
      { email: 'second@example.org', isSecond: true },
      { email: 'new@example.org', isSecond: true, confirmed: false },
      { email: 'ada@example.org' },
    )
    await user(ada, 'Carl', 'user', { email: 'carl@example.org' })
  })
  const ofAda = {
    accountId: ada,
    number: 'L-1',
    names: ['Ada & Co', 'Ada'],
    language: 'de',
    addresses: ['ada@example.org', 'second@example.org'],
  }

  test.each<[string, object | undefined, Parameters<typeof find>[0]]>([
    ['that of an account', ofAda, { accountId: ada, number: 'L-2', emailKey: 'bob@example.org' }],
    [
      'that of the number, also with the address of another',
      ofAda,
      { number: 'L-1', emailKey: 'bob@example.org' },
    ],
    [
      'that of the address where there is no such number',
      ofAda,
      { number: 'L-3', emailKey: 'ada@example.org' },
    ],
    ['that of the address where there is no number', ofAda, { emailKey: 'second@example.org' }],
    ['none of an address that is not confirmed', undefined, { emailKey: 'new@example.org' }],
    ['none of a user who may not end it', undefined, { emailKey: 'carl@example.org' }],
    ['none of nobody', undefined, { emailKey: 'dora@example.org' }],
  ])('is %s', async (_, contract, of) => {
    expect(await find(of)).toEqual(contract)
  })

  test('is found by its number alone, even if no owner has confirmed an address', async () => {
    const eve = randomUUID()
    await accounts({ id: eve, name: 'Eve & Co', contract_number: 'L-3' })
    await user(eve, 'Eve', 'owner', { email: 'eve@example.org', confirmed: false })
    await user(eve, 'Finn', 'user', { email: 'finn@example.org' })
    expect(await find({ number: 'L-3', emailKey: 'ada@example.org' })).toBeUndefined()
  })
})

describe('the payment for earlier periods', () => {
  const until = after(1_000_000)
  const facts = (key: string, paidBefore?: number) => ({
    bill: {
      key,
      amount: { vatBasisPoints: 1900 },
      purpose: { kind: 'period', from: now, until, paidLicenses: 3, ...(paidBefore && { paidBefore }) },
    },
  })

  type Invoice = Partial<Parameters<typeof someInvoice>[0]>

  async function billed(key: string, of: Invoice = {}, paidBefore?: number) {
    const row = someInvoice({ account_id: ada, facts: JSON.stringify(facts(key, paidBefore)), ...of })
    await storeRows(database.db, 'invoice', row)
    return row
  }
  const note = (corrects: string) =>
    billed('note', {
      kind: 'credit-note',
      corrects,
      net_cents: -100,
      vat_cents: -19,
      gross_cents: -119,
      created_at: after(5),
    })
  async function charged(of: Partial<Parameters<typeof someCharge>[0]> = {}) {
    const charge = someCharge({ account_id: ada, ...of })
    await storeRows(database.db, 'charge', charge)
    return charge.id
  }
  const read = (of: Partial<Parameters<typeof earlierPayments>[2]> = {}) =>
    within((trx) => earlierPayments(trx, ada, { contractAt: now, payments: [], replacedPayments: [], ...of }))
  const keys = async (of: Parameters<typeof read>[0] = {}) =>
    (await read(of)).map(({ payment }) => payment.key)

  test('is the rest of each invoice, the oldest first', async () => {
    const charge_id = await charged({ gross_cents: 1000, refunded_cents: 119, settled_at: after(7) })
    const second = await billed('period-2', { charge_id, created_at: after(2) }, 2)
    const first = await billed('period-1', { created_at: after(1) })
    await note(second.number)
    const amount = { netCents: 1000, vatCents: 190, grossCents: 1190, vatBasisPoints: 1900 }
    const plain = { attempt: 1, kind: 'period', amount, levelCents: 0, paidLicenses: 3, periodCreditCents: 0 }
    expect(first.number).not.toBe(second.number)
    expect(await read()).toEqual([
      {
        from: now,
        until,
        credited: [],
        payment: {
          ...plain,
          key: 'period-1',
          at: after(1),
          creditCents: 1190,
          paidBefore: 0,
          creditedNetCents: 0,
          creditedVatCents: 0,
          refundedCents: 0,
        },
      },
      {
        from: now,
        until,
        credited: [{ corrects: second.number, at: after(5), netCents: 100 }],
        payment: {
          ...plain,
          key: 'period-2',
          at: after(7),
          creditCents: 190,
          paidBefore: 2,
          creditedNetCents: 100,
          creditedVatCents: 19,
          refundedCents: 119,
        },
      },
    ])
  })

  test.each<[string, boolean, Invoice]>([
    ['with the contract', true, {}],
    ['before the contract', false, { created_at: after(-1) }],
    ['by somebody else', false, { account_id: bob }],
    ['back, by a credit note', false, { kind: 'credit-note' }],
  ])('is the amount paid %s: %s', async (_, isPaid, of) => {
    await billed('period-1', of)
    expect(await keys()).toEqual(isPaid ? ['period-1'] : [])
  })

  test('excludes unpaid amounts', async () => {
    await billed('period-1', { charge_id: await charged({ state: 'declined' }) })
    await billed('period-2', { charge_id: await charged() })
    expect(await keys()).toEqual(['period-2'])
  })

  test('is nothing without a contract, and excludes the payment of the running period', async () => {
    for (const key of ['period-1', 'period-2', 'period-3']) await billed(key)
    expect(await read({ contractAt: null })).toEqual([])
    const paid = { payments: [{ key: 'period-3' }], replacedPayments: [{ key: 'period-2' }] } as never
    expect(await keys(paid)).toEqual(['period-1'])
  })

  test('has an invoice in place of the one that it replaced', async () => {
    await billed('period-1', { net_cents: 1 })
    await billed('period-1', { net_cents: 2, created_at: after(1) })
    expect((await read()).map(({ payment }) => payment.amount.netCents)).toEqual([2])
    expect(await read({ contractAt: after(2) })).toEqual([])
  })
})
