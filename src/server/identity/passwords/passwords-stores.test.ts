import { describe, expect, test } from 'vitest'
import { emptiedDatabase, transactionsIn } from '#support/database.ts'
import { type Member, storeFurtherContact, storeMember } from '#support/stored/member.ts'
import { letGo, linkCodeHost, storeAvatar } from '#support/stored/people.ts'
import { storeRow } from '#support/stored/rows.ts'
import { sessionsOf, storeSession } from '#support/stored/sessions.ts'
import { deleteLinkedCodeHost, findLinkedLogin } from './linked-code-host.store.ts'
import {
  exchangePasswordHash,
  findSignInCandidate,
  readPasswordHash,
  replacePassword,
} from './password.store.ts'
import { findResetRecipient } from './reset-recipient.store.ts'
import {
  consumeTemporaryPassword,
  deleteTemporaryPassword,
  findConsumedTemporaryPassword,
  findLivingTemporaryPassword,
  storeTemporaryPassword,
} from './temporary-password.store.ts'

const database = emptiedDatabase()

const at = new Date('2026-03-01T12:00:00Z')
const after = (ms: number) => new Date(at.getTime() + ms)
const db = () => database.db
const nobody = '00000000-0000-4000-8000-00000000000a'
const within = transactionsIn(database)

async function signedInUsers(...users: readonly Member[]): Promise<void> {
  for (const { userId } of users) await storeSession(db(), { userId, token: userId, at, minutes: 1 })
}
const usersSignedIn = async () => (await sessionsOf(db())).map(({ user_id }) => user_id)

describe('a password', () => {
  const withPassword = (hash: string | null = 'former') =>
    storeMember(db(), { user: { password_hash: hash } })

  test('belongs to one user, who is not removed', async () => {
    const [ada, removed] = [await withPassword(), await withPassword()]
    await withPassword('of another')
    await letGo(db(), removed.userId, { removedAt: at })
    const none = await withPassword(null)
    expect(await readPasswordHash(db(), ada.userId)).toBe('former')
    expect(await readPasswordHash(db(), removed.userId)).toBeNull()
    expect(await readPasswordHash(db(), none.userId)).toBeNull()
    expect(await readPasswordHash(db(), nobody)).toBeNull()
  })

  test('is replaced, and ends the sessions of its user alone', async () => {
    const [ada, grace] = [await withPassword(), await withPassword()]
    await signedInUsers(ada, grace)
    await within((trx) => replacePassword(trx, ada.userId, 'next'))
    expect(await readPasswordHash(db(), ada.userId)).toBe('next')
    expect(await readPasswordHash(db(), grace.userId)).toBe('former')
    expect(await usersSignedIn()).toEqual([grace.userId])
  })

  test('is rehashed unless another was chosen meanwhile', async () => {
    const [ada, grace] = [await withPassword(), await withPassword()]
    const exchange = { former: 'former', renewed: 'renewed' }
    expect(await exchangePasswordHash(db(), ada.userId, exchange)).toBe(true)
    expect(await readPasswordHash(db(), ada.userId)).toBe('renewed')
    expect(await readPasswordHash(db(), grace.userId)).toBe('former')
    expect(await exchangePasswordHash(db(), ada.userId, { ...exchange, renewed: 'too late' })).toBe(false)
    expect(await readPasswordHash(db(), ada.userId)).toBe('renewed')
  })
})

