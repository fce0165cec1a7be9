import { createHash, randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase, testEngine, transactionsIn } from '#support/database.ts'
import { isHeld } from '#support/held-lock.ts'
import { contactCodesOf, primaryContactOf, storeContact } from '#support/stored/contacts.ts'
import { linkCodeHost, storeUser, userRowOf } from '#support/stored/people.ts'
import { allRows, emptyTables, storeRows } from '#support/stored/rows.ts'
import { sessionsOf, storeSession } from '#support/stored/sessions.ts'
import {
  beginAnew,
  findUser,
  insertUsers,
  lockTeam,
  removeUsers,
  replacePendingEmail,
  restoreUser,
  updateUser,
} from './team.store.ts'

const [mine, other, link] = [randomUUID(), randomUUID(), randomUUID()]
const now = new Date('2026-11-25T10:00:00.000Z')
const by = (milliseconds: number) => new Date(now.getTime() + milliseconds)

const database = testDatabase()
beforeEach(async () => {
  await emptyTables(database.db, 'account')
  for (const id of [other, mine])
    await storeRows(database.db, 'account', {
      id,
      name: 'Team',
      version: id === mine ? 7 : 3,
      created_at: now,
    })
  const invite = { account_id: mine, code: 'link', created_at: now, expires_at: by(9) }
  await storeRows(database.db, 'invite', { id: link, ...invite })
})

const user = (change: Parameters<typeof storeUser>[2], accountId = mine) =>
  storeUser(database.db, accountId, change, now)
const further = (userId: string, email: string) =>
  storeContact(database.db, { accountId: mine, userId }, { email, confirmedAt: now }, now)
const inside = transactionsIn(database)
const rowOf = (id: string) => userRowOf(database.db, id)
const contacts = async (userId: string) =>
  (await allRows(database.db, 'contact'))
    .filter((row) => row.user_id === userId)
    .toSorted((a, b) => Number(b.is_primary) - Number(a.is_primary))

/** Gives a user everything that belongs to signing in: a session, a link to the code host, a mailed code. */
async function furnish(userId: string): Promise<void> {
  await storeSession(database.db, { userId, token: userId, at: now, minutes: 60 })
  await linkCodeHost(database.db, userId, now)
  await storeRows(database.db, 'contact_code', {
    code_hash: createHash('sha256').update(userId).digest(),
    contact_id: (await primaryContactOf(database.db, userId)).id,
    purpose: 'create-password',
    created_at: now,
    expires_at: by(9),
  })
}
const furnished = async (userId: string) => ({
  sessions: (await sessionsOf(database.db, userId)).length,
  codes: (await contactCodesOf(database.db, userId)).length,
  codeHosts: (await allRows(database.db, 'code_host_identity')).filter((row) => row.user_id === userId)
    .length,
})
const all = { sessions: 1, codes: 1, codeHosts: 1 }

describe('the team of an account', () => {
  test('is its users in the order of their seats, and former users', async () => {
    const removed = { role: 'manager', removed_at: by(-3), forget_at: by(1) } as const
    await user({ email: 'theirs@example.org' }, other)
    const owner = await user({ name: 'Olivia', role: 'owner', email: 'olivia@example.org', confirmedAt: now })
    await further(owner, 'further@example.org')
    const first = await user({ ...removed, email: 'first@example.org' })
    await further(first, 'further@former.example')
    const last = await user({ ...removed, removed_at: by(-1), email: 'last@example.org' })
    const middle = await user({ ...removed, removed_at: by(-2), email: 'middle@example.org' })
    await user({ ...removed, forget_at: now, email: 'forgotten@example.org' })
    await user(removed)
    const unreachable = await user({ name: 'Una' })
    const waiting = await user({ name: 'Will', role: 'manager', email: 'will@example.org' })
    const team = await inside((trx) => lockTeam(trx, mine, now))
    const contactIds = new Map<string, string>()
    for (const id of [owner, first, last, middle, waiting])
      contactIds.set(id, (await primaryContactOf(database.db, id)).id)
    expect(team).toEqual({
      version: 7,
      subscription: undefined,
      members: [
        { id: owner, name: 'Olivia', role: 'owner', email: 'olivia@example.org', confirmed: true },
        { id: unreachable, name: 'Una', role: 'user', email: '', confirmed: false },
        { id: waiting, name: 'Will', role: 'manager', email: 'will@example.org', confirmed: false },
      ],
      otherEmails: ['further@example.org'],
      former: [
        { id: last, email: 'last@example.org' },
        { id: middle, email: 'middle@example.org' },
        { id: first, email: 'first@example.org' },
      ],
      contactIds,
    })
  })

  test.each([
    ['with a card', { method: 'card' }, true],
    ['without one', { method: '' }, false],
  ])('has the subscription of the account, %s', async (_, state, card) => {
    const subscription = { until: by(9), state: JSON.stringify(state) }
    await storeRows(
      database.db,
      'subscription',
      { account_id: other, status: 'trial', license_count: 1, ...subscription },
      { account_id: mine, status: 'active', license_count: 4, ...subscription },
    )
    const team = await inside((trx) => lockTeam(trx, mine, now))
    expect(team.subscription).toEqual({ status: 'active', until: by(9), licenseCount: 4, card })
  })

  if (testEngine === 'postgresql')
    test('is changed by one at a time', async () => {
      await database.db.transaction().execute(async (trx) => {
        await lockTeam(trx, mine, now)
        expect(await isHeld(database, 'account', 'id', mine)).toBe(true)
      })
    })
})

