import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { couponKey } from '#domain/coupons/coupon.ts'
import type { Trx } from '#server/platform/database/tables.ts'
import { sha256 } from '#server/platform/runtime/derived-key.ts'
import { testDatabase, testEngine, transactionsIn } from '#support/database.ts'
import { isHeld } from '#support/held-lock.ts'
import { storeContact } from '#support/stored/contacts.ts'
import { couponUses, storeCoupon, storeUses } from '#support/stored/coupons.ts'
import { accountRowOf, linkCodeHost, storeAvatar, storeUser, userRowOf } from '#support/stored/people.ts'
import { allRows, emptyTables, storeRows } from '#support/stored/rows.ts'
import { markAccount, markUser, readRecipients, unmarkAccount, unmarkUser } from './deletion.store.ts'
import {
  deleteTraces,
  findDueAccounts,
  findDueUsers,
  lockAccountToPurge,
  lockDueAccount,
  lockDueUser,
  lockUserToPurge,
  marksOf,
  userIdsOf,
} from './purge.store.ts'
import { existing, isListBehind, type Purged, rememberPurged, takePurged } from './purged.store.ts'
import { deleteAccount, deleteUsers } from './purged-tables.store.ts'

const now = new Date('2026-11-25T10:00:00.000Z')
const by = (milliseconds: number) => new Date(now.getTime() + milliseconds)

const database = testDatabase()
const [mine, other] = [randomUUID(), randomUUID()]
beforeEach(async () => {
  await emptyTables(
    database.db,
    'account',
    'mail',
    'purged',
    'coupon',
    'code_host_arrival',
    'idempotent_reply',
  )
  for (const id of [other, mine]) await storeAccount(id)
})

const storeAccount = (id: string, deletionAt: Date | null = null) =>
  storeRows(database.db, 'account', { id, name: 'Team', created_at: now, deletion_at: deletionAt })
type Change = Parameters<typeof storeUser>[2]
const user = (change: Change = {}, accountId = mine) => storeUser(database.db, accountId, change, now)
const inside = transactionsIn(database)
/** Whether a row is held while `lock` is. */
const holds = (table: 'account' | 'account_user', id: string, lock: (trx: Trx) => Promise<unknown>) =>
  database.db.transaction().execute(async (trx) => {
    await lock(trx)
    return isHeld(database, table, 'id', id)
  })

describe('the deletion of an account', () => {
  test('is decided once, for one account, and taken back once', async () => {
    const askedBy = await user()
    const mark = (due: Date, id = mine) => inside((trx) => markAccount(trx, id, { due, askedBy }))
    const unmark = () => inside((trx) => unmarkAccount(trx, mine))
    expect(await unmark()).toBe(false)
    expect(await mark(by(1))).toEqual({ deletionAt: by(1), isNew: true })
    expect(await mark(by(2))).toEqual({ deletionAt: by(1), isNew: false })
    const marked = { deletion_at: by(1), deletion_asked_by: askedBy }
    expect(await accountRowOf(database.db, mine)).toMatchObject(marked)
    const nothing = { deletion_at: null, deletion_asked_by: null }
    expect(await accountRowOf(database.db, other)).toMatchObject(nothing)
    expect(await mark(by(3), randomUUID())).toBeUndefined()
    expect(await mark(by(3), other)).toEqual({ deletionAt: by(3), isNew: true })
    expect(await unmark()).toBe(true)
    expect(await accountRowOf(database.db, mine)).toMatchObject(nothing)
    expect((await accountRowOf(database.db, other)).deletion_at).toEqual(by(3))
  })

  test('is announced to the confirmed contacts of its users, in their languages, first addresses first', async () => {
    const confirmed = { confirmedAt: now }
    const first = await user({ ...confirmed, name: 'Ada', language: 'en', email: 'ada@example.org' })
    await storeContact(
      database.db,
      { accountId: mine, userId: first },
      { email: 'a@x.example', ...confirmed },
      by(-9),
    )
    const second = await user({ ...confirmed, name: 'Bob', email: 'bob@example.org' })
    await user({ ...confirmed, removed_at: now, email: 'gone@example.org' })
    await user({ email: 'unconfirmed@example.org' })
    await user({ ...confirmed, email: 'theirs@example.org' }, other)
    const german = await user({ ...confirmed, language: 'de', email: 'german@example.org' }, other)
    const told = async (accountId: string) =>
      (await inside((trx) => readRecipients(trx, accountId))).map(({ email, name, userId, language }) => [
        email,
        name,
        userId,
        language,
      ])
    expect(await told(mine)).toEqual([
      ['ada@example.org', 'Ada', first, 'en'],
      ['a@x.example', 'Ada', first, 'en'],
      ['bob@example.org', 'Bob', second, 'en'],
    ])
    expect((await told(other))[1]).toEqual(['german@example.org', 'Somebody', german, 'de'])
    await database.db.updateTable('account').set({ language: 'de' }).where('id', '=', mine).execute()
    expect((await told(mine)).map(([, , , language]) => language)).toEqual(['en', 'en', 'de'])
  })
})