describe('who signs in with an address', () => {
  const email = 'ada@example.org'
  const candidate = async (browser?: string) => {
    const found = await findSignInCandidate(db(), {
      emailKey: email,
      browserHash: browser === undefined ? undefined : Buffer.from(browser),
      registeredAfter: at,
    })
    return found?.userId
  }
  const registered = (createdAt = after(1)) =>
    storeMember(db(), { contact: { email, created_at: createdAt }, user: { password_hash: 'hash' } })

  test('is the user who has confirmed it, however long ago and in whatever role', async () => {
    const ada = await storeMember(db(), {
      user: { role: 'user', password_hash: 'hash' },
      contact: { confirmed_at: at },
    })
    await storeFurtherContact(db(), ada, { email, confirmed_at: at, created_at: after(-1) })
    await registered()
    expect(await candidate()).toBe(ada.userId)
    expect(await candidate('any')).toBe(ada.userId)
    await letGo(db(), ada.userId, { removedAt: at })
    expect(await candidate()).not.toBe(ada.userId)
  })

  test('is the owner who registered with it not too long ago', async () => {
    await registered(at)
    expect(await candidate()).toBeUndefined()
    const ada = await registered(after(1))
    expect(await candidate()).toBe(ada.userId)
  })

  test.each([
    ['has another address', {}, { email: 'grace@example.org' }],
    ['is no owner', { role: 'manager' as const }, { email }],
    ['only added it', {}, { email, is_primary: false }],
    ['was removed', { removed_at: at }, { email }],
  ])('is not one who %s', async (_, user, contact) => {
    await storeMember(db(), { user, contact: { created_at: after(1), ...contact } })
    expect(await candidate()).toBeUndefined()
  })

  test('is who registered in this browser, else the last', async () => {
    const [first, second, third] = [
      await registered(after(1)),
      await registered(after(2)),
      await registered(after(3)),
    ]
    const code = (contactId: string, name: string, browser: Buffer | null) =>
      storeRow(db(), 'contact_code', {
        code_hash: Buffer.from(name),
        contact_id: contactId,
        purpose: 'confirm-contact',
        browser_hash: browser,
        created_at: at,
        expires_at: at,
      })
    await code(first.contactId, 'one', Buffer.from('browser'))
    await code(second.contactId, 'two', Buffer.from('another'))
    expect(await candidate('browser')).toBe(first.userId)
    expect(await candidate('another')).toBe(second.userId)
    expect(await candidate('third')).toBe(third.userId)
    expect(await candidate()).toBe(third.userId)
  })
})

describe('who a new password is for', () => {
  const email = 'ada@example.org'
  const recipient = () => findResetRecipient(db(), { emailKey: email, registeredAfter: at })
  type Columns = NonNullable<Parameters<typeof storeMember>[1]>
  const person = (user: NonNullable<Columns['user']>, contact: Columns['contact'] = {}) =>
    storeMember(db(), { account: { name: 'Company' }, user, contact: { email, ...contact } })

  test('is the user who has confirmed the address, not a later one', async () => {
    const ada = await storeMember(db(), {
      account: { name: 'Company' },
      user: { name: 'Ada Lovelace', role: 'user' },
    })
    const contact = await storeFurtherContact(db(), ada, { email, confirmed_at: at, created_at: after(-9) })
    await person({ password_hash: 'hash' }, { created_at: after(9) })
    expect(await recipient()).toEqual({
      contactId: contact.contactId,
      userId: ada.userId,
      name: 'Ada Lovelace',
      email,
      accountName: 'Company',
      needs: 'reset-password',
    })
  })

  test('is who registered or joined last, and has to confirm the address first', async () => {
    await person({}, { created_at: at })
    expect(await recipient()).toBeUndefined()
    await person({}, { created_at: after(1) })
    const last = await person({ role: 'user', password_hash: 'hash' }, { created_at: after(2) })
    expect(await recipient()).toMatchObject({ userId: last.userId, needs: 'confirm-contact' })
    const owner = await person({}, { created_at: after(3) })
    expect(await recipient()).toMatchObject({ userId: owner.userId, needs: 'confirm-contact' })
  })

  test('is the user who was added without a password, however long ago', async () => {
    await person({ role: 'user', password_hash: 'hash' }, { created_at: after(-1) })
    await person({ role: 'owner' }, { created_at: after(-1) })
    const added = await person({ role: 'user' }, { created_at: after(-2) })
    expect(await recipient()).toMatchObject({ userId: added.userId, needs: 'create-password' })
  })

  test.each([
    ['has another address', {}, { email: 'grace@example.org' }],
    ['only added it', {}, { is_primary: false }],
    ['was removed', { removed_at: at }, {}],
  ])('is not one who %s', async (_, user, contact) => {
    await person(user, { created_at: after(1), ...contact })
    expect(await recipient()).toBeUndefined()
  })
})

