import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { emptyDatabase, testDatabase, transactionsIn } from '#support/database.ts'
import { type Member, storeMember } from '#support/stored/member.ts'
import { letGo } from '#support/stored/people.ts'
import { allRows } from '#support/stored/rows.ts'
import {
  deletePasskey,
  findPasskeyOwner,
  insertPasskey,
  listPasskeys,
  notePasskeyUse,
  renamePasskeyRow,
} from './passkey.store.ts'
import {
  confirmTotpRow,
  deleteRecoveryCodes,
  deleteSecondFactors,
  deleteTotp,
  findTotp,
  isTwoFactorOn,
  readSecondFactors,
  readTotpSecrets,
  replaceRecoveryCodes,
  replaceTotpSecret,
  storeTotpSecret,
  takeRecoveryCode,
  takeTotpStep,
} from './second-factor.store.ts'

let ada: Member
let grace: Member
const database = testDatabase()
beforeEach(async () => {
  await emptyDatabase(database)
  ada = await storeMember(database.db)
  grace = await storeMember(database.db)
})

const at = new Date('2026-03-01T12:00:00Z')
const after = (ms: number) => new Date(at.getTime() + ms)
const db = () => database.db
const within = transactionsIn(database)

async function addPasskey({ userId }: Member, credentialId: string, now = at): Promise<string> {
  const id = randomUUID()
  const publicKey = Buffer.from(credentialId)
  const passkey = { id, userId, name: 'Key', credentialId, publicKey, counter: 5, transports: ['usb'], now }
  expect(await within((trx) => insertPasskey(trx, passkey))).toBe(true)
  return id
}

async function addTotp({ userId }: Member, secret: string, step?: number): Promise<void> {
  await storeTotpSecret(db(), { userId, secret: Buffer.from(secret), now: at })
  if (step !== undefined)
    await within((trx) => confirmTotpRow(trx, { userId, secret: Buffer.from(secret), step, now: after(1) }))
}

const addCodes = ({ userId }: Member, ...codes: readonly string[]) =>
  within((trx) =>
    replaceRecoveryCodes(trx, { userId, hashes: codes.map((code) => Buffer.from(code)), now: at }),
  )
const take = ({ userId }: Member, code: string) =>
  takeRecoveryCode(db(), { userId, hash: Buffer.from(code), now: at })
const factors = ({ userId }: Member) => readSecondFactors(db(), userId)

