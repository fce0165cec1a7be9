import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Tables } from '#server/platform/database/tables.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { testDatabase, testEngine } from '#support/database.ts'
import { isHeld } from '#support/held-lock.ts'
import { storeUser } from '#support/stored/people.ts'
import { emptyTables, storeRows } from '#support/stored/rows.ts'
import { storeSubscription } from '#support/stored/subscriptions.ts'
import { countUse, endInvite, findInvite, insertInvite, lockAccount, readInvites } from './invite.store.ts'

const [mine, other] = [randomUUID(), randomUUID()]
const now = new Date('2026-11-25T10:00:00.000Z')
const by = (milliseconds: number) => new Date(now.getTime() + milliseconds)

const database = testDatabase()
beforeAll(async () => {
  const { db } = database
  for (const [id, name] of [
    [other, 'Theirs'],
    [mine, 'Ours'],
  ] as const)
    await storeRows(db, 'account', { id, name, created_at: now })
  for (const change of [{}, {}, { removed_at: by(-1) }]) await storeUser(db, mine, change, now)
  for (const account of [other, other, other]) await storeUser(db, account, {}, now)
  await storeSubscription(db, mine, { status: 'active', until: by(9), licenseCount: 7 })
})
beforeEach(() => emptyTables(database.db, 'invite'))

type Change = Partial<Insertable<Tables['invite']>>

/** A link of our account that works for one more millisecond, unless it says otherwise. */
async function store(code: string, change: Change = {}): Promise<string> {
  const id = randomUUID()
  const row = { id, code, account_id: mine, created_at: now, expires_at: by(1), ...change }
  await storeRows(database.db, 'invite', row)
  return id
}
const use = (id: string, count: 0 | 1) =>
  inTransaction(database.db, (trx) => countUse(trx, id, { by: count, now }))
const usesOf = async (code: string) => (await findInvite(database.db, code))?.uses
const end = (id: string, accountId = mine) => endInvite(database.db, { id, accountId, now })
const codes = async (accountId = mine) =>
  (await readInvites(database.db, accountId, now)).map(({ code }) => code)

describe.each<[string, boolean, Change]>([
  ['that has not expired', true, {}],
  ['that expires at this moment', false, { expires_at: now }],
  ['that was revoked', false, { revoked_at: by(-1) }],
  ['with a use left', true, { max_uses: 2, uses: 1 }],
  ['without a use left', false, { max_uses: 2, uses: 2 }],
  ['without a limit', true, { uses: 9 }],
])('a link %s', (_, works, change) => {
  test(`is ${works ? '' : 'not '}listed, counted and ended`, async () => {
    const id = await store('asked', change)
    await store('beside')
    expect((await codes()).includes('asked')).toBe(works)
    const before = change.uses ?? 0
    expect(await use(id, 0)).toBe(works)
    expect(await usesOf('asked')).toBe(before)
    expect(await use(id, 1)).toBe(works)
    expect(await usesOf('asked')).toBe(works ? Number(before) + 1 : before)
    const another = await store('another', change)
    expect(await end(another)).toBe(works)
    expect((await codes()).includes('another')).toBe(false)
    expect(await usesOf('beside')).toBe(0)
    expect(await codes()).toContain('beside')
  })
})

test('links belong to one account, newest first, with the requested values', async () => {
  const invite = {
    id: randomUUID(),
    code: 'newest',
    domain: 'example.org',
    maxUses: 3,
    createdAt: by(2),
    expiresAt: by(9),
  }
  await store('oldest', { created_at: by(-1) })
  await insertInvite(database.db, {
    ...invite,
    accountId: mine,
    createdBy: await storeUser(database.db, other, {}, now),
  })
  await store('middle')
  const theirs = await store('theirs', { account_id: other })
  expect(await codes()).toEqual(['newest', 'middle', 'oldest'])
  expect((await readInvites(database.db, mine, now))[0]).toEqual({ ...invite, uses: 0 })
  expect(await end(theirs)).toBe(false)
  expect(await end('no-id')).toBe(false)
  expect(await codes(other)).toEqual(['theirs'])
})

test('a link is found by its code, with its account, whether it works or not', async () => {
  await store('theirs', { account_id: other })
  const id = await store('ours', {
    expires_at: by(-1),
    revoked_at: by(-2),
    max_uses: 4,
    domain: 'example.org',
  })
  expect(await findInvite(database.db, 'ours')).toEqual({
    id,
    code: 'ours',
    domain: 'example.org',
    accountId: mine,
    accountName: 'Ours',
    expiresAt: by(-1),
    revokedAt: by(-2),
    uses: 0,
    maxUses: 4,
    userCount: 2,
    subscription: { status: 'active', until: by(9), licenseCount: 7 },
  })
  const theirs = await findInvite(database.db, 'theirs')
  expect([theirs?.userCount, theirs?.subscription]).toEqual([4, undefined])
  expect(await findInvite(database.db, 'unknown')).toBeUndefined()
})

if (testEngine === 'postgresql')
  test('changes of an account wait for each other', async () => {
    await database.db.transaction().execute(async (trx) => {
      await lockAccount(trx, mine)
      expect(await isHeld(database, 'account', 'id', mine)).toBe(true)
    })
  })
