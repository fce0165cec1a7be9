import type { QueryConfig } from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/database/database.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { emptyDatabase, testDatabase } from '#support/database.ts'
import { type Member, storeFurtherContact, storeMember } from '#support/stored/member.ts'
import { letGo } from '#support/stored/people.ts'
import { sessionsOf } from '#support/stored/sessions.ts'
import { adminAccountId } from './admin-account.ts'
import { findAdminId, readConfirmedAddresses } from './confirmed-addresses.store.ts'
import { deleteUnseenBrowsers, recordBrowser } from './known-browser.store.ts'
import {
  changeSessionHash,
  confirmSession,
  countSessionFailure,
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOf,
  findSession,
  insertSession,
  isSessionThere,
  readConfirmedAt,
  readSessions,
  touchSession,
} from './session.store.ts'
import { deleteSwitchedSession, insertSwitchedSession } from './switched-session.store.ts'

let ada: Member
let grace: Member
const database = testDatabase()
beforeEach(async () => {
  await emptyDatabase(database)
  ada = await storeMember(database.db, { account: { language: 'de' }, user: { role: 'manager' } })
  grace = await storeMember(database.db, { account: { language: 'en' } })
})

const at = new Date('2026-03-01T12:00:00Z')
const after = (ms: number) => new Date(at.getTime() + ms)
const hash = (name: string) => Buffer.from(name)

type Opened = { kind?: 'full' | 'two-factor-pending'; now?: Date; expiresAt?: Date }

async function open(user: Member, name: string, { now = at, kind = 'full', expiresAt }: Opened = {}) {
  await insertSession(database.db, {
    tokenHash: hash(name),
    userId: user.userId,
    kind,
    staySignedIn: true,
    userAgent: null,
    network: '192.0.2.1',
    mustChangePassword: false,
    now,
    expiresAt: expiresAt ?? after(1_000),
  })
}

/** Has the admin's session `from` switch into the account of a user. */
async function switchTo(user: Member, name: string, from: string, expiresAt = after(1_000)) {
  await inTransaction(database.db, (trx) =>
    insertSwitchedSession(trx, {
      tokenHash: hash(name),
      userId: user.userId,
      from: hash(from),
      userAgent: null,
      network: '192.0.2.1',
      now: at,
      expiresAt,
    }),
  )
}

const find = (name: string, now = at) => findSession(database, hash(name), now)
const there = async () =>
  (await sessionsOf(database.db)).map(({ token_hash }) => token_hash.toString()).toSorted()

