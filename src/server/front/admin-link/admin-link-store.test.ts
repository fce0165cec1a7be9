import { expect, test } from 'vitest'
import { adminAccountId } from '#server/identity/sessions/admin-account.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { emptiedDatabase } from '#support/database.ts'
import { storeMember } from '#support/stored/member.ts'
import {
  consumeAdminLink,
  deleteExpiredAdminLink,
  findAdmin,
  findAdminLink,
  storeAdminLink,
} from './admin-link.store.ts'

const database = emptiedDatabase()

const at = new Date('2026-03-01T12:00:00Z')
const after = (ms: number) => new Date(at.getTime() + ms)
const make = (code: string) =>
  inTransaction(database.db, (trx) =>
    storeAdminLink(trx, {
      codeHash: Buffer.from(code),
      email: `${code}@example.org`,
      again: true,
      withoutTwoFactor: false,
      createdAt: at,
      expiresAt: after(5),
    }),
  )
const find = (code: string, real = at) => findAdminLink(database.db, { codeHash: Buffer.from(code), real })
const consume = (code: string, real = at) =>
  inTransaction(database.db, (trx) => consumeAdminLink(trx, { codeHash: Buffer.from(code), real }))

test('a link takes the place of the one before it', async () => {
  await make('first')
  await make('second')
  expect(await find('first')).toBeUndefined()
  expect(await find('second')).toEqual({ email: 'second@example.org', again: true, withoutTwoFactor: false })
})

test('a link is found and used until the instant at which it expires', async () => {
  await make('code')
  expect(await find('code', after(4))).toBeDefined()
  expect(await find('code', after(5))).toBeUndefined()
  expect(await consume('code', after(5))).toBe(false)
  expect(await consume('another')).toBe(false)
  expect(await consume('code', after(4))).toBe(true)
  expect(await consume('code', after(4))).toBe(false)
})

test('a link is deleted from the instant on at which it expires', async () => {
  await make('code')
  await deleteExpiredAdminLink(database.db, after(4))
  expect(await find('code')).toBeDefined()
  await deleteExpiredAdminLink(database.db, after(5))
  expect(await find('code')).toBeUndefined()
})

test('the admin is who owns the one account and was not removed', async () => {
  const { db } = database
  await storeMember(db)
  await storeMember(db, { account: { id: adminAccountId }, user: { role: 'manager' } })
  await storeMember(db, { user: { account_id: adminAccountId, removed_at: at } })
  expect(await findAdmin(db)).toBeUndefined()
  const { userId } = await storeMember(db, { user: { account_id: adminAccountId } })
  expect(await findAdmin(db)).toEqual({ userId })
})
