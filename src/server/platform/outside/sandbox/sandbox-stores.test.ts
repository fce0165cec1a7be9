import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase, testEngine } from '#support/database.ts'
import { whileHeld } from '#support/held-lock.ts'
import { allRows, emptyTables } from '#support/stored/rows.ts'
import {
  changeSandboxCharge,
  sandboxCharges,
  sandboxDisputes,
  sandboxRefunds,
} from '#support/stored/sandbox-money.ts'
import {
  deleteCustomer,
  detachMethod,
  ensureCustomer,
  ensureSetup,
  findMethod,
  findSetup,
  insertMethod,
  settleSetup,
} from './sandbox-card.store.ts'
import {
  cancelCharge,
  ensureSandboxCharge,
  findSandboxCharge,
  type NewCharge,
  storeAnswer,
} from './sandbox-charge.store.ts'
import { eventsSince, insertEvent, movementsSince } from './sandbox-event.store.ts'
import {
  closeDispute,
  ensureRefund,
  findDispute,
  findSandboxRefund,
  insertDispute,
  type NewRefund,
} from './sandbox-refund.store.ts'

const database = testDatabase()
beforeEach(() =>
  emptyTables(
    database.db,
    'sandbox_refund',
    'sandbox_dispute',
    'sandbox_charge',
    'sandbox_event',
    'sandbox_customer',
  ),
)

const now = new Date('2026-11-21T10:00:00Z')
const before = new Date(now.getTime() - 1)

describe('cards', () => {
  const setup = (word: string) =>
    ensureSetup(database.db, {
      ref: `seti ${word}`,
      customer: 'cus ada',
      clientSecret: `secret ${word}`,
      idempotencyKey: `key ${word}`,
    })

  beforeEach(async () => {
    await ensureCustomer(database.db, { accountId: 'bob', ref: 'cus bob' })
    await ensureCustomer(database.db, { accountId: 'ada', ref: 'cus ada' })
  })

  test('an account is one customer', async () => {
    expect(await ensureCustomer(database.db, { accountId: 'ada', ref: 'cus new' })).toBe('cus ada')
  })

  test('a form is begun once, found by its name and its secret, and settled', async () => {
    await setup('first')
    expect(await setup('second')).toMatchObject({ ref: 'seti second', state: 'open', customer: 'cus ada' })
    const again = {
      ref: 'seti again',
      customer: 'cus ada',
      clientSecret: 'secret again',
      idempotencyKey: 'key second',
    }
    expect((await ensureSetup(database.db, again)).ref).toBe('seti second')
    expect((await findSetup(database.db, { ref: 'seti second' }))?.ref).toBe('seti second')
    expect((await findSetup(database.db, { clientSecret: 'secret second' }))?.ref).toBe('seti second')
    await settleSetup(database.db, 'seti second', { state: 'succeeded', method: 'pm', message: null })
    const settled = async (ref: string) => (await findSetup(database.db, { ref }))?.state
    expect([await settled('seti first'), await settled('seti second')]).toEqual(['open', 'succeeded'])
  })

  test('a card is kept until it is detached, and deleted with its customer', async () => {
    for (const [ref, customer] of [
      ['first', 'cus bob'],
      ['second', 'cus ada'],
      ['third', 'cus ada'],
    ] as const)
      await insertMethod(database.db, { ref, customer, number: '4242424242424242', expires: '2031-09' })
    await detachMethod(database.db, 'second')
    const detached = async (ref: string) => (await findMethod(database.db, ref))?.detached
    expect([await detached('first'), await detached('second'), await detached('third')]).toEqual([
      false,
      true,
      false,
    ])
    await deleteCustomer(database.db, 'cus ada')
    expect((await allRows(database.db, 'sandbox_method')).map(({ ref }) => ref)).toEqual(['first'])
  })
})

/** Books a charge of 11.90 EUR. */
function charge(word: string, of: Partial<NewCharge> = {}) {
  return ensureSandboxCharge(database.db, {
    ref: `pi ${word}`,
    customer: 'cus',
    method: 'pm',
    attemptId: `attempt ${word}`,
    amountCents: 1190,
    state: 'succeeded',
    code: null,
    clientSecret: `secret ${word}`,
    idempotencyKey: `key ${word}`,
    orderHash: Buffer.from('order'),
    createdAt: now,
    ...of,
  })
}

describe('charges', () => {
  const states = async () =>
    (await sandboxCharges(database.db)).map(({ ref, state }) => `${ref} ${state}`).toSorted()

  test('are booked once for each key, and found by their names and their attempts', async () => {
    await charge('first')
    expect(await charge('second')).toMatchObject({ isNew: true, charge: { ref: 'pi second' } })
    const again = await charge('again', { idempotencyKey: 'key second' })
    expect(again).toMatchObject({ isNew: false, charge: { ref: 'pi second' } })
    expect((await findSandboxCharge(database.db, { ref: 'pi second' }))?.ref).toBe('pi second')
    expect((await findSandboxCharge(database.db, { attemptId: 'attempt second' }))?.ref).toBe('pi second')
  })

  test('are cancelled as long as the card holder has not answered', async () => {
    await charge('waiting', { state: 'needs-action' })
    await charge('other', { state: 'needs-action' })
    await charge('taken')
    expect(await cancelCharge(database.db, 'pi waiting')).toMatchObject({
      ref: 'pi waiting',
      state: 'cancelled',
    })
    expect(await cancelCharge(database.db, 'pi taken')).toMatchObject({ state: 'succeeded' })
    expect(await states()).toEqual(['pi other needs-action', 'pi taken succeeded', 'pi waiting cancelled'])
  })

  test.each([
    [true, { state: 'succeeded', code: null }],
    [false, { state: 'declined', code: 'authentication_failed' }],
  ])('are answered once by the card holder: %s', async (approve, answered) => {
    await charge('other', { state: 'needs-action' })
    await charge('waiting', { state: 'needs-action' })
    const answer = (approve: boolean) => storeAnswer(database.db, 'secret waiting', approve)
    expect(await answer(approve)).toMatchObject({ ref: 'pi waiting', ...answered })
    expect(await answer(!approve)).toBeUndefined()
    expect(await states()).toEqual(['pi other needs-action', `pi waiting ${answered.state}`])
  })
})

