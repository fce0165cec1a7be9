import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Services } from '#server/platform/services/services.ts'
import { testDatabase, testEngine, transactionsIn } from '#support/database.ts'
import { whileHeld } from '#support/held-lock.ts'
import { allRows, emptyTables } from '#support/stored/rows.ts'
import { createTestClock } from '#support/test-clock.ts'
import {
  countRefusals,
  isChargeKnown,
  isNoted,
  lockUnmailedNotices,
  markMailed,
  type Notice,
  noteForOperator,
  wasMailedSince,
} from './payment-notice.store.ts'

let logged: unknown[]
const database = testDatabase()
beforeEach(async () => {
  logged = []
  clock.startOver()
  await emptyTables(database.db, 'payment_notice')
})

const now = new Date('2026-11-21T10:00:00Z')
const before = new Date(now.getTime() - 1)
const clock = createTestClock(now)
const within = transactionsIn(database)
const log = { error: (...told: unknown[]) => void logged.push(told) } as unknown as Services['log']
const note = (notice: Notice) => within((trx) => noteForOperator(trx, { clock, log }, notice))
const unmailed = () => within(lockUnmailedNotices)

test('the operator is notified once, with all details', async () => {
  const [accountId, attemptId] = [randomUUID(), randomUUID()]
  const notice: Notice = {
    kind: 'late-payment',
    effectKey: 'first',
    accountId,
    provider: 'sandbox',
    ref: 'pi',
    attemptId,
    amountCents: 1190,
    because: 'the order was cancelled',
  }
  expect(await note(notice)).toBe(true)
  expect(await note(notice)).toBe(false)
  expect(await allRows(database.db, 'payment_notice')).toMatchObject([
    {
      kind: 'late-payment',
      effect_key: 'first',
      account_id: accountId,
      provider: 'sandbox',
      ref: 'pi',
      attempt_id: attemptId,
      amount_cents: 1190,
      reason: 'the order was cancelled',
      noted_at: now,
      mailed_at: null,
    },
  ])
  expect(logged).toEqual([[{ notice }, 'a payment needs to be looked at']])
})

test('the operator is notified with what is known if there is no account', async () => {
  expect(await note({ kind: 'oss-threshold', effectKey: 'first' })).toBe(true)
  const [row] = await allRows(database.db, 'payment_notice')
  const nothing = {
    account_id: null,
    provider: null,
    ref: null,
    attempt_id: null,
    amount_cents: null,
    reason: null,
  }
  expect(row).toMatchObject(nothing)
})

test('a notice is known by its key, a charge by its attempt', async () => {
  const [known, other] = [randomUUID(), randomUUID()]
  await note({ kind: 'charge-unknown', effectKey: 'first', attemptId: known })
  await note({ kind: 'charge-missing', effectKey: 'second', attemptId: other })
  expect([await isNoted(database.db, 'second'), await isNoted(database.db, 'third')]).toEqual([true, false])
  expect([await isChargeKnown(database.db, known), await isChargeKnown(database.db, other)]).toEqual([
    true,
    false,
  ])
})

test('mailed notices are not mailed again', async () => {
  for (const effectKey of ['first', 'second', 'third']) await note({ kind: 'late-payment', effectKey })
  const waiting = await unmailed()
  expect(waiting).toHaveLength(3)
  const mail = (place: number, at: Date) => within((trx) => markMailed(trx, waiting[place]?.id ?? 0, at))
  const mailedSince = (since: Date) => within((trx) => wasMailedSince(trx, since))
  expect(await mailedSince(before)).toBe(false)
  await mail(0, before)
  await mail(1, now)
  expect((await unmailed()).map(({ id }) => id)).toEqual([waiting[2]?.id])
  expect(await mailedSince(before)).toBe(true)
  expect(await mailedSince(now)).toBe(false)
  const rows = await allRows(database.db, 'payment_notice')
  expect(rows.map(({ effect_key, mailed_at }) => [effect_key, mailed_at]).toSorted()).toEqual([
    ['first', before],
    ['second', now],
    ['third', null],
  ])
})

test('payments that were refused since a time are counted', async () => {
  await note({ kind: 'charge-refused', effectKey: 'at that time' })
  clock.advance({ seconds: 1 })
  await note({ kind: 'charge-refused', effectKey: 'refused' })
  await note({ kind: 'refund-failed', effectKey: 'failed' })
  await note({ kind: 'late-payment', effectKey: 'late' })
  expect(await countRefusals(database.db, now)).toBe(2)
  expect(await countRefusals(database.db, clock.real())).toBe(0)
})

if (testEngine === 'postgresql')
  test('two processes do not mail the same', async () => {
    await note({ kind: 'late-payment', effectKey: 'first' })
    const found = await whileHeld(
      database,
      async (trx) => void (await lockUnmailedNotices(trx)),
      unmailed,
      (trx) => markMailed(trx, Number.MAX_SAFE_INTEGER, now),
    )
    expect(found).toEqual([])
  })
