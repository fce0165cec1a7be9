import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Tables } from '#server/platform/database/tables.ts'
import { emptyDatabase, testDatabase, transactionsIn } from '#support/database.ts'
import { type Member, storeFurtherContact, storeMember } from '#support/stored/member.ts'
import { accountRowOf, linkCodeHost, plantInto, userIdsOf, userRowOf } from '#support/stored/people.ts'
import { allRows, storeRow } from '#support/stored/rows.ts'
import { giveTotp } from '#support/stored/second-factors.ts'
import { sessionsOf, storeKnownBrowser, storeSession } from '#support/stored/sessions.ts'
import { storeSubscription } from '#support/stored/subscriptions.ts'
import {
  clearAccount,
  confirmContactRow,
  disownAddress,
  findTrialEnd,
  removeOtherSignInMethods,
  replaceUser,
} from './confirmation.store.ts'

let ada: Member
let grace: Member
const database = testDatabase()
beforeEach(async () => {
  await emptyDatabase(database)
  ada = await storeMember(db())
  grace = await storeMember(db())
})

const at = new Date('2026-03-01T12:00:00Z')
const after = (ms: number) => new Date(at.getTime() + ms)
const db = () => database.db
const within = transactionsIn(database)

/** The values of a column, sorted. */
async function all<Name extends keyof Tables & string>(table: Name, column: keyof Tables[Name] & string) {
  const rows = await allRows(db(), table)
  return rows.map((row) => String((row as Record<string, unknown>)[column])).toSorted()
}

describe('confirming a contact', () => {
  const code = (name: string, { contactId }: Member, purpose: Tables['contact_code']['purpose']) =>
    storeRow(db(), 'contact_code', {
      code_hash: Buffer.from(name),
      contact_id: contactId,
      purpose,
      created_at: at,
      expires_at: at,
      ...(name === 'used' && { used_at: at }),
    })
  const confirm = ({ contactId }: Member, now: Date) =>
    within((trx) => confirmContactRow(trx, contactId, { now, real: after(5) }))

  test('happens once, and uses its codes up', async () => {
    await code('used', ada, 'confirm-contact')
    await code('open', ada, 'confirm-contact')
    await code('other purpose', ada, 'prove-identity')
    await code('of Grace', grace, 'confirm-contact')
    expect(await confirm(ada, after(1))).toBe(true)
    expect(await confirm(ada, after(2))).toBe(false)
    const contacts = new Map((await allRows(db(), 'contact')).map((row) => [row.id, row.confirmed_at]))
    expect(contacts.get(ada.contactId)).toEqual(after(1))
    expect(contacts.get(grace.contactId)).toBeNull()
    const codes = await allRows(db(), 'contact_code')
    expect(new Map(codes.map((row) => [row.code_hash.toString(), row.used_at]))).toEqual(
      new Map<string, Date | null>([
        ['used', at],
        ['open', after(5)],
        ['other purpose', null],
        ['of Grace', null],
      ]),
    )
  })

  test('uses nothing up of one that was confirmed before', async () => {
    await confirm(ada, at)
    await code('open', ada, 'confirm-contact')
    expect(await confirm(ada, at)).toBe(false)
    expect((await allRows(db(), 'contact_code'))[0]?.used_at).toBeNull()
  })
})

test('all other ways to sign in are taken from a user alone', async () => {
  for (const user of [ada, grace]) {
    await storeFurtherContact(db(), user)
    await linkCodeHost(db(), user.userId, at)
    await giveTotp(db(), user.userId, at)
    await storeKnownBrowser(db(), user.userId, at)
    const hash = Buffer.from(user.userId)
    await storeRow(db(), 'recovery_code', { code_hash: hash, user_id: user.userId, created_at: at })
    await storeRow(db(), 'passkey', {
      id: randomUUID(),
      credential_id: user.userId,
      user_id: user.userId,
      name: 'Key',
      public_key: hash,
      counter: 0,
      transports: [],
      created_at: at,
    })
  }
  await within((trx) => removeOtherSignInMethods(trx, ada))
  expect(await all('contact', 'user_id')).toEqual([ada.userId, grace.userId, grace.userId].toSorted())
  expect(await all('contact', 'id')).toContain(ada.contactId)
  for (const table of [
    'passkey',
    'user_totp',
    'recovery_code',
    'code_host_identity',
    'known_browser',
  ] as const)
    expect(await all(table, 'user_id')).toEqual([grace.userId])
})