test('the deletion of a user is decided once, of one user, and taken back once', async () => {
  const [one, beside] = [await user(), await user()]
  const mark = (due: Date, id = one) => inside((trx) => markUser(trx, id, due))
  const unmark = () => inside((trx) => unmarkUser(trx, one))
  expect(await unmark()).toBe(false)
  expect(await mark(by(1))).toEqual({ deletionAt: by(1), isNew: true })
  expect(await mark(by(2))).toEqual({ deletionAt: by(1), isNew: false })
  expect((await userRowOf(database.db, one)).deletion_at).toEqual(by(1))
  expect((await userRowOf(database.db, beside)).deletion_at).toBeNull()
  expect(await mark(by(3), randomUUID())).toBeUndefined()
  expect(await mark(by(3), beside)).toEqual({ deletionAt: by(3), isNew: true })
  expect(await unmark()).toBe(true)
  expect((await userRowOf(database.db, one)).deletion_at).toBeNull()
  expect((await userRowOf(database.db, beside)).deletion_at).toEqual(by(3))
})

test('an account is due once its time has come, the longest due first', async () => {
  const [longest, later] = [randomUUID(), randomUUID()]
  await storeAccount(later, by(1))
  const due = randomUUID()
  await storeAccount(due, now)
  await storeAccount(longest, by(-1))
  expect(await findDueAccounts(database.db, now)).toEqual([longest, due])
  const isDue = (id: string) => inside((trx) => lockDueAccount(trx, id, now))
  expect([await isDue(due), await isDue(later), await isDue(mine), await isDue(randomUUID())]).toEqual([
    true,
    false,
    false,
    false,
  ])
})

describe('a user is due', () => {
  test.each<[string, boolean, Change]>([
    ['who asked to go and whose time has come', true, { deletion_at: now }],
    ['who asked to go and has time left', false, { deletion_at: by(1) }],
    ['who was removed and is to be forgotten', true, { removed_at: by(-1), forget_at: now }],
    ['who was removed and is kept', false, { removed_at: by(-1), forget_at: by(1) }],
    ['who was brought back', false, { forget_at: now }],
    ['who is there', false, {}],
    ['who owns the account, never', false, { role: 'owner', deletion_at: now }],
  ])('%s', async (_, due, change) => {
    const id = await user(change)
    expect(await findDueUsers(database.db, now)).toEqual(due ? [id] : [])
    const beside = await user({ deletion_at: now })
    expect(await inside((trx) => lockDueUser(trx, id, now))).toBe(due)
    expect(await inside((trx) => lockDueUser(trx, beside, now))).toBe(true)
  })
})

