import { beforeEach, describe, expect, test } from 'vitest'
import { emptyDatabase, testDatabase, testEngine, transactionsIn } from '#support/database.ts'
import { whileHeld } from '#support/held-lock.ts'
import { reserveUses, storeUses } from '#support/stored/coupons.ts'
import { storeVideo } from '#support/stored/library.ts'
import { type Member, storeFurtherContact, storeMember } from '#support/stored/member.ts'
import { accountRowOf, letGo } from '#support/stored/people.ts'
import { storeRow } from '#support/stored/rows.ts'
import { sessionsOf, storeSession } from '#support/stored/sessions.ts'
import { storeSubscription } from '#support/stored/subscriptions.ts'
import { storeViewing } from '#support/stored/watching.ts'
import {
  countViewsOfAccount,
  findOwnerId,
  findPersonBehind,
  findPersonId,
  findViewedContact,
  orderDeletion,
  ownerIdOf,
  usersOf,
} from './admin-accounts.store.ts'
import { countUses, findAssociates, findCoupons, findUses, insertCoupons } from './admin-coupons.store.ts'

let ada: Member
let manager: Member
let grace: Member
const database = testDatabase()
beforeEach(async () => {
  await emptyDatabase(database)
  grace = await storeMember(db(), { user: { name: 'Grace' } })
  const account = { id: '00000000-0000-4000-8000-00000000000a', name: 'Company' }
  // the user added first is not the owner
  manager = await storeMember(db(), { account, user: { name: 'Manager', role: 'manager' } })
  ada = await storeMember(db(), { user: { account_id: account.id, name: 'Ada' } })
})

const at = new Date('2026-03-01T12:00:00Z')
const after = (ms: number) => new Date(at.getTime() + ms)
const nobody = '00000000-0000-4000-8000-00000000000b'
const db = () => database.db
const within = transactionsIn(database)

describe('an account', () => {
  test('belongs to its owner', async () => {
    expect(await findOwnerId(db(), ada.accountId)).toBe(ada.userId)
    expect(await ownerIdOf(db(), ada.accountId)).toBe(ada.userId)
    expect(await findOwnerId(db(), nobody)).toBeUndefined()
    await expect(ownerIdOf(db(), nobody)).rejects.toThrow('an account has no owner')
  })

  test('has users who are known by their contacts', async () => {
    const find = (contactId: string | undefined) =>
      findPersonId(db(), { accountId: ada.accountId, contactId })
    expect(await find(undefined)).toBe(ada.userId)
    expect(await find(manager.contactId)).toBe(manager.userId)
    expect(await find(grace.contactId)).toBeUndefined()
    await letGo(db(), manager.userId, { removedAt: at })
    expect(await find(manager.contactId)).toBeUndefined()
  })

  test('lists its users, by their primary contacts', async () => {
    const of = { account_id: ada.accountId, role: 'user' } as const
    await storeFurtherContact(db(), manager, { confirmed_at: at })
    await storeMember(db(), { user: { ...of, removed_at: at } })
    const user = await storeMember(db(), { user: of, contact: { confirmed_at: at } })
    await storeRow(db(), 'account_user', { ...of, id: nobody, name: 'Unreached', created_at: at })
    expect(await usersOf(db(), ada.accountId)).toEqual([
      {
        contactId: manager.contactId,
        name: 'Manager',
        email: manager.email,
        confirmed: false,
        role: 'manager',
      },
      { contactId: ada.contactId, name: 'Ada', email: ada.email, confirmed: false, role: 'owner' },
      { contactId: user.contactId, name: 'Ada', email: user.email, confirmed: true, role: 'user' },
      { contactId: null, name: 'Unreached', email: '', confirmed: false, role: 'user' },
    ])
  })

  test('has the viewing of its current users', async () => {
    const removed = await storeMember(db(), { user: { account_id: ada.accountId, removed_at: at } })
    for (const videoId of ['one', 'two']) await storeVideo(db(), videoId)
    for (const [{ userId }, videoId] of [
      [ada, 'one'],
      [ada, 'two'],
      [manager, 'one'],
      [grace, 'one'],
      [removed, 'one'],
    ] as const)
      await storeViewing(db(), { userId, videoId, at })
    expect(await countViewsOfAccount(db(), ada.accountId)).toBe(3)
    expect(await findViewedContact(db(), ada.contactId)).toEqual({
      kind: 'contact',
      id: ada.contactId,
      email: ada.email,
      name: 'Ada',
      version: 1,
      confirmed: false,
      videoViews: 2,
      account: { id: ada.accountId, name: 'Company' },
    })
    expect(await findViewedContact(db(), grace.contactId)).toMatchObject({ name: 'Grace', videoViews: 1 })
    expect(await findViewedContact(db(), removed.contactId)).toBeUndefined()
  })

  test('or a contact belongs to an existing user', async () => {
    const find = (id: string) => within((trx) => findPersonBehind(trx, id))
    const [{ accountId, userId }, managerId] = [ada, manager.userId]
    expect(await find(accountId)).toEqual({ userId, accountId })
    expect(await find(manager.contactId)).toEqual({ userId: managerId, accountId })
    expect(await find(ada.contactId)).toEqual({ userId, accountId })
    expect(await find(nobody)).toBeUndefined()
    await letGo(db(), managerId, { removedAt: at })
    expect(await find(manager.contactId)).toBeUndefined()
  })
})