test('added users wait for a password and a confirmation, in this order', async () => {
  const added = (['Ada', 'Bob'] as const).map((name) => ({
    userId: randomUUID(),
    contactId: randomUUID(),
    name,
    email: `${name}@Example.org`,
    role: 'manager' as const,
  }))
  await inside((trx) => insertUsers(trx, { accountId: mine, users: added, now }))
  await inside((trx) => insertUsers(trx, { accountId: mine, users: [], now }))
  const rows = (await allRows(database.db, 'account_user')).toSorted((a, b) => a.position - b.position)
  expect(rows).toMatchObject(
    added.map(({ userId, name }) => ({
      id: userId,
      account_id: mine,
      name,
      role: 'manager',
      password_hash: null,
      created_at: now,
    })),
  )
  for (const { userId, contactId, name } of added)
    expect(await contacts(userId)).toEqual([
      {
        id: contactId,
        account_id: mine,
        user_id: userId,
        email: `${name}@example.org`,
        email_key: `${name}@example.org`.toLowerCase(),
        is_primary: true,
        confirmed_at: null,
        undeliverable_since: null,
        created_at: now,
      },
    ])
})

test('one user alone is added', async () => {
  const one = { userId: randomUUID(), contactId: randomUUID(), name: 'Ada', email: 'ada@example.org' }
  await inside((trx) => insertUsers(trx, { accountId: mine, users: [{ ...one, role: 'user' }], now }))
  expect(await rowOf(one.userId)).toMatchObject({ name: 'Ada', role: 'user' })
})

