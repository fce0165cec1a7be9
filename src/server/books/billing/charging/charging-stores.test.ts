import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { MoneyEvent } from '#domain/billing/ledger.ts'
import { testDatabase, testEngine, transactionsIn } from '#support/database.ts'
import { whileHeld } from '#support/held-lock.ts'
import { storeCreditToCorrect } from '#support/stored/money.ts'
import { allRows, emptyTables, storeRows } from '#support/stored/rows.ts'
import { someAttempt, someCharge, someInvoice, someRefund } from '#support/stored/some-rows.ts'
import {
  type AttemptRow,
  countAttempts,
  ensureCharge,
  findAttempt,
  findCharge,
  giveUpAttempts,
  insertAttempt,
  lastAttemptOf,
  lockCharge,
  paidAttempt,
  readAttempt,
  unsettledAttempts,
  updateAttempt,
  updateCharge,
  voidedBeside,
} from './charging.store.ts'
import { invoicesToCorrect, takeCorrection } from './former-credit.store.ts'
import { book } from './ledger.store.ts'
import {
  creditsOnTheWay,
  findRefund,
  findRefundByRef,
  insertRefund,
  onTheWayBack,
  unsettledRefunds,
  updateRefund,
} from './refund.store.ts'

const database = testDatabase()
beforeEach(() =>
  emptyTables(database.db, 'refund', 'charge_attempt', 'credit_to_correct', 'invoice', 'charge'),
)

const now = new Date('2026-11-21T10:00:00Z')
const after = (milliseconds: number) => new Date(now.getTime() + milliseconds)
const [ada, bob] = [randomUUID(), randomUUID()]
const within = transactionsIn(database)
const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)

async function charged(of: Partial<Parameters<typeof someCharge>[0]> = {}) {
  const charge = someCharge({ account_id: ada, ...of })
  await storeRows(database.db, 'charge', charge)
  return charge
}

async function attempted(
  charge: { readonly id: string },
  of: Partial<Parameters<typeof someAttempt>[0]> = {},
) {
  const attempt = someAttempt({ charge_id: charge.id, ...of })
  await storeRows(database.db, 'charge_attempt', attempt)
  return attempt
}

async function refunded(
  attempt: { readonly id: string; readonly charge_id: string },
  of: Partial<Parameters<typeof someRefund>[0]> = {},
) {
  const refund = someRefund({ charge_id: attempt.charge_id, attempt_id: attempt.id, ...of })
  await storeRows(database.db, 'refund', refund)
  return refund
}

/** One column of every attempt, by the attempt's id. */
async function attempts<Column extends keyof AttemptRow>(column: Column) {
  const rows = await allRows(database.db, 'charge_attempt')
  return Object.fromEntries(rows.map((row) => [row.id, row[column]]))
}

const waiting = { state: 'needs-action', settled_at: null } as const

describe('a charge', () => {
  const ensure = (id: string) =>
    within((trx) =>
      ensureCharge(trx, {
        id,
        accountId: ada,
        key: 'period-1',
        purpose: {},
        facts: {},
        grossCents: 1190,
        now,
      }),
    )

  test('is written down once for its purpose, and submitted with each attempt', async () => {
    const id = randomUUID()
    expect(await ensure(id)).toMatchObject({ id, state: 'submitted', gross_cents: 1190, created_at: now })
    await within((trx) => updateCharge(trx, id, { state: 'declined' }))
    expect(await ensure(randomUUID())).toMatchObject({ id, state: 'submitted' })
  })

  test('is found by its account and purpose', async () => {
    await charged({ account_id: bob, key: 'period-1' })
    await charged({ key: 'period-2' })
    const { id } = await charged({ key: 'period-1' })
    expect((await findCharge(database.db, ada, 'period-1'))?.id).toBe(id)
  })

  test('is changed alone', async () => {
    const [one, other] = [await charged(), await charged()]
    await within((trx) => updateCharge(trx, one.id, { refunded_cents: 119 }))
    const rows = await allRows(database.db, 'charge')
    const changed = Object.fromEntries(rows.map((row) => [row.id, row.refunded_cents]))
    expect(changed).toEqual({ [one.id]: 119, [other.id]: 0 })
  })

  test('has the attempts that are its own', async () => {
    const [one, other] = [await charged(), await charged()]
    await attempted(other, { number: 3 })
    const declined = await attempted(one, { number: 1, state: 'declined' })
    const second = await attempted(one, { number: 2, settled_at: after(1) })
    await attempted(one, { number: 3, settled_at: after(2) })
    const last = await attempted(one, { number: 4, ...waiting, void_at: now })
    expect(await within((trx) => countAttempts(trx, one.id))).toBe(4)
    expect((await lastAttemptOf(database.db, one.id))?.id).toBe(last.id)
    expect((await paidAttempt(database.db, one.id))?.id).toBe(second.id)
    expect(ids(await voidedBeside(database.db, declined as AttemptRow))).toEqual([last.id])
    expect(ids(await voidedBeside(database.db, last as AttemptRow))).toEqual([])
  })

  test('includes abandoned ones that may still be paid', async () => {
    const [one, other] = [await charged(), await charged()]
    const attempt = await attempted(one, { number: 1 })
    await attempted(one, { number: 2, state: 'abandoned', void_at: now })
    await attempted(one, { number: 3, ...waiting })
    await attempted(other, { number: 1, ...waiting, void_at: now })
    expect(await voidedBeside(database.db, attempt as AttemptRow)).toEqual([])
  })

  test('has those given up that wait for the card holder', async () => {
    const [one, other] = [await charged(), await charged()]
    const former = await attempted(one, { number: 1, ...waiting, void_at: after(-1) })
    const declined = await attempted(one, { number: 2, state: 'declined' })
    const open = await attempted(one, { number: 3, ...waiting })
    const elsewhere = await attempted(other, waiting)
    await within((trx) => giveUpAttempts(trx, one.id, now))
    expect(await attempts('void_at')).toEqual({
      [former.id]: after(-1),
      [declined.id]: null,
      [open.id]: now,
      [elsewhere.id]: null,
    })
  })
})

