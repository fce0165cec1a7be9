import { beforeEach, describe, expect, test } from 'vitest'
import { emptyDatabase, testDatabase, testEngine, transactionsIn } from '#support/database.ts'
import { whileHeld } from '#support/held-lock.ts'
import { type Member, storeMember } from '#support/stored/member.ts'
import { letGo } from '#support/stored/people.ts'
import { findArrival, keepArrival } from './arrival.store.ts'
import { deleteAvatar, isAvatar, replaceAvatar } from './avatar.store.ts'
import {
  deleteExpiredAttempts,
  deleteIdentity,
  findIdentityOfUser,
  findUserOfAddresses,
  findUserOfSubject,
  insertIdentity,
  insertSignInAttempt,
  isStillLinked,
  lockSubject,
  renameIdentity,
  takeAttempt,
} from './code-host.store.ts'

let ada: Member
let grace: Member
const database = testDatabase()
beforeEach(async () => {
  await emptyDatabase(database)
  ada = await storeMember(db(), { user: { password_hash: 'hash' } })
  grace = await storeMember(db())
})

const at = new Date('2026-03-01T12:00:00Z')
const after = (ms: number) => new Date(at.getTime() + ms)
const db = () => database.db
const within = transactionsIn(database)
const link = ({ userId }: Member, subject: string) =>
  within((trx) => insertIdentity(trx, { subject, userId, login: `login ${subject}`, now: at }))

describe('a sign-in that was begun', () => {
  const begin = (state: string, expiresAt: Date, nextPath?: string) =>
    insertSignInAttempt(db(), {
      stateHash: Buffer.from(state),
      browserHash: Buffer.from('browser'),
      codeVerifier: `verifier ${state}`,
      nextPath,
      expiresAt,
    })
  const take = (state: string, { browser = 'browser', now = at } = {}) =>
    takeAttempt(db(), { stateHash: Buffer.from(state), browserHash: Buffer.from(browser), now })

  test('is taken once, in its browser and in time', async () => {
    await begin('one', after(1), '/videos')
    await begin('other', after(1))
    expect(await take('one', { browser: 'another' })).toBeUndefined()
    expect(await take('one', { now: after(1) })).toBeUndefined()
    expect(await take('one')).toEqual({ codeVerifier: 'verifier one', nextPath: '/videos' })
    expect(await take('one')).toBeUndefined()
    expect(await take('other')).toEqual({ codeVerifier: 'verifier other', nextPath: null })
  })

  test('is deleted once it has expired, as is an arrival', async () => {
    const arrival = { subject: '1', login: 'ada', name: 'Ada', email: 'ada@example.org', avatarUrl: null }
    for (const [name, expiresAt] of [
      ['now', at],
      ['after', after(1)],
    ] as const) {
      await begin(name, expiresAt)
      await keepArrival(db(), Buffer.from(name), arrival, expiresAt)
    }
    await deleteExpiredAttempts(db(), at)
    const before = after(-1)
    expect(await take('now', { now: before })).toBeUndefined()
    expect(await take('after', { now: before })).toBeDefined()
    expect(await findArrival(db(), Buffer.from('now'), before)).toBeUndefined()
    expect(await findArrival(db(), Buffer.from('after'), before)).toEqual(arrival)
  })
})

