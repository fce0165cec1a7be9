import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase, testEngine, transactionsIn } from '#support/database.ts'
import { primaryContactOf, storeContact } from '#support/stored/contacts.ts'
import { accountVersion, storeUser, userRowOf } from '#support/stored/people.ts'
import { allRows, emptyTables, storeRows } from '#support/stored/rows.ts'
import {
  becomeFormerUser,
  deleteFormerJoiners,
  deleteJoiner,
  deleteUnconfirmedJoiners,
  findAddedContact,
  findOwner,
  insertJoiner,
  markJoined,
} from './join.store.ts'

const [mine, other, link] = [randomUUID(), randomUUID(), randomUUID()]
const now = new Date('2026-11-25T10:00:00.000Z')
const by = (milliseconds: number) => new Date(now.getTime() + milliseconds)

const database = testDatabase()
beforeEach(async () => {
  await emptyTables(database.db, 'account')
  for (const id of [other, mine])
    await storeRows(database.db, 'account', { id, name: 'Team', created_at: now })
  const invite = { account_id: mine, code: 'link', created_at: now, expires_at: by(9) }
  await storeRows(database.db, 'invite', { id: link, ...invite })
})

type Change = Parameters<typeof storeUser>[2] & { readonly in?: string; readonly at?: Date }

/** A user who joined our account by the link and has not confirmed, unless changed. */
function joiner({ in: account = mine, at = now, ...change }: Change = {}): Promise<string> {
  return storeUser(database.db, account, { joining_by: link, email: 'jo@example.org', ...change }, at)
}
/** A joiner whose first address is another one. */
async function joinerWithFurther(email: string): Promise<string> {
  const userId = await joiner({ email: 'first@example.org', confirmedAt: now })
  await storeContact(database.db, { accountId: mine, userId }, { email }, now)
  return userId
}
const inside = transactionsIn(database)
const users = async () => new Set((await allRows(database.db, 'account_user')).map(({ id }) => id))
const address = { accountId: mine, emailKey: 'jo@example.org' }

/** Users who must not be mistaken for a joiner without confirmation. */
const others = async () => [
  await joiner({ confirmedAt: now }),
  await joiner({ joining_by: null }),
  await joiner({ removed_at: now }),
  await joinerWithFurther('jo@example.org'),
]

describe('a user who joined and has not confirmed', () => {
  test('is replaced by the last one who entered the address', async () => {
    const gone = [await joiner(), await joiner({ at: by(-9) })]
    const kept = [
      ...(await others()),
      await joiner({ in: other }),
      await joiner({ email: 'eve@example.org' }),
    ]
    expect(await inside((trx) => deleteFormerJoiners(trx, address))).toBe(2)
    expect(await users()).toEqual(new Set(kept))
    expect(await inside((trx) => deleteFormerJoiners(trx, address))).toBe(0)
    expect(gone).toHaveLength(2)
  })

  test('is removed after a while, and their account is notified once', async () => {
    await joiner({ at: now })
    await joiner({ at: by(-1), email: 'eve@example.org' })
    const kept = [...(await others()), await joiner({ at: by(1), in: other })]
    const versions = async () => [
      await accountVersion(database.db, mine),
      await accountVersion(database.db, other),
    ]
    const [ours = 0, theirs] = await versions()
    await inside((trx) => deleteUnconfirmedJoiners(trx, now))
    expect(await users()).toEqual(new Set(kept))
    expect(await versions()).toEqual([ours + 1, theirs])
  })

  test('can be refused', async () => {
    const [refused, beside] = [await joiner(), await joiner({ email: 'eve@example.org' })]
    const kept = [...(await others()), beside]
    for (const id of [...kept.slice(0, -1), randomUUID()])
      expect(await inside((trx) => deleteJoiner(trx, id))).toBe(false)
    expect(await inside((trx) => deleteJoiner(trx, refused))).toBe(true)
    expect(await users()).toEqual(new Set(kept))
  })

  if (testEngine === 'postgresql')
    test('is locked while they confirm', async () => {
      const confirming = await joiner()
      const { id } = await primaryContactOf(database.db, confirming)
      await joiner({ email: 'eve@example.org' })
      await database.db.transaction().execute(async (trx) => {
        await trx.selectFrom('contact').select('id').where('id', '=', id).forUpdate().execute()
        await inside((other) => deleteUnconfirmedJoiners(other, now))
      })
      expect(await users()).toEqual(new Set([confirming]))
    })
})

test('joining creates a user with an unconfirmed contact', async () => {
  const [userId, contactId] = [randomUUID(), randomUUID()]
  const joining = { name: 'Jo', email: 'Jo@example.org', passwordHash: 'hash', language: 'de' as const }
  await inside((trx) => insertJoiner(trx, { ...address, ...joining, inviteId: link, userId, contactId, now }))
  expect(await userRowOf(database.db, userId)).toMatchObject({
    account_id: mine,
    name: 'Jo',
    role: 'user',
    password_hash: 'hash',
    language: 'de',
    joining_by: link,
    created_at: now,
  })
  expect(await allRows(database.db, 'contact')).toEqual([
    {
      id: contactId,
      account_id: mine,
      user_id: userId,
      email: 'Jo@example.org',
      email_key: 'jo@example.org',
      is_primary: true,
      confirmed_at: null,
      undeliverable_since: null,
      created_at: now,
    },
  ])
})

