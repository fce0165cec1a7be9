import { expect, test } from 'vitest'
import { emptiedDatabase } from '#support/database.ts'
import { storeMember } from '#support/stored/member.ts'
import { storeSubscription } from '#support/stored/subscriptions.ts'
import { readRunningSubscriptions } from './closing-preview.store.ts'

const database = emptiedDatabase()

const at = new Date('2026-03-01T12:00:00Z')
const after = (ms: number) => new Date(at.getTime() + ms)

async function subscribe(
  status: 'active' | 'trial' | 'cancelled',
  until: Date,
  licenseCount: number,
): Promise<void> {
  const { accountId } = await storeMember(database.db)
  await storeSubscription(database.db, accountId, { status, until, licenseCount })
}

test('running subscriptions are counted, and unpaid ones separately', async () => {
  await subscribe('active', after(1), 2)
  await subscribe('trial', after(3), 3)
  await subscribe('active', at, 5)
  await subscribe('active', after(-1), 7)
  await subscribe('trial', after(-1), 11)
  await subscribe('cancelled', after(2), 13)
  expect(await readRunningSubscriptions(database.db, at)).toEqual({
    subscriptions: 2,
    seats: 5,
    unpaid: 2,
    firstUntil: after(1),
    lastUntil: after(3),
  })
})

test('nothing runs where all is unpaid', async () => {
  await subscribe('active', after(-1), 2)
  expect(await readRunningSubscriptions(database.db, at)).toEqual({
    subscriptions: 0,
    seats: 0,
    unpaid: 1,
    firstUntil: null,
    lastUntil: null,
  })
})
