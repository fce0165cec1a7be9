import { expect, test } from 'vitest'
import { couponKey } from '#domain/coupons/coupon.ts'
import { emptiedDatabase } from '#support/database.ts'
import { storeCoupon } from '#support/stored/coupons.ts'
import { type Member, storeFurtherContact, storeMember } from '#support/stored/member.ts'
import { storeRow } from '#support/stored/rows.ts'
import { accountsHolding, findRegisteredHere } from './registered-here.store.ts'

const database = emptiedDatabase()

const at = new Date('2026-03-01T12:00:00Z')
const after = (ms: number) => new Date(at.getTime() + ms)
const browser = Buffer.from('this browser')
const emailKey = 'ada@example.org'
const db = () => database.db

let codes = 0
/** Sends a code to a contact, asked for in this browser unless another is named. */
function sendCode(
  { contactId }: Member,
  code: { purpose?: 'confirm-contact' | 'reset-password'; browser_hash?: Buffer | null } = {},
) {
  return storeRow(db(), 'contact_code', {
    code_hash: Buffer.from(`code ${++codes}`),
    contact_id: contactId,
    purpose: 'confirm-contact',
    browser_hash: browser,
    created_at: at,
    expires_at: after(1),
    ...code,
  })
}
const registered = (given: Parameters<typeof storeMember>[1] = {}) =>
  storeMember(db(), { ...given, contact: { email: emailKey, created_at: after(1), ...given.contact } })
const find = (browserHash: Buffer | undefined = browser) =>
  findRegisteredHere(db(), { emailKey, browserHash, registeredAfter: at })

test('who registered last in a browser and has confirmed nothing is found', async () => {
  const first = await registered()
  const last = await registered({
    user: { name: 'Grace', role: 'manager' },
    contact: { created_at: after(2) },
  })
  for (const one of [last, first]) await sendCode(one)
  expect(await find()).toEqual({
    contactId: last.contactId,
    accountId: last.accountId,
    name: 'Grace',
    email: emailKey,
    role: 'manager',
  })
})

test.each<[string, Parameters<typeof storeMember>[1], Parameters<typeof sendCode>[1]]>([
  ['has another address', { contact: { email: 'grace@example.org' } }, {}],
  ['has added the address to another', { contact: { is_primary: false } }, {}],
  ['has confirmed it', { contact: { confirmed_at: at } }, {}],
  ['registered too long ago', { contact: { created_at: at } }, {}],
  ['was removed', { user: { removed_at: at } }, {}],
  ['asked for a password alone', {}, { purpose: 'reset-password' }],
  ['registered in another browser', {}, { browser_hash: Buffer.from('another') }],
  ['registered in a browser that is not known', {}, { browser_hash: null }],
])('a user who %s is not', async (_, given, code) => {
  await sendCode(await registered(given), code)
  expect(await find()).toBeUndefined()
  expect(
    await findRegisteredHere(db(), { emailKey, browserHash: undefined, registeredAfter: at }),
  ).toBeUndefined()
})

test('accounts that registered in a browser hold a coupon until it is redeemed or they confirm an address', async () => {
  for (const code of ['spring', 'autumn']) await storeCoupon(db(), { code, createdAt: at })
  const holds = async (given: Parameters<typeof storeMember>[1], use: object = {}, code: object = {}) => {
    const one = await storeMember(db(), given)
    await sendCode(one, code)
    await storeRow(db(), 'coupon_use', {
      coupon_key: couponKey('spring'),
      account_id: one.accountId,
      reserved_until: after(1),
      redeemed_at: null,
      created_at: at,
      ...use,
    })
    return one
  }
  const holder = await holds({})
  const further = await storeFurtherContact(db(), holder)
  await sendCode(further)
  await holds({}, { coupon_key: couponKey('autumn') })
  await holds({}, { redeemed_at: at })
  await holds({ contact: { confirmed_at: at } })
  await holds({}, {}, { browser_hash: Buffer.from('another') })
  expect(await accountsHolding(db(), { couponKey: couponKey('spring'), browserHash: browser })).toEqual([
    holder.accountId,
  ])
})