describe('a passkey', () => {
  test('is listed for its user, the oldest first', async () => {
    await addPasskey(ada, 'second', after(2))
    await addPasskey(ada, 'first', after(1))
    await addPasskey(grace, 'of Grace')
    expect(await listPasskeys(db(), ada.userId)).toMatchObject([
      { credentialId: 'first', name: 'Key', transports: ['usb'], createdAt: after(1), lastUsedAt: null },
      { credentialId: 'second' },
    ])
  })

  test('has an owner as long as they are there', async () => {
    const id = await addPasskey(ada, 'of Ada')
    await addPasskey(grace, 'of Grace')
    expect(await findPasskeyOwner(db(), 'of Ada')).toEqual({
      id,
      userId: ada.userId,
      accountId: ada.accountId,
      publicKey: Buffer.from('of Ada'),
      counter: 5,
    })
    expect(await findPasskeyOwner(db(), 'of Grace')).toMatchObject({ userId: grace.userId })
    await letGo(db(), ada.userId, { removedAt: at })
    expect(await findPasskeyOwner(db(), 'of Ada')).toBeUndefined()
  })

  test('belongs to one user at most', async () => {
    await addPasskey(ada, 'of Ada')
    const again = { name: 'Key', publicKey: Buffer.from('key'), counter: 0, transports: [], now: at }
    const insert = { ...again, id: randomUUID(), userId: grace.userId, credentialId: 'of Ada' }
    expect(await within((trx) => insertPasskey(trx, insert))).toBe(false)
    expect(await findPasskeyOwner(db(), 'of Ada')).toMatchObject({ userId: ada.userId })
  })

  test('counts its uses, one after the other', async () => {
    const id = await addPasskey(ada, 'of Ada')
    await addPasskey(ada, 'other')
    const use = (formerCounter: number, counter: number) =>
      notePasskeyUse(db(), { id, formerCounter, counter, now: after(3) })
    expect(await use(4, 6)).toBe(false)
    expect(await use(5, 7)).toBe(true)
    expect(await use(5, 8)).toBe(false)
    expect(await findPasskeyOwner(db(), 'of Ada')).toMatchObject({ counter: 7 })
    expect(await findPasskeyOwner(db(), 'other')).toMatchObject({ counter: 5 })
    const used = new Map((await listPasskeys(db(), ada.userId)).map((key) => [key.id, key.lastUsedAt]))
    expect([...used].filter(([, date]) => date !== null)).toEqual([[id, after(3)]])
  })

  test('is renamed and deleted by its own user alone', async () => {
    const id = await addPasskey(ada, 'of Ada')
    await addPasskey(ada, 'other')
    const rename = ({ userId }: Member) => renamePasskeyRow(db(), { id, userId, name: 'Renamed' })
    const remove = ({ userId }: Member) => within((trx) => deletePasskey(trx, { id, userId }))
    const names = async () => (await listPasskeys(db(), ada.userId)).map(({ name }) => name).toSorted()
    expect(await rename(grace)).toBe(false)
    expect(await names()).toEqual(['Key', 'Key'])
    expect(await rename(ada)).toBe(true)
    expect(await names()).toEqual(['Key', 'Renamed'])
    expect(await remove(grace)).toBe(false)
    expect(await names()).toEqual(['Key', 'Renamed'])
    expect(await remove(ada)).toBe(true)
    expect(await names()).toEqual(['Key'])
    expect(await remove(ada)).toBe(false)
  })
})

describe('the second factors of a user', () => {
  test('are counted: an app once it is confirmed, passkeys, and codes that were not used', async () => {
    await addTotp(ada, 'secret')
    await addTotp(grace, 'secret', 1)
    await addPasskey(grace, 'of Grace')
    await addCodes(ada, 'one', 'two', 'three')
    await addCodes(grace, 'four')
    await take(ada, 'one')
    expect(await factors(ada)).toEqual({ totp: false, passkeys: 0, recoveryCodes: 2 })
    expect(await factors(grace)).toEqual({ totp: true, passkeys: 1, recoveryCodes: 1 })
  })

  test.each([
    [{ totp: false, passkeys: 0 }, false],
    [{ totp: true, passkeys: 0 }, true],
    [{ totp: false, passkeys: 1 }, true],
  ])('%j: signing in takes a second step: %s', (some, isOn) => {
    expect(isTwoFactorOn(some)).toBe(isOn)
  })

  test('are deleted together, with the recovery codes', async () => {
    for (const user of [ada, grace]) {
      await addTotp(user, 'secret', 1)
      await addPasskey(user, `of ${user.userId}`)
      await addCodes(user, `code of ${user.userId}`)
    }
    expect(await within((trx) => deleteSecondFactors(trx, ada.userId))).toBe(true)
    expect(await factors(ada)).toEqual({ totp: false, passkeys: 0, recoveryCodes: 0 })
    expect(await factors(grace)).toEqual({ totp: true, passkeys: 1, recoveryCodes: 1 })
    expect(await findTotp(db(), ada.userId)).toBeUndefined()
    expect(await within((trx) => deleteSecondFactors(trx, ada.userId))).toBe(false)
  })
})