describe('of one user among others', () => {
  const joining = { joining_by: link, password_hash: 'hash', role: 'manager', name: 'Jo' } as const
  let ids: { one: string; beside: string }
  let before: Awaited<ReturnType<typeof rowOf>>
  /** Everything that must not change. */
  let untouched: unknown
  const ofBeside = async () => [
    await rowOf(ids.beside),
    await contacts(ids.beside),
    await furnished(ids.beside),
    (await contacts(ids.one)).slice(1).map(({ email, email_key }) => [email, email_key]),
  ]
  beforeEach(async () => {
    const contact = { confirmedAt: now, deletion_at: by(9) }
    ids = {
      one: await user({ ...joining, ...contact, email: 'jo@example.org' }),
      beside: await user({ ...joining, ...contact, email: 'eve@example.org' }),
    }
    await further(ids.one, 'further@example.org')
    for (const id of Object.values(ids)) await furnish(id)
    before = await rowOf(ids.one)
    untouched = await ofBeside()
  })

  test('name and role are changed', async () => {
    await inside((trx) => updateUser(trx, { id: ids.one, name: 'Josephine', role: 'user' }))
    expect(await rowOf(ids.one)).toEqual({ ...before, name: 'Josephine', role: 'user' })
    expect(await ofBeside()).toEqual(untouched)
  })

  test('everything is reset: a password from joining does not count, and mailed links end', async () => {
    await inside((trx) => beginAnew(trx, ids.one))
    expect(await rowOf(ids.one)).toEqual({ ...before, password_hash: null, joining_by: null })
    expect(await furnished(ids.one)).toEqual({ ...all, codes: 0 })
    expect(await ofBeside()).toEqual(untouched)
  })

  test('another first address resets it, too', async () => {
    await inside((trx) => replacePendingEmail(trx, { id: ids.one, email: 'New@Example.org', now: by(5) }))
    expect(await rowOf(ids.one)).toEqual({ ...before, password_hash: null, joining_by: null })
    expect((await contacts(ids.one))[0]).toMatchObject({
      email: 'New@example.org',
      email_key: 'new@example.org',
      created_at: by(5),
    })
    expect(await furnished(ids.one)).toEqual({ ...all, codes: 0 })
    expect(await ofBeside()).toEqual(untouched)
  })

  test('everything by which they sign in ends with their removal', async () => {
    await inside((trx) => removeUsers(trx, { ids: [], now: by(2), forgetAt: by(9) }))
    expect(await rowOf(ids.one)).toEqual(before)
    await inside((trx) => removeUsers(trx, { ids: [ids.one], now: by(2), forgetAt: by(9) }))
    expect(await rowOf(ids.one)).toEqual({
      ...before,
      removed_at: by(2),
      forget_at: by(9),
      role: 'user',
      password_hash: null,
      temporary_password_hash: null,
      temporary_password_until: null,
      joining_by: null,
      deletion_at: null,
    })
    expect(await furnished(ids.one)).toEqual({ sessions: 0, codes: 0, codeHosts: 0 })
    expect((await contacts(ids.one)).map(({ confirmed_at }) => confirmed_at)).toEqual([null, null])
    expect(await ofBeside()).toEqual(untouched)
  })

  test('a removal is taken back, at the end of the seats', async () => {
    await inside((trx) => removeUsers(trx, { ids: [ids.one], now: by(2), forgetAt: by(9) }))
    const { position } = await rowOf(ids.beside)
    const again = { id: ids.one, name: 'Josephine', email: 'New@Example.org', role: 'manager' } as const
    await inside((trx) => restoreUser(trx, again))
    const row = await rowOf(ids.one)
    expect(row).toMatchObject({ name: 'Josephine', role: 'manager', removed_at: null, forget_at: null })
    expect(row.position).toBeGreaterThan(position)
    expect((await contacts(ids.one))[0]).toMatchObject({
      email: 'New@example.org',
      email_key: 'new@example.org',
      confirmed_at: null,
    })
    expect(await ofBeside()).toEqual(untouched)
  })
})

test('a temporary password ends with a removal', async () => {
  const temporary = { temporary_password_hash: 'hash', temporary_password_until: by(9) }
  const id = await user({ ...temporary, email: 'jo@example.org' })
  await inside((trx) => removeUsers(trx, { ids: [id], now, forgetAt: by(9) }))
  expect(await rowOf(id)).toMatchObject({ temporary_password_hash: null, temporary_password_until: null })
})

describe('one user', () => {
  const found = (userId: string, accountId = mine) => findUser(database.db, { accountId, userId })

  test('is found with their first address', async () => {
    await user({ name: 'Eve', email: 'eve@example.org' })
    const id = await user({ name: 'Ada', role: 'manager', email: 'ada@example.org', password_hash: 'hash' })
    await further(id, 'further@example.org')
    const contact = await primaryContactOf(database.db, id)
    const ada = { name: 'Ada', role: 'manager', email: 'ada@example.org', contactId: contact.id }
    expect(await found(id)).toEqual({ ...ada, confirmed: false, hasPassword: true })
    const joined = await user({ name: 'Jo', email: 'jo@example.org', confirmedAt: now })
    expect(await found(joined)).toMatchObject({ name: 'Jo', confirmed: true, hasPassword: false })
    expect(await found(id, other)).toBeUndefined()
    expect(await found('no-id')).toBeUndefined()
  })

  test('is not found once they are removed, nor by a further address alone', async () => {
    expect(await found(await user({ removed_at: now, email: 'ada@example.org' }))).toBeUndefined()
    const id = await user({})
    await further(id, 'further@example.org')
    expect(await found(id)).toBeUndefined()
  })
})