test('is read with all data that its purge needs', async () => {
  const askedBy = await user()
  const removed = await user({ removed_at: now })
  await user({}, other)
  await inside((trx) => markAccount(trx, mine, { due: now, askedBy }))
  expect(await inside((trx) => lockAccountToPurge(trx, mine))).toEqual({ askedBy })
  expect(await inside((trx) => lockAccountToPurge(trx, other))).toEqual({ askedBy: null })
  expect(await inside((trx) => lockAccountToPurge(trx, randomUUID()))).toBeUndefined()
  expect(await inside((trx) => lockUserToPurge(trx, removed))).toEqual({ accountId: mine, removed: true })
  expect(await inside((trx) => lockUserToPurge(trx, askedBy))).toEqual({ accountId: mine, removed: false })
  expect(await inside((trx) => lockUserToPurge(trx, randomUUID()))).toBeUndefined()
  expect(await inside((trx) => userIdsOf(trx, [mine]))).toEqual([askedBy, removed])
})

if (testEngine === 'postgresql')
  test('rows being deleted, kept or purged are locked', async () => {
    await storeAccount(randomUUID())
    await database.db.updateTable('account').set({ deletion_at: now }).where('id', '=', other).execute()
    const id = await user({ deletion_at: now })
    for (const lock of [
      // it is decided already, so that only the lock is new
      (trx: Trx) => markAccount(trx, other, { due: now, askedBy: id }),
      (trx: Trx) => lockDueAccount(trx, other, now),
      (trx: Trx) => lockAccountToPurge(trx, other),
    ])
      expect(await holds('account', other, lock)).toBe(true)
    for (const lock of [
      (trx: Trx) => markUser(trx, id, now),
      (trx: Trx) => lockDueUser(trx, id, now),
      (trx: Trx) => lockUserToPurge(trx, id),
      (trx: Trx) => userIdsOf(trx, [mine]),
    ])
      expect(await holds('account_user', id, lock)).toBe(true)
  })

test('a user is found by their own addresses, identities and pictures', async () => {
  const id = await user({ email: 'Ada@example.org' })
  const beside = await user({ email: 'bob@example.org' })
  await storeContact(database.db, { accountId: mine, userId: id }, { email: 'a@x.example' }, now)
  for (const userId of [id, beside]) {
    await linkCodeHost(database.db, userId, now)
    await storeAvatar(database.db, userId, `picture of ${userId}`, now)
  }
  const marks = await inside((trx) => marksOf(trx, [id]))
  expect({ ...marks, emailKeys: marks.emailKeys.toSorted() }).toEqual({
    ids: [id],
    emailKeys: ['a@x.example', 'ada@example.org'],
    codeHostSubjects: [id],
    mediaKeys: [`picture of ${id}`],
  })
})

describe('references to the user elsewhere', () => {
  const id = randomUUID()
  const mail = (effectKey: string, recipient: string) =>
    storeRows(database.db, 'mail', {
      id: randomUUID(),
      effect_key: effectKey,
      template: 'deleted',
      recipient,
      subject: '',
      text_body: '',
      html_body: '',
      created_at: now,
      next_attempt_at: now,
    })
  const arrival = (subject: string, email: string) =>
    storeRows(database.db, 'code_host_arrival', {
      browser_hash: sha256(subject + email),
      subject,
      login: 'login',
      name: 'Ada',
      email,
      expires_at: now,
    })
  const reply = (body: object) =>
    storeRows(database.db, 'idempotent_reply', {
      key_hash: sha256(JSON.stringify(body)),
      request_hash: sha256('request'),
      status: 200,
      body: JSON.stringify(body),
      created_at: now,
    })
  const left = async () => ({
    mails: (await allRows(database.db, 'mail')).map(({ effect_key }) => effect_key).toSorted(),
    arrivals: (await allRows(database.db, 'code_host_arrival')).map(({ email }) => email).toSorted(),
    replies: (await allRows(database.db, 'idempotent_reply')).map(({ body }) => body),
  })
  beforeEach(async () => {
    await mail(`about ${id}`, 'somebody@example.org')
    await mail('to them', 'Ada@example.org')
    await mail('to both', 'shared@example.org')
    await mail('to another', 'bob@example.org')
    await user({ email: 'shared@example.org' }, other)
    await arrival('theirs', 'new@example.org')
    await arrival('another', 'Ada@example.org')
    await arrival('third', 'bob@example.org')
    await reply({ id })
    await reply({ email: 'Ada@example.org' })
    await reply({ email: 'bob@example.org' })
  })

  test('are deleted, and no others', async () => {
    const emailKeys = ['ada@example.org', 'shared@example.org']
    const marks = { ids: [id], emailKeys, codeHostSubjects: ['theirs'], mediaKeys: [] }
    await inside((trx) => deleteTraces(trx, marks))
    expect(await left()).toEqual({
      mails: ['to another', 'to both'],
      arrivals: ['bob@example.org'],
      replies: [{ email: 'bob@example.org' }],
    })
  })

  test('are deleted, also of a user without address and identity', async () => {
    const marks = { ids: [id], emailKeys: [], codeHostSubjects: [], mediaKeys: [] }
    await inside((trx) => deleteTraces(trx, marks))
    const { mails, arrivals, replies } = await left()
    expect(mails).toEqual(['to another', 'to both', 'to them'])
    expect(arrivals).toHaveLength(3)
    expect(replies).toHaveLength(2)
  })
})

