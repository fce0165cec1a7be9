import { beforeEach, describe, expect, test } from 'vitest'
import { emptyDatabase, testDatabase, transactionsIn } from '#support/database.ts'
import { type Member, storeFurtherContact, storeMember } from '#support/stored/member.ts'
import { letGo } from '#support/stored/people.ts'
import { allRows } from '#support/stored/rows.ts'
import { storeSubscription } from '#support/stored/subscriptions.ts'
import {
  accountHasAddress,
  deleteContact,
  deleteExpiredContacts,
  insertContact,
  readOwnContacts,
  renewPendingContact,
  storePrimaryContact,
} from './contact.store.ts'
import {
  type CodePurpose,
  consumeCode,
  deleteOldPasswordCodes,
  endOpenCodes,
  endPasswordCodesOf,
  findContactCode,
  insertContactCode,
} from './contact-code.store.ts'

let ada: Member
let grace: Member
const database = testDatabase()
beforeEach(async () => {
  await emptyDatabase(database)
  ada = await storeMember(db(), { user: { name: 'Ada Lovelace' } })
  grace = await storeMember(db())
})

const at = new Date('2026-03-01T12:00:00Z')
const after = (ms: number) => new Date(at.getTime() + ms)
const nobody = '00000000-0000-4000-8000-00000000000a'
const db = () => database.db
const within = transactionsIn(database)
const contactsOf = async ({ userId }: Member) => (await readOwnContacts(db(), userId)).contacts
const idsOf = async (user: Member) => (await contactsOf(user)).map(({ id }) => id)

describe('the contacts of a user', () => {
  test('are read with their name, the primary one first, then the oldest', async () => {
    const second = await storeFurtherContact(db(), ada, { created_at: new Date(2) })
    const first = await storeFurtherContact(db(), ada, { created_at: new Date(1), confirmed_at: at })
    const { name, contacts } = await readOwnContacts(db(), ada.userId)
    expect(name).toBe('Ada Lovelace')
    expect(contacts).toMatchObject([
      { id: ada.contactId, email: ada.email, emailKey: ada.email, primary: true, confirmed: false },
      { id: first.contactId, primary: false, confirmed: true, createdAt: new Date(1) },
      { id: second.contactId, primary: false, confirmed: false },
    ])
  })

  test('are empty for a deleted user', async () => {
    expect(await readOwnContacts(db(), nobody)).toEqual({ name: '', contacts: [] })
  })

  test('are added as further ones, once for each account', async () => {
    const has = ({ accountId }: Member, key: string) =>
      within((trx) => accountHasAddress(trx, accountId, key))
    expect(await has(ada, 'ada@example.org')).toBe(false)
    const contact = { id: nobody, email: 'Ada@example.org', emailKey: 'ada@example.org', now: at }
    await within((trx) => insertContact(trx, { ...contact, accountId: ada.accountId, userId: ada.userId }))
    expect((await contactsOf(ada))[1]).toEqual({
      id: nobody,
      email: 'Ada@example.org',
      emailKey: 'ada@example.org',
      primary: false,
      confirmed: false,
      createdAt: at,
    })
    expect(await has(ada, 'ada@example.org')).toBe(true)
    expect(await has(grace, 'ada@example.org')).toBe(false)
  })

  test('are deleted one by one', async () => {
    const further = await storeFurtherContact(db(), ada)
    await within((trx) => deleteContact(trx, further.contactId))
    expect(await idsOf(ada)).toEqual([ada.contactId])
    expect(await idsOf(grace)).toEqual([grace.contactId])
  })

  test('have one primary one among them', async () => {
    const further = await storeFurtherContact(db(), ada)
    const third = await storeFurtherContact(db(), ada)
    await within((trx) => storePrimaryContact(trx, ada.userId, further.contactId))
    const primary = (contacts: Awaited<ReturnType<typeof contactsOf>>) =>
      contacts.filter((contact) => contact.primary).map(({ id }) => id)
    expect(primary(await contactsOf(ada))).toEqual([further.contactId])
    expect(primary(await contactsOf(grace))).toEqual([grace.contactId])
    expect(await idsOf(ada)).toContain(third.contactId)
  })

  test('are unconfirmed again after renewing one', async () => {
    await within((trx) => renewPendingContact(trx, ada.contactId, at))
    expect(await contactsOf(ada)).toMatchObject([{ createdAt: at }])
    expect((await contactsOf(grace))[0]?.createdAt).not.toEqual(at)
  })
})

describe('contacts that were not confirmed in time', () => {
  test('are deleted, of one account or of all', async () => {
    const kept = [
      await storeFurtherContact(db(), ada, { created_at: after(1) }),
      await storeFurtherContact(db(), ada, { created_at: at, confirmed_at: at }),
    ]
    await storeFurtherContact(db(), ada, { created_at: at })
    await storeFurtherContact(db(), ada, { created_at: after(-1) })
    const others = await storeFurtherContact(db(), grace, { created_at: at })
    await deleteExpiredContacts(db(), at, ada.accountId)
    const left = [ada, ...kept].map(({ contactId }) => contactId)
    expect((await idsOf(ada)).toSorted()).toEqual(left.toSorted())
    expect(await idsOf(grace)).toEqual([grace.contactId, others.contactId])
    await deleteExpiredContacts(db(), at)
    expect(await idsOf(grace)).toEqual([grace.contactId])
  })
})

