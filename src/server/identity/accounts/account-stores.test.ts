import { beforeEach, describe, expect, test } from 'vitest'
import { emptyDatabase, testDatabase, testEngine, transactionsIn } from '#support/database.ts'
import { whileHeld } from '#support/held-lock.ts'
import { reserveUses, storeCoupon, storeUses } from '#support/stored/coupons.ts'
import { storeCategory, storeVideo } from '#support/stored/library.ts'
import { type Member, storeFurtherContact, storeMember } from '#support/stored/member.ts'
import { accountRowOf, storeAvatar, userRowOf } from '#support/stored/people.ts'
import { allRows, storeRow } from '#support/stored/rows.ts'
import { storeSubscription, writeState } from '#support/stored/subscriptions.ts'
import {
  countAccountChange,
  keepUserLanguages,
  storeAccountLanguage,
  storeAccountName,
  storeBillingAddress,
  storeUserLanguage,
  storeUserName,
  storeVatId,
} from './profile.store.ts'
import {
  deleteUnconfirmedAccounts,
  findConfirmedContact,
  insertOwner,
  keepOrUndo,
  lockAddress,
  markPoint,
} from './registration.store.ts'
import { readUserSessionRow, readUserSessionRowWithin } from './user-session.store.ts'

let ada: Member
let grace: Member
const database = testDatabase()
beforeEach(async () => {
  await emptyDatabase(database)
  grace = await storeMember(db(), { user: { name: 'Grace' } })
  ada = await storeMember(db(), { user: { name: 'Ada' } })
})

const at = new Date('2026-03-01T12:00:00Z')
const after = (ms: number) => new Date(at.getTime() + ms)
const db = () => database.db
const within = transactionsIn(database)
const account = ({ accountId }: Member) => accountRowOf(db(), accountId)
const user = ({ userId }: Member) => userRowOf(db(), userId)

describe('texts that an account and its user chose', () => {
  test('the name of a user is a change of the account, unless it is the same', async () => {
    await within((trx) => storeUserName(trx, ada, 'Ada'))
    expect(await account(ada)).toMatchObject({ version: 1 })
    await within((trx) => storeUserName(trx, ada, 'Ada Lovelace'))
    expect(await user(ada)).toMatchObject({ name: 'Ada Lovelace' })
    expect(await account(ada)).toMatchObject({ version: 2 })
    expect(await user(grace)).toMatchObject({ name: 'Grace' })
    expect(await account(grace)).toMatchObject({ version: 1 })
  })

  test('changes are counted of the accounts that are named', async () => {
    await within((trx) => countAccountChange(trx))
    await within((trx) => countAccountChange(trx, ada.accountId))
    expect(await account(ada)).toMatchObject({ version: 2 })
    expect(await account(grace)).toMatchObject({ version: 1 })
  })

  test("the account's language becomes that of its users who chose none, and of no others", async () => {
    const chose = await storeMember(db(), {
      user: { account_id: ada.accountId, role: 'user', language: 'en' },
    })
    await within(async (trx) => {
      for (const { accountId } of [ada, grace]) await storeAccountLanguage(trx, accountId, 'de')
      await keepUserLanguages(trx, ada.accountId)
    })
    const languages = await Promise.all([ada, chose, grace].map(async (one) => (await user(one)).language))
    expect(languages).toEqual(['de', 'en', null])
  })

  test('all of it is stored for one account', async () => {
    const [formerAccount, formerUser] = [await account(grace), await user(grace)]
    await within(async (trx) => {
      await storeAccountName(trx, ada.accountId, 'Company')
      await storeAccountLanguage(trx, ada.accountId, 'de')
      await storeBillingAddress(trx, ada.accountId, 'Street 1')
      await storeUserLanguage(trx, ada.userId, 'en')
      const vat = { country: 'DE', vatId: 'DE136695976', business: true }
      await storeVatId(trx, ada.accountId, vat)
    })
    expect(await account(ada)).toMatchObject({
      name: 'Company',
      language: 'de',
      billing_address: 'Street 1',
      country: 'DE',
      vat_id: 'DE136695976',
      is_business: true,
    })
    expect(await user(ada)).toMatchObject({ language: 'en' })
    await within((trx) => storeVatId(trx, ada.accountId, { country: 'AT', vatId: null, business: undefined }))
    expect(await account(ada)).toMatchObject({ country: 'AT', vat_id: null, is_business: true })
    expect([await account(grace), await user(grace)]).toEqual([formerAccount, formerUser])
  })
})