describe('refunds', () => {
  const refund = (word: string, of: Partial<NewRefund> = {}) =>
    ensureRefund(database.db, {
      ref: `re ${word}`,
      chargeRef: 'pi own',
      refundId: null,
      amountCents: 190,
      idempotencyKey: `key ${word}`,
      createdAt: now,
      ...of,
    })
  const dispute = (ref: string, chargeRef: string) =>
    insertDispute(database.db, { ref, chargeRef, amountCents: 1190, createdAt: now })

  beforeEach(async () => {
    await charge('other', { amountCents: 5000 })
    await charge('own')
  })

  test('are given once for each key, and never more than was taken', async () => {
    await refund('elsewhere', { chargeRef: 'pi other', amountCents: 1000 })
    expect(await refund('first')).toEqual({ ref: 're first', isNew: true })
    expect(await refund('again', { idempotencyKey: 'key first' })).toEqual({ ref: 're first', isNew: false })
    expect(await refund('much', { amountCents: 1001 })).toBeUndefined()
    expect(await refund('rest', { amountCents: 1000 })).toEqual({ ref: 're rest', isNew: true })
    const given = (await sandboxRefunds(database.db)).filter(({ chargeRef }) => chargeRef === 'pi own')
    expect(given.map(({ cents }) => cents).toSorted((a, b) => a - b)).toEqual([190, 1000])
  })

  test('are given of nothing that was not taken', async () => {
    await changeSandboxCharge(database.db, 'pi own', { state: 'declined' })
    expect(await refund('first')).toBeUndefined()
    expect(await refund('second', { chargeRef: 'pi unknown' })).toBeUndefined()
  })

  test('are given of nothing that the bank takes back, unless it has lost', async () => {
    await dispute('other', 'pi other')
    await dispute('own', 'pi own')
    expect(await refund('first')).toBeUndefined()
    await closeDispute(database.db, 'own', 'lost')
    expect(await refund('first')).toBeUndefined()
    await closeDispute(database.db, 'own', 'won')
    expect(await refund('first')).toMatchObject({ isNew: true })
    const states = (await sandboxDisputes(database.db)).map(({ chargeRef, state }) => [chargeRef, state])
    expect(states).toEqual([
      ['pi other', 'open'],
      ['pi own', 'won'],
    ])
  })

  test('and disputes are found by their names', async () => {
    await refund('by hand')
    await refund('ordered', { refundId: 'refund' })
    const found = { kind: 'succeeded', chargeRef: 'pi own', amountCents: 190 }
    expect(await findSandboxRefund(database.db, 're ordered')).toEqual({
      ...found,
      ref: 're ordered',
      refundId: 'refund',
    })
    const byHand = await findSandboxRefund(database.db, 're by hand')
    expect(byHand).toStrictEqual({ ...found, ref: 're by hand', refundId: undefined })
    expect(await findSandboxRefund(database.db, 're unknown')).toBeUndefined()
    await dispute('other', 'pi other')
    await dispute('own', 'pi own')
    const disputed = { kind: 'open', ref: 'own', chargeRef: 'pi own', amountCents: 1190 }
    expect(await findDispute(database.db, 'own')).toEqual(disputed)
    expect(await findDispute(database.db, 'unknown')).toBeUndefined()
  })

  if (testEngine === 'postgresql')
    test('wait for another change of the charge', async () => {
      const given = await whileHeld(
        database,
        (trx) => changeSandboxCharge(trx, 'pi own', { cents: 1190 }),
        () => refund('first'),
        (trx) => changeSandboxCharge(trx, 'pi own', { state: 'cancelled' }),
      )
      expect(given).toBeUndefined()
    })

  test('move money as charges do, since a time', async () => {
    await charge('old', { createdAt: before })
    await charge('declined', { state: 'declined' })
    await refund('old', { createdAt: before })
    await refund('young', { createdAt: now })
    const moved = await movementsSince(database.db, now)
    expect(moved.toSorted((a, b) => a.ref.localeCompare(b.ref))).toEqual([
      { kind: 'charge', ref: 'pi other', attemptId: 'attempt other', amountCents: 5000, at: now },
      { kind: 'charge', ref: 'pi own', attemptId: 'attempt own', amountCents: 1190, at: now },
      { kind: 'refund', ref: 're young', attemptId: 'attempt own', amountCents: 190, at: now },
    ])
  })
})

test('events since a time are returned in order', async () => {
  const event = (id: string, createdAt: Date) =>
    ({ id, type: 'card', createdAt, about: { kind: 'card', ref: 'pm' } }) as const
  const told = [event('second', now), event('first', now)]
  for (const one of [event('old', before), ...told]) await insertEvent(database.db, one)
  expect(await eventsSince(database.db, now)).toEqual(told)
})