describe('an attempt', () => {
  const order = (chargeId: string) => ({
    attemptId: randomUUID(),
    accountId: ada,
    chargeId,
    customer: 'cus',
    method: 'pm',
    amountCents: 1190,
    currency: 'EUR' as const,
    description: 'Lectern',
    idempotencyKey: 'key',
  })

  test('is written down before it is sent', async () => {
    const ordered = order((await charged()).id)
    const sent = { order: ordered, provider: 'stripe', mode: 'live', number: 2, now, real: after(5) } as const
    await within((trx) => insertAttempt(trx, sent))
    expect(await findAttempt(database.db, { id: ordered.attemptId })).toMatchObject({
      account_id: ada,
      number: 2,
      provider: 'stripe',
      mode: 'live',
      state: 'submitted',
      params: ordered,
      created_at: now,
      last_sent_at: after(5),
    })
  })

  test('is found by its ID, and by its provider’s', async () => {
    const charge = await charged({ key: 'period-7' })
    await attempted(charge, { number: 1, provider: 'stripe', provider_ref: 'pi' })
    await attempted(charge, { number: 2, provider_ref: 'other' })
    const { id } = await attempted(charge, { number: 3, provider_ref: 'pi' })
    const found = { id, account_id: ada, charge_key: 'period-7' }
    expect(await findAttempt(database.db, { id })).toMatchObject(found)
    expect(await findAttempt(database.db, { provider: 'sandbox', ref: 'pi' })).toMatchObject(found)
    expect(await findAttempt(database.db, { provider: 'sandbox', ref: 'unknown' })).toBeUndefined()
  })

  test('is read with its charge, and with whether a later one exists', async () => {
    const [other, charge] = [await charged(), await charged()]
    const elsewhere = await attempted(other)
    const first = await attempted(charge, { state: 'declined' })
    const read = (id: string) => within((trx) => readAttempt(trx, id))
    expect(await read(first.id)).toMatchObject({
      attempt: { id: first.id },
      charge: { id: charge.id },
      superseded: false,
    })
    await attempted(charge, { number: 2 })
    expect(await read(first.id)).toMatchObject({ superseded: true })
    expect(await read(elsewhere.id)).toMatchObject({ charge: { id: other.id }, superseded: false })
  })

  test('is changed alone, as far as is known', async () => {
    const charge = await charged()
    const [one, other] = [await attempted(charge), await attempted(charge, { number: 2 })]
    await updateAttempt(database.db, one.id, {
      state: 'declined',
      decline_code: 'expired',
      provider_ref: undefined,
    })
    expect(await attempts('decline_code')).toEqual({ [one.id]: 'expired', [other.id]: null })
    expect((await attempts('provider_ref'))[one.id]).toBe(one.provider_ref)
  })

  if (testEngine === 'postgresql')
    test('and its charge are read as the transaction before leaves them', async () => {
      const charge = await charged({ state: 'submitted' })
      const { id } = await attempted(charge, { state: 'submitted' })
      const { attempt } = await whileHeld(
        database,
        (trx) => updateAttempt(trx, id, { client_secret: 'held' }),
        () => within((trx) => readAttempt(trx, id)),
        (trx) => updateAttempt(trx, id, { state: 'succeeded' }),
      )
      expect(attempt.state).toBe('succeeded')
      const settle = (trx: Parameters<typeof lockCharge>[0]) =>
        updateCharge(trx, charge.id, { state: 'succeeded' })
      const hold = async (trx: Parameters<typeof lockCharge>[0]) => void (await lockCharge(trx, charge.id))
      const read = await whileHeld(database, hold, () => within((trx) => readAttempt(trx, id)), settle)
      expect(read.charge.state).toBe('succeeded')
    })
})