describe('a code', () => {
  type Mailed = { purpose?: CodePurpose; expiresAt?: Date; browser?: Buffer }
  const mail = (contactId: string, code: string, { purpose, expiresAt, browser }: Mailed = {}) =>
    within((trx) =>
      insertContactCode(trx, {
        codeHash: Buffer.from(code),
        contactId,
        purpose: purpose ?? 'reset-password',
        browserHash: browser,
        createdAt: at,
        expiresAt: expiresAt ?? after(1),
      }),
    )
  const find = (code: string, purpose: CodePurpose = 'reset-password') =>
    findContactCode(db(), { codeHash: Buffer.from(code), purpose })
  const consume = (code: string, usedAt = at) =>
    within((trx) => consumeCode(trx, { codeHash: Buffer.from(code), usedAt }))
  const used = async () => {
    const rows = await allRows(db(), 'contact_code')
    return new Map(rows.map((row) => [row.code_hash.toString(), row.used_at]))
  }
  const codes = async () => [...(await used()).keys()].toSorted()

  test('is found by its purpose, with the contact that it was sent to', async () => {
    await mail(ada.contactId, 'code', { browser: Buffer.from('browser') })
    await mail(grace.contactId, 'of Grace')
    expect(await find('code')).toMatchObject({
      contactId: ada.contactId,
      accountId: ada.accountId,
      userId: ada.userId,
      email: ada.email,
      browserHash: Buffer.from('browser'),
      expiresAt: after(1),
      usedAt: null,
    })
    expect(await find('of Grace')).toMatchObject({ userId: grace.userId, browserHash: null })
    expect(await find('code', 'create-password')).toBeUndefined()
    await letGo(db(), ada.userId, { removedAt: at })
    expect(await find('code')).toBeUndefined()
  })

  test('is not stored without such a contact', async () => {
    await mail(nobody, 'code')
    expect(await codes()).toEqual([])
  })

  test('starts a subscription where an owner confirms for the first time', async () => {
    await mail(ada.contactId, 'code')
    await storeFurtherContact(db(), grace, { confirmed_at: at })
    await storeSubscription(db(), grace.accountId, { status: 'trial', until: at })
    expect(await find('code')).toMatchObject({ userConfirmed: false, startsSubscription: true })
  })

  test('starts none for a user who is no owner', async () => {
    const member = await storeMember(db(), { user: { role: 'manager' } })
    await mail(member.contactId, 'code')
    expect(await find('code')).toMatchObject({ userConfirmed: false, startsSubscription: false })
  })

  test('starts none if there is one already', async () => {
    await storeSubscription(db(), ada.accountId, { status: 'trial', until: at })
    await mail(ada.contactId, 'code')
    expect(await find('code')).toMatchObject({ userConfirmed: false, startsSubscription: false })
  })

  test('starts none where another contact is confirmed; an unconfirmed one and its own count for nothing', async () => {
    await storeFurtherContact(db(), ada)
    const confirmed = await storeFurtherContact(db(), ada, { confirmed_at: at })
    await mail(ada.contactId, 'of an unconfirmed one')
    await mail(confirmed.contactId, 'of the confirmed one')
    expect(await find('of an unconfirmed one')).toMatchObject({
      userConfirmed: true,
      startsSubscription: false,
    })
    expect(await find('of the confirmed one')).toMatchObject({
      userConfirmed: false,
      startsSubscription: true,
    })
  })

  test('is used once', async () => {
    await mail(ada.contactId, 'code')
    await mail(ada.contactId, 'other')
    expect(await consume('unknown')).toBe(false)
    expect(await consume('code')).toBe(true)
    expect(await consume('code', after(1))).toBe(false)
    expect(await used()).toEqual(
      new Map([
        ['code', at],
        ['other', null],
      ]),
    )
  })

  test('counts as used when a newer one for the same is mailed', async () => {
    await mail(ada.contactId, 'used')
    await consume('used')
    await mail(ada.contactId, 'open')
    await mail(ada.contactId, 'other purpose', { purpose: 'prove-identity' })
    await mail(grace.contactId, 'of Grace')
    const open = { contactId: ada.contactId, purpose: 'reset-password', usedAt: after(5) } as const
    await within((trx) => endOpenCodes(trx, open))
    expect(await used()).toEqual(
      new Map<string, Date | null>([
        ['used', at],
        ['open', after(5)],
        ['other purpose', null],
        ['of Grace', null],
      ]),
    )
  })

  test('to choose a password ends once one was chosen, at all contacts of a user', async () => {
    const further = await storeFurtherContact(db(), ada)
    await mail(ada.contactId, 'used')
    await consume('used')
    await mail(ada.contactId, 'reset')
    await mail(further.contactId, 'create', { purpose: 'create-password' })
    await mail(ada.contactId, 'confirm', { purpose: 'confirm-contact' })
    await mail(ada.contactId, 'prove', { purpose: 'prove-identity' })
    await mail(grace.contactId, 'of Grace')
    await within((trx) => endPasswordCodesOf(trx, { userId: ada.userId, usedAt: after(5) }))
    expect(await used()).toEqual(
      new Map<string, Date | null>([
        ['used', at],
        ['reset', after(5)],
        ['create', after(5)],
        ['confirm', null],
        ['prove', null],
        ['of Grace', null],
      ]),
    )
  })

  test('is deleted long after it ran out, unless it confirms a contact', async () => {
    const old = { expiresAt: after(-1) }
    await mail(ada.contactId, 'reset', old)
    await mail(ada.contactId, 'create', { purpose: 'create-password', ...old })
    await mail(ada.contactId, 'prove', { purpose: 'prove-identity', ...old })
    await mail(ada.contactId, 'confirm', { purpose: 'confirm-contact', ...old })
    await mail(ada.contactId, 'now', { expiresAt: at })
    await deleteOldPasswordCodes(db(), at)
    expect(await codes()).toEqual(['confirm', 'now'])
  })
})
