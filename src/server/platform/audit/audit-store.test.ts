import { beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { testDatabase } from '#support/database.ts'
import { type AuditRow, entriesAfter, insertEntry, isRecorded, lockNewestEntry } from './audit.store.ts'

const database = testDatabase()
beforeAll(async () => {
  await inTransaction(database.db, async (trx) => {
    for (const entry of entries) await insertEntry(trx, entry)
  })
})

const entries = [
  entry(1, 'account-purged', 'first account'),
  entry(2, 'coupon-assigned', 'second account'),
  entry(3, 'account-purged', 'third account'),
]

function entry(position: number, action: string, target: string): AuditRow {
  return {
    position,
    at: new Date('2026-03-01T12:00:00Z'),
    actor_id: '00000000-0000-4000-8000-00000000000a',
    acting_as: null,
    action,
    target,
    network: '192.0.2.1',
    request_id: 'request',
    before: null,
    after: null,
    previous_hash: Buffer.from(`hash ${position - 1}`),
    hash: Buffer.from(`hash ${position}`),
  }
}

test('the newest entry has the highest position', async () => {
  expect(await inTransaction(database.db, lockNewestEntry)).toEqual(entries[2])
})

test('entries are read from behind a position on, in their order', async () => {
  expect(await entriesAfter(database.db, 1, 5)).toEqual([entries[1], entries[2]])
  expect(await entriesAfter(database.db, 0, 2)).toEqual([entries[0], entries[1]])
})

test.each([
  ['account-purged', 'third account', true],
  ['account-purged', 'second account', false],
  ['coupon-assigned', 'third account', false],
])('that %s is recorded of the %s is %s', async (action, target, recorded) => {
  expect(await isRecorded(database.db, action, target)).toBe(recorded)
})