test('joining is recorded once, for that user only', async () => {
  const [one, beside] = [await joiner(), await joiner({ email: 'eve@example.org' })]
  const mark = (id: string) => inside((trx) => markJoined(trx, id))
  expect([await mark(one), await mark(one), await mark(randomUUID())]).toEqual([true, false, false])
  expect((await userRowOf(database.db, one)).joining_by).toBeNull()
  expect((await userRowOf(database.db, beside)).joining_by).toBe(link)
})

describe('the contact of an added user', () => {
  const added = { joining_by: null }
  const found = (emailKey: string, accountId = mine) =>
    inside((trx) => findAddedContact(trx, { accountId, emailKey }))

  test('is found by its address while nothing is confirmed', async () => {
    await joiner({ ...added, email: 'eve@example.org' })
    const userId = await joiner(added)
    expect(await found('jo@example.org')).toBe((await primaryContactOf(database.db, userId)).id)
    expect(await found('nobody@example.org')).toBeUndefined()
    expect(await found('jo@example.org', other)).toBeUndefined()
  })

  test.each<[string, Change]>([
    ['has confirmed', { ...added, confirmedAt: now }],
    ['was removed', { ...added, removed_at: now }],
    ['joins by a link', {}],
    ['owns the account', { ...added, role: 'owner' }],
  ])('is not found of a user who %s', async (_, change) => {
    await joiner(change)
    expect(await found('jo@example.org')).toBeUndefined()
  })

  test('is not found if it is not their primary one', async () => {
    const userId = await joiner({ ...added, email: 'first@example.org' })
    await storeContact(database.db, { accountId: mine, userId }, { email: 'jo@example.org' }, now)
    expect(await found('jo@example.org')).toBeUndefined()
  })
})

describe('joining again', () => {
  const removed = { joining_by: null, removed_at: by(-5), forget_at: by(1), role: 'manager' as const }
  const become = (userId: string) => inside((trx) => becomeFormerUser(trx, { ...address, userId, now }))

  test('restores the user with the new input, with the last seat', async () => {
    const earlier = await joiner({ ...removed, removed_at: by(-6), name: 'Earlier' })
    const former = await joiner({ ...removed, name: 'Former', password_hash: 'old', language: 'en' })
    const beside = await joiner({ joining_by: null, email: 'eve@example.org', name: 'Eve' })
    const again = await joiner({ name: 'Jo', password_hash: 'new', language: 'de' })
    const contact = await primaryContactOf(database.db, again)
    const version = await accountVersion(database.db, mine)
    const rowsOfOthers = async () => [
      await userRowOf(database.db, earlier),
      await userRowOf(database.db, beside),
      await primaryContactOf(database.db, earlier),
      await primaryContactOf(database.db, beside),
    ]
    const before = await rowsOfOthers()
    const { position } = await userRowOf(database.db, again)
    await become(again)
    expect(await users()).toEqual(new Set([earlier, former, beside]))
    const row = await userRowOf(database.db, former)
    expect(row).toMatchObject({
      name: 'Jo',
      password_hash: 'new',
      language: 'de',
      role: 'user',
      removed_at: null,
      forget_at: null,
    })
    expect(row.position).toBeGreaterThan(position)
    expect(await rowsOfOthers()).toEqual(before)
    expect(await primaryContactOf(database.db, former)).toEqual(contact)
    expect(await allRows(database.db, 'contact')).toHaveLength(3)
    expect(await accountVersion(database.db, mine)).toBe(version + 1)
  })

  test.each<[string, Change]>([
    ['of another account', { ...removed, in: other }],
    ['who is there', { ...removed, removed_at: null }],
    ['who is forgotten at this moment', { ...removed, forget_at: now }],
    ['of another address', { ...removed, email: 'eve@example.org' }],
  ])('does not restore a user %s', async (_, change) => {
    const somebody = await joiner(change)
    const again = await joiner()
    const before = await userRowOf(database.db, somebody)
    await become(again)
    expect(await users()).toEqual(new Set([somebody, again]))
    expect(await userRowOf(database.db, somebody)).toEqual(before)
  })
})

describe('the owner of an account', () => {
  const owner: Change = { joining_by: null, role: 'owner', name: 'Olivia', confirmedAt: now }
  const found = () => inside((trx) => findOwner(trx, mine))

  test('is found with the first address', async () => {
    await joiner({ ...owner, in: other, email: 'other@example.org' })
    await joiner({ ...owner, role: 'manager', email: 'manager@example.org' })
    const userId = await joiner({ ...owner, email: 'olivia@example.org' })
    const further = { email: 'further@example.org', confirmedAt: now }
    await storeContact(database.db, { accountId: mine, userId }, further, now)
    expect(await found()).toEqual({ userId, name: 'Olivia', email: 'olivia@example.org' })
  })

  test.each<[string, Change]>([
    ['not that of another account', { ...owner, in: other }],
    ['no manager', { ...owner, role: 'manager' }],
    ['nobody who was removed', { ...owner, removed_at: now }],
    ['nobody who has not confirmed', { ...owner, confirmedAt: null }],
  ])('is %s', async (_, change) => {
    await joiner(change)
    expect(await found()).toBeUndefined()
  })

  test('is not written to at a further address', async () => {
    const userId = await joiner({ ...owner, confirmedAt: null })
    const further = { email: 'further@example.org', confirmedAt: now }
    await storeContact(database.db, { accountId: mine, userId }, further, now)
    expect(await found()).toBeUndefined()
  })
})