test('a charge is locked, and no other', async () => {
  const [, charge] = [await charged(), await charged()]
  expect((await within((trx) => lockCharge(trx, charge.id))).id).toBe(charge.id)
})

if (testEngine === 'postgresql')
  test('a charge is locked until it was changed', async () => {
    const { id } = await charged()
    const { refunded_cents } = await whileHeld(
      database,
      async (trx) => void (await lockCharge(trx, id)),
      () => within((trx) => lockCharge(trx, id)),
      (trx) => updateCharge(trx, id, { refunded_cents: 119 }),
    )
    expect(refunded_cents).toBe(119)
  })

describe('attempts that are not settled', () => {
  const unsettled = async (of: Partial<Parameters<typeof unsettledAttempts>[1]> = {}) =>
    ids(await unsettledAttempts(database.db, { askedBefore: now, ...of }))

  test.each([
    ['submitted', true],
    ['processing', true],
    ['unknown', true],
    ['needs-action', true],
    ['succeeded', false],
    ['declined', false],
    ['abandoned', false],
  ] as const)('%s: %s', async (state, isUnsettled) => {
    const { id } = await attempted(await charged(), { state })
    expect(await unsettled()).toEqual(isUnsettled ? [id] : [])
  })

  test('are in the order of their last query, page by page, without those queried meanwhile', async () => {
    const open = async (last_sent_at: Date, id: string = randomUUID(), account_id: string = ada) =>
      attempted(await charged({ account_id }), { id, ...waiting, last_sent_at })
    const [first, second] = [randomUUID(), randomUUID()].toSorted() as [string, string]
    const last = await open(now)
    await open(after(-2), second)
    const before = await open(after(-2), first, bob)
    await open(after(1))
    expect(await unsettled()).toEqual([first, second, last.id])
    expect(await unsettled({ after: before })).toEqual([second, last.id])
    expect(await unsettled({ accountId: ada })).toEqual([second, last.id])
  })
})

test('the part of an invoice to be credited is taken once', async () => {
  const [one, other] = [someInvoice({ account_id: ada }), someInvoice({ account_id: ada })]
  await storeRows(database.db, 'invoice', one, other)
  await storeCreditToCorrect(database.db, { invoiceId: other.id, netCents: 5, vatCents: 1 })
  await storeCreditToCorrect(database.db, { invoiceId: one.id, netCents: 100, vatCents: 19 })
  const take = () => within((trx) => takeCorrection(trx, one.id))
  expect(await take()).toEqual({ netCents: 100, vatCents: 19 })
  expect(await take()).toBeUndefined()
  expect(await invoicesToCorrect(database.db)).toEqual([other.id])
})

describe('the ledger', () => {
  // its entries stay: each test looks for its own
  const booked = async (subject: string, event: MoneyEvent, document?: string) => {
    await within((trx) => book(trx, event, { accountId: ada, chargeId: null, document, subject, at: now }))
    const rows = await allRows(database.db, 'ledger_entry')
    const own = rows.filter(({ effect_key }) => effect_key.endsWith(` ${subject}`))
    return own.map((row) => `${row.kind} ${row.amount_cents} ${row.document}`).toSorted()
  }

  test.each<[MoneyEvent, string | undefined, readonly string[]]>([
    [{ kind: 'paid', amount: { grossCents: 1190 } }, '2026-000001', ['captured 1190 null']],
    [{ kind: 'billed', amount: { grossCents: 1190 } }, '2026-000001', ['invoiced 1190 2026-000001']],
    [{ kind: 'billed', amount: { grossCents: 1190 } }, undefined, ['invoiced 1190 null']],
    [
      { kind: 'returned', amount: { grossCents: 119 }, creditedCents: 100 },
      '2026-000002',
      ['credited 100 2026-000002', 'refunded 119 null'],
    ],
    [{ kind: 'credited', amount: { grossCents: 0 } }, '2026-000002', []],
  ])('has of %j with %s: %j', async (event, document, lines) => {
    const subject = randomUUID()
    expect(await booked(subject, event, document)).toEqual(lines)
    expect(await booked(subject, event, document)).toEqual(lines)
  })
})