describe('a session', () => {
  test('is found with its user, their account and its language', async () => {
    await open(ada, 'of Ada')
    await open(grace, 'of Grace')
    expect(await Promise.all([find('of Ada'), find('of Grace')])).toMatchObject([
      { userId: ada.userId, accountId: ada.accountId, role: 'manager', language: 'de', switchedBy: null },
      { userId: grace.userId, accountId: grace.accountId, role: 'owner', language: 'en', switchedBy: null },
    ])
  })

  test('is read together with concurrent reads of others', async () => {
    await open(ada, 'of Ada')
    let queries = 0
    const query = (asked: QueryConfig) => {
      queries += 1
      return database.pool.query(asked)
    }
    const counted = { pool: { query } as Database['pool'] }
    const names = ['of Ada', 'of nobody', 'of Ada']
    const found = await Promise.all(names.map((name) => findSession(counted, hash(name), at)))
    expect(found.map((row) => row?.userId)).toEqual([ada.userId, undefined, ada.userId])
    expect(queries).toBe(1)
  })

  test('lives until the instant at which it expires', async () => {
    await open(ada, 'of Ada', { expiresAt: after(1) })
    expect(await find('of Ada')).toMatchObject({ endsAt: after(1) })
    expect(await find('of Ada', after(1))).toBeUndefined()
  })

  test('lives no longer than its user is there', async () => {
    await open(ada, 'of Ada')
    await letGo(database.db, ada.userId, { removedAt: at })
    expect(await find('of Ada')).toBeUndefined()
  })

  test('is confirmed when it is opened, unless it waits for a second step', async () => {
    await open(ada, 'whole')
    await open(ada, 'half', { kind: 'two-factor-pending' })
    expect(await readConfirmedAt(database, hash('whole'))).toEqual(at)
    expect(await readConfirmedAt(database, hash('half'))).toBeUndefined()
    expect(await readConfirmedAt(database, hash('of nobody'))).toBeUndefined()
    await confirmSession(database, hash('half'), after(5))
    expect(await readConfirmedAt(database, hash('half'))).toEqual(after(5))
    expect(await readConfirmedAt(database, hash('whole'))).toEqual(at)
  })

  test('that is used lives longer, and no other does', async () => {
    await open(ada, 'used')
    await open(ada, 'unused')
    await touchSession(database, hash('used'), { now: after(5), expiresAt: after(9_000) })
    expect(await find('used')).toMatchObject({ lastSeenAt: after(5), endsAt: after(9_000) })
    expect(await find('unused')).toMatchObject({ lastSeenAt: at, endsAt: after(1_000) })
  })

  test('is given another cookie once', async () => {
    await open(ada, 'former', { now: after(-5) })
    await open(ada, 'other')
    expect(await changeSessionHash(database, hash('former'), hash('next'))).toEqual({
      staySignedIn: true,
      createdAt: after(-5),
    })
    expect(await there()).toEqual(['next', 'other'])
    expect(await changeSessionHash(database, hash('former'), hash('third'))).toBeUndefined()
  })

  test('counts its own failures', async () => {
    await open(ada, 'one')
    await open(ada, 'other')
    expect(await countSessionFailure(database, hash('one'))).toBe(1)
    expect(await countSessionFailure(database, hash('one'))).toBe(2)
    expect(await countSessionFailure(database, hash('other'))).toBe(1)
    expect(await countSessionFailure(database, hash('of nobody'))).toBeUndefined()
  })

  test('is there until it is ended, and no other is ended', async () => {
    await open(ada, 'one')
    await open(ada, 'other')
    expect(await isSessionThere(database.db, hash('one'))).toBe(true)
    await deleteSession(database.db, hash('one'))
    expect(await isSessionThere(database.db, hash('one'))).toBe(false)
    expect(await there()).toEqual(['other'])
  })

  test('is deleted from the instant on at which it expires', async () => {
    await open(ada, 'before', { expiresAt: after(-1) })
    await open(ada, 'now', { expiresAt: at })
    await open(ada, 'after', { expiresAt: after(1) })
    await deleteExpiredSessions(database, at)
    expect(await there()).toEqual(['after'])
  })
})

describe('the sessions of a user', () => {
  test('end but for the one that is kept', async () => {
    await open(ada, 'kept')
    await open(ada, 'ended')
    await open(grace, 'of Grace')
    await deleteSessionsOf(database.db, ada.userId, hash('kept'))
    expect(await there()).toEqual(['kept', 'of Grace'])
    await deleteSessionsOf(database.db, ada.userId)
    expect(await there()).toEqual(['of Grace'])
  })

  test('are listed by their last use: those that live and are whole', async () => {
    await open(ada, 'first', { now: after(-2) })
    await open(ada, 'last', { now: after(-1) })
    await open(ada, 'expired', { expiresAt: at })
    await open(ada, 'half', { kind: 'two-factor-pending' })
    await open(grace, 'of Grace')
    const listed = await readSessions(database.db, { userId: ada.userId, now: at })
    expect(listed.map(({ tokenHash }) => tokenHash.toString())).toEqual(['last', 'first'])
    expect(listed[0]).toMatchObject({ createdAt: after(-1), network: '192.0.2.1', switched: false })
  })
})