describe('the order to delete an account', () => {
  const order = ({ accountId }: Member, now: Date) => within((trx) => orderDeletion(trx, accountId, now))

  test('ends its sessions alone, and does not put the day off', async () => {
    await storeSubscription(db(), ada.accountId, { status: 'active', until: at })
    for (const { userId } of [ada, manager, grace])
      await storeSession(db(), { userId, token: userId, at, minutes: 1 })
    expect(await order(ada, after(5))).toEqual({ users: 2, status: 'active', deletionAt: null })
    expect((await sessionsOf(db())).map(({ user_id }) => user_id)).toEqual([grace.userId])
    expect((await accountRowOf(db(), grace.accountId)).deletion_at).toBeNull()
    expect(await order(ada, after(9))).toMatchObject({ deletionAt: after(5) })
    expect((await accountRowOf(db(), ada.accountId)).deletion_at).toEqual(after(5))
    expect(await order(grace, at)).toEqual({ users: 1, status: null, deletionAt: null })
  })

  test('is nothing for a deleted one', async () => {
    expect(await order({ ...ada, accountId: nobody }, at)).toBeUndefined()
  })

  test.runIf(testEngine === 'postgresql')('waits for who changes the account', async () => {
    const ordered = await whileHeld(
      database,
      async (trx) => {
        await orderDeletion(trx, ada.accountId, after(5))
      },
      () => order(ada, after(9)),
      async () => {},
    )
    expect(ordered).toMatchObject({ deletionAt: after(5) })
  })
})

const coupon = (code: string, change: Partial<Parameters<typeof insertCoupons>[1][number]> = {}) => ({
  code_key: code,
  code,
  license_count: 3,
  interval_value: 2,
  interval_unit: 'm' as const,
  created_at: at,
  ...change,
})
const add = (...rows: Parameters<typeof insertCoupons>[1]) => within((trx) => insertCoupons(trx, rows))

describe('coupons', () => {
  test('are found by their key, with their limits', async () => {
    await add(
      coupon('PLAIN'),
      coupon('LIMITED', { associate: 'Acme', max_uses: 5, valid_until: '2026-12-31' }),
    )
    const shared = { licenseCount: 3, interval: { value: 2, unit: 'm' }, uses: 0 }
    expect(await findCoupons(db(), { couponKey: 'PLAIN' })).toEqual([{ code: 'PLAIN', ...shared }])
    expect(await findCoupons(db(), { couponKey: 'LIMITED' })).toEqual([
      { code: 'LIMITED', ...shared, associate: 'Acme', maxUses: 5, validUntil: '2026-12-31' },
    ])
  })

  test('are found by their associate in any case, the newest first', async () => {
    await add(
      coupon('OLD', { associate: 'Acme', created_at: after(-1) }),
      coupon('NEW', { associate: 'ACME' }),
      coupon('OTHER', { associate: 'Acme too' }),
      coupon('NOBODYS'),
    )
    const codes = (await findCoupons(db(), { associate: 'aCME' })).map(({ code }) => code)
    expect(codes).toEqual(['NEW', 'OLD'])
    expect(await findAssociates(db())).toEqual([
      { associate: expect.stringMatching(/^acme$/i), coupons: 2 },
      { associate: 'Acme too', coupons: 1 },
    ])
  })

  test('are added in the order of their keys, unless they exist', async () => {
    expect(await add()).toEqual([])
    expect(await add(coupon('B'), coupon('A'))).toEqual([])
    expect(await add(coupon('C'), coupon('B'), coupon('A'))).toEqual(['A', 'B'])
    expect(await findCoupons(db(), { couponKey: 'C' })).toHaveLength(1)
  })

  test('are added in any number', async () => {
    const many = Array.from({ length: 1_002 }, (_, index) => coupon(`MANY-${index}`, { associate: 'Many' }))
    expect(await add(...many)).toEqual([])
    expect(await findAssociates(db())).toEqual([{ associate: 'Many', coupons: 1_002 }])
  })
})

describe('the uses of coupons', () => {
  test('are those of accounts that redeemed them, the newest first, in pages', async () => {
    await add(coupon('coupon', { associate: 'Acme' }), coupon('other', { associate: 'Other' }))
    await storeFurtherContact(db(), ada)
    const reserved = await storeMember(db())
    const ownerless = await storeMember(db(), { user: { removed_at: at } })
    const unreached = await storeMember(db(), { user: { name: 'Unreached' }, contact: { is_primary: false } })
    await storeUses(db(), 'coupon', [
      { accountId: ada.accountId, at },
      { accountId: grace.accountId, at: after(2) },
      { accountId: unreached.accountId, at: after(1) },
      { accountId: reserved.accountId, at },
      { accountId: ownerless.accountId, at },
    ])
    await reserveUses(db(), reserved.accountId, after(9))
    await storeUses(db(), 'other', [{ accountId: ada.accountId, at: after(5) }])
    const page = (limit: number, offset: number) => findUses(db(), { couponKey: 'coupon' }, { limit, offset })
    const [first, second, third] = [
      {
        redeemedAt: after(2),
        code: 'coupon',
        accountId: grace.accountId,
        name: 'Grace',
        contact: grace.email,
      },
      {
        redeemedAt: after(1),
        code: 'coupon',
        accountId: unreached.accountId,
        name: 'Unreached',
        contact: '',
      },
      { redeemedAt: at, code: 'coupon', accountId: ada.accountId, name: 'Ada', contact: ada.email },
    ]
    expect(await page(9, 0)).toEqual([first, second, third])
    expect(await page(1, 1)).toEqual([second])
    expect(await countUses(db(), { couponKey: 'coupon' })).toBe(3)
    expect(await countUses(db(), { associate: 'acme' })).toBe(3)
    expect(await countUses(db(), { associate: 'other' })).toBe(1)
  })
})