describe('a refund', () => {
  type New = Omit<Parameters<typeof insertRefund>[1], 'attempt'>
  const order = (of: Partial<New> = {}): New => ({
    id: randomUUID(),
    reason: 'withdrawal',
    amount: { netCents: 100, vatCents: 19 },
    grossCents: 119,
    now,
    real: after(5),
    ...of,
  })
  const insert = (attempt: Parameters<typeof insertRefund>[1]['attempt'], of: New) =>
    within((trx) => insertRefund(trx, { ...of, attempt }))

  test('is stored once, before it is requested', async () => {
    const attempt = await attempted(await charged())
    const ordered = order()
    expect(await insert(attempt, ordered)).toBe(ordered.id)
    expect(await insert(attempt, order())).toBeUndefined()
    expect(await findRefund(database.db, ordered.id)).toMatchObject({
      account_id: ada,
      attempt_id: attempt.id,
      state: 'submitted',
      taxes: null,
      provider_ref: null,
      settled_at: null,
      created_at: now,
      last_sent_at: after(5),
    })
  })

  test('is settled if it was already refunded', async () => {
    const attempt = await attempted(await charged())
    const taxes = [{ netCents: 100, vatBasisPoints: 1900, vatCents: 19, grossCents: 119 }]
    const ordered = order({ givenBackAs: 're', amount: { netCents: 100, vatCents: 19, taxes } })
    await insert(attempt, ordered)
    const settled = { state: 'succeeded', provider_ref: 're', settled_at: now, taxes }
    expect(await findRefund(database.db, ordered.id)).toMatchObject(settled)
  })

  test('is found by its ID, and by its provider’s', async () => {
    const charge = await charged()
    const attempt = await attempted(charge)
    const other = await refunded(await attempted(charge, { number: 2, provider: 'stripe' }), {
      provider_ref: 're',
    })
    await refunded(attempt, { provider_ref: 'other' })
    const { id } = await refunded(attempt, { provider_ref: 're' })
    expect((await findRefund(database.db, id))?.id).toBe(id)
    expect((await findRefundByRef(database.db, 'sandbox', 're'))?.id).toBe(id)
    expect((await findRefundByRef(database.db, 'stripe', 're'))?.id).toBe(other.id)
  })

  test('is changed alone', async () => {
    const attempt = await attempted(await charged())
    const [one, other] = [await refunded(attempt), await refunded(attempt)]
    await updateRefund(database.db, one.id, { state: 'failed' })
    const rows = await allRows(database.db, 'refund')
    const states = Object.fromEntries(rows.map(({ id, state }) => [id, state]))
    expect(states).toEqual({ [one.id]: 'failed', [other.id]: 'succeeded' })
  })

  test('that is not settled is queried, the longest waiting first', async () => {
    const attempt = await attempted(await charged())
    const open = (state: 'submitted' | 'unknown' | 'failed', last_sent_at: Date) =>
      refunded(attempt, { state, settled_at: null, last_sent_at })
    const second = await open('submitted', now)
    const first = await open('unknown', after(-1))
    await open('failed', after(-1))
    await open('submitted', after(1))
    const found = [first, second].map(({ id }) => ({ id, orderedAt: now }))
    expect(await unsettledRefunds(database.db, now)).toEqual(found)
  })

  test('is in progress until it is settled', async () => {
    const [one, other] = [await attempted(await charged()), await attempted(await charged())]
    const way = { state: 'submitted', settled_at: null } as const
    await refunded(other, way)
    await refunded(one, { gross_cents: 1 })
    await refunded(one, { ...way, gross_cents: 10, net_cents: 8, vat_cents: 2 })
    await refunded(one, {
      state: 'unknown',
      settled_at: null,
      gross_cents: 100,
      net_cents: 80,
      vat_cents: 20,
    })
    await refunded(one, { ...way, gross_cents: 1000, reason: 'late' })
    await refunded(one, { ...way, gross_cents: 10000, reason: 'vat' })
    expect(await within((trx) => onTheWayBack(trx, one.charge_id))).toBe(10110)
    const credits = await within((trx) => creditsOnTheWay(trx, one.charge_id))
    expect(credits.toSorted((a, b) => a.netCents - b.netCents)).toEqual([
      { netCents: 8, vatCents: 2, taxes: null },
      { netCents: 80, vatCents: 20, taxes: null },
    ])
  })
})