describe('recovery codes', () => {
  test('replace those of their user alone', async () => {
    await addCodes(ada, 'former')
    await addCodes(grace, 'of Grace')
    await addCodes(ada, 'one', 'two')
    expect(await take(ada, 'former')).toBe(false)
    expect(await factors(ada)).toMatchObject({ recoveryCodes: 2 })
    expect(await factors(grace)).toMatchObject({ recoveryCodes: 1 })
    await within((trx) => deleteRecoveryCodes(trx, ada.userId))
    expect(await factors(ada)).toMatchObject({ recoveryCodes: 0 })
    expect(await factors(grace)).toMatchObject({ recoveryCodes: 1 })
  })

  test('are used once each, by their own user', async () => {
    await addCodes(ada, 'one', 'two')
    expect(await take(grace, 'one')).toBe(false)
    expect(await take(ada, 'unknown')).toBe(false)
    expect(await take(ada, 'one')).toBe(true)
    expect(await take(ada, 'one')).toBe(false)
    expect(await take(ada, 'two')).toBe(true)
  })
})

describe('an authenticator app', () => {
  const secretOf = async ({ userId }: Member) => (await findTotp(db(), userId))?.secret.toString()
  const confirm = ({ userId }: Member, secret: string, step = 7) =>
    within((trx) => confirmTotpRow(trx, { userId, secret: Buffer.from(secret), step, now: after(1) }))
  const store = ({ userId }: Member, secret: string) =>
    storeTotpSecret(db(), { userId, secret: Buffer.from(secret), now: after(2) })

  test('is replaced until its first code was sent', async () => {
    await addTotp(grace, 'of Grace')
    await addTotp(ada, 'first')
    expect(await store(ada, 'second')).toBe(true)
    expect(await secretOf(ada)).toBe('second')
    const kept = (await allRows(db(), 'user_totp')).find(({ user_id }) => user_id === ada.userId)
    expect(kept?.created_at).toEqual(after(2))
    expect(await confirm(ada, 'first')).toBe(false)
    expect(await confirm(ada, 'second')).toBe(true)
    expect(await findTotp(db(), ada.userId)).toEqual({ secret: Buffer.from('second'), confirmedAt: after(1) })
    expect(await confirm(ada, 'second')).toBe(false)
    expect(await store(ada, 'third')).toBe(false)
    expect(await secretOf(ada)).toBe('second')
    expect(await findTotp(db(), grace.userId)).toMatchObject({ confirmedAt: null })
  })

  test('is confirmed for one user, though another has the same secret', async () => {
    await addTotp(ada, 'same')
    await addTotp(grace, 'same')
    await confirm(ada, 'same')
    expect(await findTotp(db(), grace.userId)).toMatchObject({ confirmedAt: null })
  })

  test('accepts each step once, and no earlier one', async () => {
    await addTotp(grace, 'of Grace', 7)
    await addTotp(ada, 'of Ada')
    expect(await takeTotpStep(db(), ada.userId, 9)).toBe(false)
    await confirm(ada, 'of Ada', 7)
    expect(await takeTotpStep(db(), ada.userId, 7)).toBe(false)
    expect(await takeTotpStep(db(), ada.userId, 8)).toBe(true)
    expect(await takeTotpStep(db(), ada.userId, 8)).toBe(false)
    expect(await takeTotpStep(db(), grace.userId, 8)).toBe(true)
  })

  test('is taken away from one user', async () => {
    await addTotp(ada, 'of Ada', 7)
    await addTotp(grace, 'of Grace', 7)
    await within((trx) => deleteTotp(trx, ada.userId))
    expect(await readTotpSecrets(db())).toEqual([{ userId: grace.userId, secret: Buffer.from('of Grace') }])
  })

  test('keeps a resealed secret, unless it was replaced', async () => {
    await addTotp(ada, 'same', 7)
    await addTotp(grace, 'same', 7)
    const replace = (former: string, secret: string) =>
      replaceTotpSecret(db(), {
        userId: ada.userId,
        former: Buffer.from(former),
        secret: Buffer.from(secret),
      })
    await replace('another', 'too late')
    expect(await secretOf(ada)).toBe('same')
    await replace('same', 'renewed')
    expect(await secretOf(ada)).toBe('renewed')
    expect(await secretOf(grace)).toBe('same')
  })
})
