import { beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { PaymentEvent } from '#server/platform/outside/payment.ts'
import { testDatabase, testEngine } from '#support/database.ts'
import { whileHeld } from '#support/held-lock.ts'
import { allRows, emptyTables } from '#support/stored/rows.ts'
import {
  countFailingEvents,
  deleteOldEvents,
  finishEvent,
  keepEvent,
  postponeEvent,
  takeEvent,
} from './payment-event.store.ts'

const database = testDatabase()
beforeEach(() => emptyTables(database.db, 'payment_event'))

const now = new Date('2026-11-21T10:00:00Z')
const later = new Date(now.getTime() + 60_000)
const before = new Date(now.getTime() - 1)

function keep(id: string, real = now, about: PaymentEvent['about'] = { kind: 'card', ref: 'pm' }) {
  const event = { id, type: 'card.changed', createdAt: now, about }
  return inTransaction(database.db, (trx) => keepEvent(trx, { provider: 'sandbox', event, real }))
}
const take = (real = now) => takeEvent(database.db, { real, until: later })
const events = async () =>
  Object.fromEntries((await allRows(database.db, 'payment_event')).map((row) => [row.id, row]))

test('an event is stored once; one without effect is completed at once', async () => {
  expect([await keep('first'), await keep('first'), await keep('other', now, { kind: 'other' })]).toEqual([
    true,
    false,
    true,
  ])
  expect(await events()).toMatchObject({
    'sandbox first': {
      processed_at: null,
      received_at: now,
      attempts: 0,
      about: { kind: 'card', ref: 'pm' },
    },
    'sandbox other': { processed_at: now },
  })
})

test('an event is taken once it is due, the longest waiting one first', async () => {
  await keep('second')
  await keep('first', before)
  await keep('done', before, { kind: 'other' })
  await keep('early', later)
  expect(await take()).toMatchObject({ id: 'sandbox first', attempts: 1, next_attempt_at: later })
  expect((await take())?.id).toBe('sandbox second')
  expect(await take()).toBeUndefined()
  expect((await take(later))?.id).toBe('sandbox early')
  expect(await events()).toMatchObject({ 'sandbox done': { attempts: 0 }, 'sandbox first': { attempts: 1 } })
})

if (testEngine === 'postgresql')
  test('two processes take two events, and neither waits', async () => {
    await keep('first', before)
    await keep('second')
    let isTaken = false
    let hasWaited = true
    const second = await whileHeld(
      database,
      async (trx) => void (await takeEvent(trx, { real: now, until: later })),
      async () => {
        const taken = await take()
        isTaken = true
        return taken
      },
      async () => {
        hasWaited = !isTaken
      },
    )
    expect(second?.id).toBe('sandbox second')
    expect(hasWaited).toBe(false)
  })

test('the error of an event is stored until it succeeds', async () => {
  await keep('first')
  await keep('second')
  const error = 'x'.repeat(501)
  await postponeEvent(database.db, { id: 'sandbox first', error, until: later })
  expect(await events()).toMatchObject({
    'sandbox first': { last_error: 'x'.repeat(500), next_attempt_at: later, processed_at: null },
    'sandbox second': { last_error: null, next_attempt_at: now },
  })
  await postponeEvent(database.db, { id: 'sandbox second', error: 'it is closed', until: later })
  expect((await events())['sandbox second']?.last_error).toBe('it is closed')
  expect(await countFailingEvents(database.db)).toBe(2)
  await finishEvent(database.db, 'sandbox first', now)
  expect(await events()).toMatchObject({
    'sandbox first': { last_error: null, processed_at: now },
    'sandbox second': { last_error: 'it is closed', processed_at: null },
  })
  expect(await countFailingEvents(database.db)).toBe(1)
})

test('only waiting events with an error count as failing', async () => {
  await keep('waiting')
  await keep('done', now, { kind: 'other' })
  await postponeEvent(database.db, { id: 'sandbox done', error: 'it was closed', until: later })
  expect(await countFailingEvents(database.db)).toBe(0)
})

test('events completed before a day are deleted', async () => {
  await keep('waiting', before)
  await keep('old', before, { kind: 'other' })
  await keep('young', now, { kind: 'other' })
  await deleteOldEvents(database.db, now)
  expect(Object.keys(await events()).toSorted()).toEqual(['sandbox waiting', 'sandbox young'])
})