describe('the list of purged users', () => {
  const purged = (id: string, at: Date, kind: Purged['kind'] = 'user'): Purged => ({ id, at, kind })
  const remember = (one: Purged) => inside((trx) => rememberPurged(trx, one))
  const take = () => inside(takePurged)

  test('has each once, in the order of purging', async () => {
    expect(await isListBehind(database.db)).toBe(false)
    const [a, b, c] = ['a', 'b', 'c'].map((letter) => randomUUID().replace(/^./, letter)) as [
      string,
      string,
      string,
    ]
    for (const one of [purged(b, by(3)), purged(a, by(1)), purged(c, by(2), 'account'), purged(a, by(9))])
      await remember(one)
    expect(await isListBehind(database.db)).toBe(true)
    expect(await take()).toEqual([purged(a, by(1)), purged(c, by(2), 'account'), purged(b, by(3))])
    expect(await take()).toEqual([])
    expect(await isListBehind(database.db)).toBe(false)
  })

  if (testEngine === 'postgresql')
    test('is not behind while another process is adding to it', async () => {
      await remember(purged(randomUUID(), now))
      await database.db.transaction().execute(async (trx) => {
        await takePurged(trx)
        expect(await isListBehind(database.db)).toBe(false)
      })
    })

  test('contains those that exist again, accounts first, each with its kind', async () => {
    const id = await user()
    const listed = [purged(id, by(1)), purged(mine, by(2), 'account'), purged(randomUUID(), by(3))]
    expect(await existing(database.db, listed)).toEqual([listed[1], listed[0]])
    expect(await existing(database.db, [purged(mine, now), purged(id, now, 'account')])).toEqual([])
    expect(await existing(database.db, [])).toEqual([])
  })

  test('may be longer than one query', async () => {
    const places = [0, 9_999, 10_000, 20_000]
    const listed = Array.from({ length: 20_001 }, () => purged(randomUUID(), now))
    const there = places.map((place) => listed[place] as Purged)
    for (const { id } of there) await user({ id })
    const found = await existing(database.db, listed)
    expect(found.map(({ id }) => id).toSorted()).toEqual(there.map(({ id }) => id).toSorted())
  })
})

