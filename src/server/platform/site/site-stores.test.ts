import { beforeEach, describe, expect, test } from 'vitest'
import { readSetting, writeSetting } from '#server/platform/database/setting.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { testDatabase, testEngine } from '#support/database.ts'
import { whileHeld } from '#support/held-lock.ts'
import { storeOwners } from '#support/stored/people.ts'
import { emptyTables } from '#support/stored/rows.ts'
import { storeSubscription } from '#support/stored/subscriptions.ts'
import { closingOf, deleteClosing, lockClosing, readClosing, storeClosing } from './closing.store.ts'
import { anySubscriptionRuns } from './service-mode.store.ts'

const database = testDatabase()
beforeEach(() => emptyTables(database.db, 'setting', 'account'))

const now = new Date('2026-11-21T10:00:00Z')
const later = new Date(now.getTime() + 1)

describe('whether a subscription runs', () => {
  test('no subscription runs on a new site', async () => {
    expect(await anySubscriptionRuns(database.db, now)).toBe(false)
  })

  test.each([
    ['one that ends later', 'active', later, true],
    ['one that ends now', 'active', now, false],
    ['one that is cancelled', 'cancelled', later, false],
  ] as const)('%s', async (_, status, until, runs) => {
    const [id = ''] = await storeOwners(database.db, [{ name: 'Ada', email: 'ada@example.org' }], now)
    await storeSubscription(database.db, id, { status, until })
    expect(await anySubscriptionRuns(database.db, now)).toBe(runs)
  })
})

describe('the closing of the service', () => {
  const ordered = { effectiveAt: later, begunAt: null, isFormer: false }

  test.each([
    ['as it was ordered', ordered],
    ['as it began', { ...ordered, begunAt: later }],
    ['as a former version carried it out', { ...ordered, begunAt: now, isFormer: true }],
  ])('is read %s', async (_, closing) => {
    await storeClosing(database.db, closing)
    expect(await readClosing(database.db)).toEqual(closing)
  })

  test('is not read out of any other setting', async () => {
    await writeSetting(database.db, 'installation', 'films')
    expect(await readClosing(database.db)).toBeUndefined()
    expect(await inTransaction(database.db, lockClosing)).toBeUndefined()
    await storeClosing(database.db, ordered)
    expect(await inTransaction(database.db, lockClosing)).toEqual(ordered)
  })

  test.each([null, 'closed', undefined])('%s is none', (value) => {
    expect(closingOf(value)).toBeUndefined()
  })

  test('is deleted together with the free status that it gave', async () => {
    await storeClosing(database.db, ordered)
    await writeSetting(database.db, 'freed-by-sunset', true)
    await deleteClosing(database.db)
    expect(await readClosing(database.db)).toBeUndefined()
    expect(await readSetting(database.db, 'freed-by-sunset')).toBeUndefined()
  })

  if (testEngine === 'postgresql')
    test('is read once an undo is through', async () => {
      await storeClosing(database.db, ordered)
      const found = await whileHeld(
        database,
        async (trx) => void (await lockClosing(trx)),
        () => inTransaction(database.db, lockClosing),
        deleteClosing,
      )
      expect(found).toBeUndefined()
    })
})