const owner = {
  accountId: '00000000-0000-4000-8000-00000000000a',
  userId: '00000000-0000-4000-8000-00000000000b',
  contactId: '00000000-0000-4000-8000-00000000000c',
  name: 'Alan',
  email: 'Alan@example.org',
  emailKey: 'alan@example.org',
  passwordHash: 'hash',
  newsletter: true,
  language: 'de',
  confirmedAt: at,
  now: at,
} as const

describe('registering', () => {
  test('makes an account with its owner and their primary contact', async () => {
    await within((trx) => insertOwner(trx, owner))
    expect(await accountRowOf(db(), owner.accountId)).toMatchObject({
      name: 'Alan',
      newsletter: true,
      language: 'de',
      created_at: at,
    })
    expect(await userRowOf(db(), owner.userId)).toMatchObject({
      account_id: owner.accountId,
      name: 'Alan',
      role: 'owner',
      password_hash: 'hash',
    })
    const contacts = await allRows(db(), 'contact')
    expect(contacts.find(({ id }) => id === owner.contactId)).toMatchObject({
      user_id: owner.userId,
      email: 'Alan@example.org',
      is_primary: true,
    })
    expect(await findConfirmedContact(db(), 'alan@example.org')).toEqual({
      id: owner.contactId,
      accountId: owner.accountId,
      userId: owner.userId,
      email: 'Alan@example.org',
    })
  })

  test('finds only users who have confirmed an address', async () => {
    await within((trx) => insertOwner(trx, owner))
    expect(await findConfirmedContact(db(), ada.email)).toBeUndefined()
    expect(await findConfirmedContact(db(), 'unknown@example.org')).toBeUndefined()
  })

  test.each([
    [true, 1],
    [false, 0],
  ])('what was written since a point is kept: %s', async (keep, accounts) => {
    await within(async (trx) => {
      await markPoint(trx)
      await insertOwner(trx, owner)
      await keepOrUndo(trx, keep)
    })
    const stored = await allRows(db(), 'account')
    expect(stored.filter(({ id }) => id === owner.accountId)).toHaveLength(accounts)
  })

  test.runIf(testEngine === 'postgresql')(
    'with an address waits for a concurrent transaction about it',
    async () => {
      const found = await whileHeld(
        database,
        (trx) => lockAddress(trx, owner.emailKey),
        () =>
          within(async (trx) => {
            await lockAddress(trx, owner.emailKey)
            return findConfirmedContact(trx, owner.emailKey)
          }),
        (trx) => insertOwner(trx, owner),
      )
      expect(found).toMatchObject({ userId: owner.userId })
    },
  )
})

test('unconfirmed accounts are deleted in time, unless they hold something', async () => {
  const old = () => storeMember(db(), { account: { created_at: after(-1) } })
  const confirmed = await old()
  await storeFurtherContact(db(), confirmed, { confirmed_at: at })
  const subscribed = await old()
  await storeSubscription(db(), subscribed.accountId, { status: 'trial', until: at })
  const [holding, redeemed, deleted] = [await old(), await old(), await old()]
  const recent = await storeMember(db(), { account: { created_at: at } })
  const uses = [holding, redeemed].map(({ accountId }) => ({ accountId, at }))
  await storeUses(db(), await storeCoupon(db(), { code: 'COUPON', createdAt: at }), uses)
  await reserveUses(db(), holding.accountId, after(1))
  await deleteUnconfirmedAccounts(db(), at)
  const left = new Set((await allRows(db(), 'account')).map(({ id }) => id))
  const kept = [confirmed, subscribed, holding, recent].map(({ accountId }) => accountId)
  expect(left).toEqual(new Set(kept))
  expect(left.has(deleted.accountId)).toBe(false)
})