describe('a temporary password', () => {
  const give = ({ userId }: Member, passwordHash: string) =>
    within((trx) => storeTemporaryPassword(trx, { userId, passwordHash, until: after(5) }))
  const living = ({ userId }: Member, now: Date) => findLivingTemporaryPassword(db(), { userId, now })
  const consume = ({ userId }: Member, passwordHash: string) =>
    consumeTemporaryPassword(db(), { userId, passwordHash })

  test('ends the sessions of its user, and lives until its end', async () => {
    const [ada, grace] = [await storeMember(db()), await storeMember(db())]
    await signedInUsers(ada, grace)
    expect(await give(ada, 'temporary')).toBe(true)
    expect(await usersSignedIn()).toEqual([grace.userId])
    expect(await living(ada, after(4))).toBe('temporary')
    expect(await living(ada, after(5))).toBeUndefined()
    expect(await living(grace, at)).toBeUndefined()
    expect(await findConsumedTemporaryPassword(db(), ada.userId)).toBeUndefined()
  })

  test('is refused for a removed user', async () => {
    const ada = await storeMember(db(), { user: { removed_at: at } })
    await signedInUsers(ada)
    expect(await give(ada, 'temporary')).toBe(false)
    expect(await living(ada, at)).toBeUndefined()
    expect(await usersSignedIn()).toEqual([ada.userId])
  })

  test('signs in once, and is known until it is changed', async () => {
    const [ada, grace] = [await storeMember(db()), await storeMember(db())]
    await give(ada, 'temporary')
    await give(grace, 'temporary')
    expect(await consume(ada, 'another')).toBe(false)
    expect(await consume(ada, 'temporary')).toBe(true)
    expect(await consume(ada, 'temporary')).toBe(false)
    expect(await living(ada, at)).toBeUndefined()
    expect(await living(grace, at)).toBe('temporary')
    expect(await findConsumedTemporaryPassword(db(), ada.userId)).toBe('temporary')
    expect(await findConsumedTemporaryPassword(db(), grace.userId)).toBeUndefined()
    await letGo(db(), ada.userId, { removedAt: at })
    expect(await findConsumedTemporaryPassword(db(), ada.userId)).toBeUndefined()
  })

  test('is missing for a user without one', async () => {
    const ada = await storeMember(db())
    expect(await findConsumedTemporaryPassword(db(), ada.userId)).toBeUndefined()
    expect(await findConsumedTemporaryPassword(db(), nobody)).toBeUndefined()
    expect(await living(ada, at)).toBeUndefined()
  })

  test('is deleted, whether it was used or not', async () => {
    const [ada, grace, alan] = [await storeMember(db()), await storeMember(db()), await storeMember(db())]
    for (const user of [ada, grace, alan]) await give(user, 'temporary')
    await consume(ada, 'temporary')
    await within((trx) => deleteTemporaryPassword(trx, ada.userId))
    await within((trx) => deleteTemporaryPassword(trx, grace.userId))
    expect(await findConsumedTemporaryPassword(db(), ada.userId)).toBeUndefined()
    expect(await living(grace, at)).toBeUndefined()
    expect(await consume(grace, 'temporary')).toBe(false)
    expect(await living(alan, at)).toBe('temporary')
  })
})

test('signing in by the code host ends for one user, with their picture', async () => {
  const [ada, grace] = [await storeMember(db()), await storeMember(db())]
  for (const { userId } of [ada, grace]) {
    await linkCodeHost(db(), userId, at)
    await storeAvatar(db(), userId, `picture of ${userId}`, at)
  }
  expect(await within((trx) => findLinkedLogin(trx, ada.userId))).toBe('somebody')
  expect(await within((trx) => deleteLinkedCodeHost(trx, ada.userId))).toEqual([`picture of ${ada.userId}`])
  expect(await within((trx) => findLinkedLogin(trx, ada.userId))).toBeUndefined()
  expect(await within((trx) => findLinkedLogin(trx, grace.userId))).toBe('somebody')
  expect(await within((trx) => deleteLinkedCodeHost(trx, grace.userId))).toEqual([
    `picture of ${grace.userId}`,
  ])
})