describe('with its account', () => {
  test('a coupon that was held is free again, a redeemed one stays used', async () => {
    for (const code of ['HELD', 'REDEEMED', 'THEIRS'])
      await storeCoupon(database.db, { code, createdAt: now })
    await storeUses(database.db, 'REDEEMED', [{ accountId: mine, at: now }])
    const held = { redeemed_at: null, reserved_until: by(9), created_at: now }
    await storeRows(
      database.db,
      'coupon_use',
      { coupon_key: couponKey('HELD'), account_id: mine, ...held },
      { coupon_key: couponKey('THEIRS'), account_id: other, ...held },
    )
    await database.db.updateTable('coupon').set({ uses: 5 }).execute()
    await inside((trx) => deleteAccount(trx, mine))
    const uses = await Promise.all(
      ['HELD', 'REDEEMED', 'THEIRS'].map((code) => couponUses(database.db, code)),
    )
    expect(uses).toEqual([4, 5, 5])
    expect((await allRows(database.db, 'account')).map(({ id }) => id)).toEqual([other])
    expect(await allRows(database.db, 'coupon_use')).toHaveLength(1)
  })

  test('orders keep their items, and names only until they are paid', async () => {
    const [gone, stays] = [await user({ email: 'ada@example.org' }), await user({}, other)]
    const orders = [
      ['paid', gone],
      ['placed', gone],
      ['cancelled', stays],
    ] as const
    for (const [state, userId] of orders) {
      const id = randomUUID()
      const buyer = { user_id: userId, email: 'ada@example.org' }
      await storeRows(database.db, 'shop_checkout', {
        ...buyer,
        order_id: id,
        provider: 'sandbox',
        mode: 'test',
        created_at: now,
      })
      await storeRows(database.db, 'shop_order', {
        ...buyer,
        id,
        email_key: 'ada@example.org',
        language: 'en',
        state,
        lines: '[]',
        facts: JSON.stringify({ buyer: 'Ada', vat: 19 }),
        net_cents: 100,
        vat_cents: 19,
        gross_cents: 119,
        placed_at: now,
      })
    }
    await inside((trx) => deleteUsers(trx, [gone]))
    const rows = await allRows(database.db, 'shop_order')
    const byState = Object.fromEntries(
      rows.map(({ state, email, email_key, facts }) => [state, { email, email_key, facts }]),
    )
    const kept = { email: 'ada@example.org', email_key: 'ada@example.org', facts: { buyer: 'Ada', vat: 19 } }
    expect(byState).toEqual({
      paid: { email: '', email_key: '', facts: { vat: 19 } },
      placed: kept,
      cancelled: kept,
    })
    const checkouts = (await allRows(database.db, 'shop_checkout')).map(({ email }) => email).toSorted()
    expect(checkouts).toEqual(['', '', 'ada@example.org'])
    expect(await allRows(database.db, 'contact')).toEqual([])
    expect((await allRows(database.db, 'account_user')).map(({ id }) => id)).toEqual([stays])
  })

  test('deletes codes sent to the user, and no others', async () => {
    const gone = await user({ email: 'gone@example.org' })
    const stays = await user({ email: 'stays@example.org' }, other)
    for (const { id, user_id } of await allRows(database.db, 'contact'))
      await storeRows(database.db, 'contact_code', {
        code_hash: sha256(user_id),
        contact_id: id,
        purpose: 'confirm-contact',
        created_at: now,
        expires_at: by(9),
      })
    await inside((trx) => deleteUsers(trx, [gone]))
    const codes = await allRows(database.db, 'contact_code')
    expect(codes.map(({ code_hash }) => code_hash)).toEqual([sha256(stays)])
  })

  test("records of the user's actions stay, without the name", async () => {
    const [gone, stays] = [await user(), await user({}, other)]
    for (const [accountId, userId] of [
      [mine, gone],
      [other, stays],
    ] as const) {
      const link = { id: randomUUID(), code: userId, account_id: accountId, created_by: userId }
      await storeRows(database.db, 'invite', { ...link, created_at: now, expires_at: by(9) })
      await inside((trx) => markAccount(trx, accountId, { due: by(9), askedBy: userId }))
    }
    await inside((trx) => deleteUsers(trx, [gone]))
    const makers = (await allRows(database.db, 'invite')).map(({ created_by }) => created_by)
    expect(new Set(makers)).toEqual(new Set([null, stays]))
    const askers = (await allRows(database.db, 'account')).map(({ deletion_asked_by }) => deletion_asked_by)
    expect(new Set(askers)).toEqual(new Set([null, stays]))
  })
})