describe('a session of the admin in an account', () => {
  beforeEach(async () => {
    await open(grace, 'own', { now: after(-5), expiresAt: after(500) })
    await open(grace, 'other')
    await switchTo(ada, 'switched', 'own')
  })

  test('is whole, and lives while the own one does', async () => {
    expect(await find('switched', after(499))).toMatchObject({
      userId: ada.userId,
      kind: 'full',
      staySignedIn: false,
      switchedFrom: hash('own'),
      switchedBy: grace.userId,
      adminSince: after(-5),
      endsAt: after(500),
    })
    expect(await find('switched', after(500))).toBeUndefined()
    expect(await find('own')).toMatchObject({ switchedFrom: null, switchedBy: null })
  })

  test('is listed as such while the own one lives', async () => {
    const list = async (now: Date) => {
      const rows = await readSessions(database.db, { userId: ada.userId, now })
      return rows.map(({ tokenHash, switched }) => [tokenHash.toString(), switched])
    }
    expect(await list(after(499))).toEqual([['switched', true]])
    expect(await list(after(500))).toEqual([])
  })

  test('ends together with the own one', async () => {
    await deleteSession(database.db, hash('other'))
    expect(await there()).toEqual(['own', 'switched'])
    await open(grace, 'other')
    await deleteSession(database.db, hash('switched'))
    expect(await there()).toEqual(['other'])
  })

  test('is taken away, and the own one has another cookie', async () => {
    await switchTo(ada, 'second', 'other')
    await inTransaction(database.db, (trx) => deleteSwitchedSession(trx, hash('switched'), hash('renewed')))
    expect(await there()).toEqual(['other', 'renewed', 'second'])
    expect(await find('renewed')).toMatchObject({ userId: grace.userId, createdAt: after(-5) })
  })

  test('is the only one that is taken away so', async () => {
    const taken = inTransaction(database.db, (trx) =>
      deleteSwitchedSession(trx, hash('other'), hash('renewed')),
    )
    await expect(taken).rejects.toThrow('no result')
    expect(await there()).toEqual(['other', 'own', 'switched'])
  })
})

describe('a browser', () => {
  const record = (user: Member, name: string, now = at) =>
    inTransaction(database.db, (trx) =>
      recordBrowser(trx, { userId: user.userId, browserHash: hash(name), now }),
    )

  test('is new once, and never when it is the first one of a user', async () => {
    expect(await record(ada, 'first')).toEqual({ isNew: false })
    expect(await record(ada, 'first')).toEqual({ isNew: false })
    expect(await record(ada, 'second')).toEqual({ isNew: true })
    expect(await record(ada, 'second')).toEqual({ isNew: false })
    expect(await record(grace, 'first')).toEqual({ isNew: false })
  })

  test('is new again after long without use', async () => {
    await record(ada, 'now')
    await record(ada, 'long ago', after(-1))
    await deleteUnseenBrowsers(database.db, at)
    // another is known, else it would be the first
    expect(await record(ada, 'long ago')).toEqual({ isNew: true })
    expect(await record(ada, 'now')).toEqual({ isNew: false })
  })
})

describe('addresses', () => {
  test('of a user are those that they have confirmed, the primary one first', async () => {
    const { db } = database
    const alan = await storeMember(db, {
      user: { name: 'Alan' },
      contact: { confirmed_at: at, created_at: at },
    })
    const second = await storeFurtherContact(db, alan, { confirmed_at: at, created_at: after(-1) })
    const first = await storeFurtherContact(db, alan, { confirmed_at: at, created_at: after(-2) })
    await storeFurtherContact(db, alan)
    await storeFurtherContact(db, grace, { confirmed_at: at })
    expect(await readConfirmedAddresses(db, alan.userId)).toEqual({
      name: 'Alan',
      addresses: [alan.email, first.email, second.email],
    })
    expect(await readConfirmedAddresses(db, ada.userId)).toEqual({ name: 'Ada', addresses: [] })
    expect(await readConfirmedAddresses(db, ada.accountId)).toEqual({ name: '', addresses: [] })
  })

  test('that the admin is there is known of who owns the one account', async () => {
    const { db } = database
    expect(await findAdminId(db)).toBeUndefined()
    await storeMember(db, { account: { id: adminAccountId }, user: { role: 'manager' } })
    expect(await findAdminId(db)).toBeUndefined()
    const admin = await storeMember(db, { user: { account_id: adminAccountId } })
    expect(await findAdminId(db)).toBe(admin.userId)
  })
})