describe('a person of the code host', () => {
  test('signs in as the user who is linked', async () => {
    await link(grace, 'of Grace')
    await link(ada, 'of Ada')
    const { userId, accountId } = ada
    expect(await findUserOfSubject(db(), 'of Ada')).toEqual({ userId, accountId, removed: false })
    expect(await findUserOfSubject(db(), 'unknown')).toBeUndefined()
    await letGo(db(), userId, { removedAt: at })
    expect(await findUserOfSubject(db(), 'of Ada')).toMatchObject({ userId, removed: true })
  })

  test('is linked to one user, who is linked to no other', async () => {
    expect(await link(ada, 'of Ada')).toBe(true)
    expect(await link(grace, 'of Ada')).toBe(false)
    expect(await link(ada, 'other')).toBe(false)
    expect(await link(grace, 'other')).toBe(true)
  })

  test('is still linked to their own user while that is there', async () => {
    await link(ada, 'of Ada')
    const linked = (subject: string, { userId }: Member) => within(isStillLinked(subject, userId))
    expect(await linked('of Ada', ada)).toBe(true)
    expect(await linked('of Ada', grace)).toBe(false)
    expect(await linked('unknown', ada)).toBe(false)
    await letGo(db(), ada.userId, { removedAt: at })
    expect(await linked('of Ada', ada)).toBe(false)
  })

  test('is returned with its user, and whether they have a password', async () => {
    await link(ada, 'of Ada')
    await link(grace, 'of Grace')
    await renameIdentity(db(), 'of Ada', 'lovelace')
    expect(await findIdentityOfUser(db(), ada.userId)).toEqual({
      subject: 'of Ada',
      login: 'lovelace',
      createdAt: at,
      hasPassword: true,
    })
    expect(await findIdentityOfUser(db(), grace.userId)).toMatchObject({
      subject: 'of Grace',
      login: 'login of Grace',
      hasPassword: false,
    })
    await deleteIdentity(db(), 'of Ada')
    expect(await findIdentityOfUser(db(), ada.userId)).toBeUndefined()
    expect(await findIdentityOfUser(db(), grace.userId)).toBeDefined()
  })

  test('has the user who confirmed the first of their addresses', async () => {
    const at = new Date(1)
    const second = await storeMember(db(), { contact: { confirmed_at: at } })
    const first = await storeMember(db(), { contact: { confirmed_at: at } })
    const removed = await storeMember(db(), { user: { removed_at: at }, contact: { confirmed_at: at } })
    const find = async (...keys: readonly string[]) => (await findUserOfAddresses(db(), keys))?.userId
    expect(await find()).toBeUndefined()
    expect(await find(first.email)).toBe(first.userId)
    expect(await find(first.email, second.email)).toBe(first.userId)
    expect(await find(removed.email, ada.email, 'unknown', second.email, first.email)).toBe(second.userId)
    expect(await find(removed.email, ada.email)).toBeUndefined()
    expect(await findUserOfAddresses(db(), [first.email])).toMatchObject({ accountId: first.accountId })
  })

  test.runIf(testEngine === 'postgresql')('is linked unless a concurrent call has locked them', async () => {
    const found = await whileHeld(
      database,
      (trx) => lockSubject(trx, 'of Ada'),
      () =>
        within(async (trx) => {
          await lockSubject(trx, 'of Ada')
          return findUserOfSubject(trx, 'of Ada')
        }),
      (trx) => insertIdentity(trx, { subject: 'of Ada', userId: ada.userId, login: 'ada', now: at }),
    )
    expect(found).toMatchObject({ userId: ada.userId })
  })
})

describe('a picture', () => {
  const replace = ({ userId }: Member, key: string) =>
    within((trx) => replaceAvatar(trx, { userId, key, mimeType: 'image/png', now: at }))

  test('is stored for a linked user, replacing their own', async () => {
    await link(ada, 'of Ada')
    expect(await replace(grace, 'of Grace')).toBe('not-linked')
    expect(await isAvatar(db(), 'of Grace')).toBe(false)
    expect(await replace(ada, 'first')).toEqual({ formerKey: undefined })
    await link(grace, 'of Grace')
    expect(await replace(grace, 'of Grace')).toEqual({ formerKey: undefined })
    expect(await replace(ada, 'second')).toEqual({ formerKey: 'first' })
    expect(await isAvatar(db(), 'first')).toBe(false)
    expect(await isAvatar(db(), 'second')).toBe(true)
  })

  test('is taken from one user', async () => {
    for (const user of [ada, grace]) {
      await link(user, `of ${user.userId}`)
      await replace(user, `picture of ${user.userId}`)
    }
    expect(await deleteAvatar(db(), ada.userId)).toBe(`picture of ${ada.userId}`)
    expect(await deleteAvatar(db(), ada.userId)).toBeUndefined()
    expect(await isAvatar(db(), `picture of ${grace.userId}`)).toBe(true)
  })

  test.runIf(testEngine === 'postgresql')('is not stored for a user who is being unlinked', async () => {
    await link(ada, 'of Ada')
    const given = await whileHeld(
      database,
      (trx) => deleteIdentity(trx, 'of Ada'),
      () => replace(ada, 'picture'),
      async () => {},
    )
    expect(given).toBe('not-linked')
  })
})