describe('what a session shows', () => {
  const read = ({ userId }: Member) => readUserSessionRow(database, userId)

  test('is of its user and their account alone', async () => {
    for (const one of [grace, ada]) {
      await storeAvatar(db(), one.userId, `picture of ${one.userId}`, at)
      await storeSubscription(db(), one.accountId, { status: 'active', until: after(1) })
      await writeState(db(), one.accountId, { method: 'card' })
      const methods = [
        ['card', one === ada ? '1111' : '2222'],
        ['other card', '3333'],
      ] as const
      for (const [ref, last4] of methods)
        await storeRow(db(), 'payment_method', {
          provider: one.accountId,
          mode: 'test',
          ref,
          account_id: one.accountId,
          brand: 'visa',
          last4,
          expires: '2030-12',
          created_at: at,
        })
    }
    const further = await storeFurtherContact(db(), ada, { confirmed_at: at })
    for (const one of [grace, ada])
      expect(await read(one)).toMatchObject({
        name: one === ada ? 'Ada' : 'Grace',
        avatar: `picture of ${one.userId}`,
        account: { id: one.accountId, deletion_of: 'account' },
        subscription: { account_id: one.accountId },
        card: { brand: 'visa', last4: one === ada ? '1111' : '2222', expires: '2030-12' },
        contacts: [{ id: one.contactId, primary: true, confirmed: false }].concat(
          one === ada ? [{ id: further.contactId, primary: false, confirmed: true }] : [],
        ),
      })
    expect((await read(grace))?.contacts).toHaveLength(1)
    expect(await within((trx) => readUserSessionRowWithin(trx, ada.userId))).toEqual(await read(ada))
  })

  test('is empty for a deleted user', async () => {
    expect(await read({ ...ada, userId: ada.accountId })).toBeUndefined()
  })

  test('lists the users of the account, by their primary contacts', async () => {
    const role = 'user' as const
    const member = await storeMember(db(), {
      user: { account_id: ada.accountId, role, name: 'Member' },
      contact: { confirmed_at: at },
    })
    await storeFurtherContact(db(), member)
    await storeMember(db(), { user: { account_id: ada.accountId, role, removed_at: at } })
    expect((await read(ada))?.users).toEqual([
      { id: ada.userId, name: 'Ada', role: 'owner', email: ada.email, confirmed: false },
      { id: member.userId, name: 'Member', role: 'user', email: member.email, confirmed: true },
    ])
  })

  test('says whether the owner has confirmed a contact', async () => {
    const of = { account_id: ada.accountId, role: 'manager' } as const
    await storeMember(db(), { user: of, contact: { confirmed_at: at } })
    await storeFurtherContact(db(), grace, { confirmed_at: at })
    expect(await read(ada)).toMatchObject({ ownerConfirmed: false })
    expect(await read(grace)).toMatchObject({ ownerConfirmed: true })
  })

  test('has the favourites that are in the library, in the order in which they were added', async () => {
    await storeCategory(db(), 'all')
    for (const id of ['first', 'second', 'of Grace']) await storeVideo(db(), id, { category_id: 'all' })
    await storeVideo(db(), 'withdrawn')
    const favourite = ({ userId }: Member, video: string, created: Date) =>
      storeRow(db(), 'favourite', { user_id: userId, video_id: video, created_at: created })
    await favourite(ada, 'second', after(2))
    await favourite(ada, 'first', after(1))
    await favourite(ada, 'withdrawn', at)
    await favourite(grace, 'of Grace', at)
    expect(await read(ada)).toMatchObject({ favourites: ['first', 'second'] })
  })

  test('lists users to be added after a payment', async () => {
    const wait = ({ accountId }: Member, users: readonly object[]) =>
      storeRow(db(), 'waiting_users', {
        account_id: accountId,
        charge_key: 'seats',
        change: JSON.stringify({ users }),
        created_at: at,
      })
    await wait(ada, [
      { name: 'Alan', email: 'alan@example.org' },
      { name: 'Ada', email: ada.email, id: ada.userId },
      { name: 'Removed', email: 'removed@example.org', removed: true },
    ])
    await wait(grace, [{ name: 'Other', email: 'other@example.org' }])
    expect(await read(ada)).toMatchObject({ waiting: [{ name: 'Alan', email: 'alan@example.org' }] })
  })
})