describe('a user who takes the place of another', () => {
  const userId = '00000000-0000-4000-8000-00000000000b'
  const anew = { userId, name: 'Ada', language: 'de', passwordHash: 'chosen', now: at } as const

  test('has the contact, the role and the invite of the former one, and nothing else', async () => {
    const inviteId = randomUUID()
    const invite = { id: inviteId, account_id: ada.accountId, code: 'code', created_at: at, expires_at: at }
    await storeRow(db(), 'invite', invite)
    const former = await storeMember(db(), {
      user: { account_id: ada.accountId, role: 'manager', password_hash: 'former', joining_by: inviteId },
    })
    const contact = await storeFurtherContact(db(), former)
    await within((trx) => replaceUser(trx, contact, anew))
    expect(await userRowOf(db(), userId)).toMatchObject({
      account_id: ada.accountId,
      name: 'Ada',
      role: 'manager',
      password_hash: 'chosen',
      language: 'de',
      joining_by: inviteId,
      created_at: at,
    })
    expect((await userIdsOf(db(), ada.accountId)).toSorted()).toEqual([userId, ada.userId].toSorted())
    expect(await userIdsOf(db(), grace.accountId)).toEqual([grace.userId])
    const contacts = await allRows(db(), 'contact')
    expect(contacts.filter((row) => row.user_id === userId)).toMatchObject([
      { id: contact.contactId, is_primary: true },
    ])
    expect(contacts).toHaveLength(3)
  })
})

describe('an account that is cleared', () => {
  const left = {
    name: 'Company',
    language: 'en',
    newsletter: true,
    country: 'DE',
    vat_id: 'DE136695976',
    billing_address: 'Street 1',
  } as const

  test('is as one that was just made for its user', async () => {
    const accounts = [
      await storeMember(db(), { account: left }),
      await storeMember(db(), { account: left }),
    ] as const
    for (const { accountId, userId } of accounts) {
      await plantInto(db(), { accountId, owner: userId, invite: accountId, at })
      const row = { id: randomUUID(), account_id: accountId }
      await storeRow(db(), 'waiting_users', {
        account_id: accountId,
        charge_key: 'seats',
        change: '{}',
        created_at: at,
      })
      await storeRow(db(), 'immediate_start', {
        ...row,
        asked_at: at,
        interval_value: 1,
        interval_unit: 'm',
      })
      await storeRow(db(), 'newsletter_consent', { ...row, agreed: true, means: 'before' })
    }
    const [own, other] = accounts
    const former = await accountRowOf(db(), own.accountId)
    const others = await accountRowOf(db(), other.accountId)
    await within((trx) =>
      clearAccount(trx, own.accountId, { userId: own.userId, name: 'Ada', language: 'de' }),
    )
    const { contract_number: number, ...cleared } = await accountRowOf(db(), own.accountId)
    expect(number).not.toBe(former.contract_number)
    expect(cleared).toMatchObject({
      name: 'Ada',
      language: 'de',
      newsletter: false,
      country: null,
      vat_id: null,
      vat_check: null,
      is_business: false,
      billing_address: null,
      deletion_at: null,
      deletion_asked_by: null,
    })
    expect(await userIdsOf(db(), own.accountId)).toEqual([own.userId])
    expect(await accountRowOf(db(), other.accountId)).toEqual(others)
    expect(await userIdsOf(db(), other.accountId)).toHaveLength(2)
    for (const table of ['invite', 'waiting_users', 'immediate_start', 'newsletter_consent'] as const)
      expect(await all(table, 'account_id')).toEqual([other.accountId])
  })
})

test('an address is taken from owners who registered with it and did not confirm it', async () => {
  const email = 'ada@example.org'
  type Columns = NonNullable<Parameters<typeof storeMember>[1]>
  const person = async (user: Columns['user'] = {}, contact: Columns['contact'] = {}) => {
    const stored = await storeMember(db(), {
      user: { password_hash: 'hash', ...user },
      contact: { email, ...contact },
    })
    await storeSession(db(), { userId: stored.userId, token: stored.userId, at, minutes: 1 })
    return stored.userId
  }
  const others = [await person(), await person()]
  const kept = [
    await person(),
    await person({}, { confirmed_at: at }),
    await person({}, { is_primary: false }),
    await person({ role: 'manager' }),
    await person({}, { email: 'grace@example.org' }),
  ]
  await within((trx) => disownAddress(trx, { emailKey: email, userId: kept[0] ?? '' }))
  expect((await sessionsOf(db())).map(({ user_id }) => user_id).toSorted()).toEqual(kept.toSorted())
  const users = await allRows(db(), 'account_user')
  const withPassword = users.filter((user) => user.password_hash !== null).map(({ id }) => id)
  expect(withPassword.toSorted()).toEqual(kept.toSorted())
  expect(users.map(({ id }) => id)).toEqual(expect.arrayContaining(others))
})

test('a trial ends when it says, and no other subscription is one', async () => {
  const third = await storeMember(db())
  await storeSubscription(db(), grace.accountId, { status: 'trial', until: after(1) })
  await storeSubscription(db(), ada.accountId, { status: 'trial', until: after(2) })
  await storeSubscription(db(), third.accountId, { status: 'prepaid', until: after(3) })
  expect(await findTrialEnd(db(), ada.accountId)).toEqual(after(2))
  expect(await findTrialEnd(db(), third.accountId)).toBeUndefined()
})
