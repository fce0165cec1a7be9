import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Cell } from '#server/platform/runtime/csv.ts'
import { type SeededAccount, seedAccount } from '#support/seeded-account.ts'
import { issueSome } from '#support/some-invoice.ts'
import { storeVideo } from '#support/stored/library.ts'
import { storeCharge } from '#support/stored/money.ts'
import { markRemoved, takePassword } from '#support/stored/people.ts'
import { storeRows } from '#support/stored/rows.ts'
import { storeViewing } from '#support/stored/watching.ts'
import { testApp } from '#support/test-app.ts'
import { exportSections } from './export-sections.ts'
import { pictureKeyOf } from './user-sections.store.ts'

let anna: SeededAccount
let bert: SeededAccount
const at = (day: number) => new Date(Date.UTC(2026, 0, day))

const site = testApp()
beforeAll(async () => {
  anna = await seedAccount(site, 'annaqx')
  bert = await seedAccount(site, 'bertqx')
  for (const { id } of [anna, bert]) {
    await issueSome(site.services, id)
    await storeCharge(site.db, { accountId: id, grossCents: 1190, at: site.clock.now() })
  }
  await storeVideo(site.db, 'second')
  await storeViewing(site.db, { userId: anna.owner.id, videoId: 'second', at: at(1) })
  await storeOrder(anna.owner.id)
  await storeMail(`pending.annaqx-owner@example.org`)
  await markRemoved(site.db, anna.member.id, at(2))
  await takePassword(site.db, bert.owner.id)
  await site.db
    .updateTable('user_totp')
    .set({ confirmed_at: null })
    .where('user_id', '=', bert.owner.id)
    .execute()
})

/** An order that was placed before the one that is there. */
async function storeOrder(userId: string): Promise<void> {
  const id = randomUUID()
  const checkout = { order_id: id, user_id: userId, email: '', provider: 'sandbox', mode: 'test' as const }
  await storeRows(site.db, 'shop_checkout', { ...checkout, created_at: at(1) })
  await storeRows(site.db, 'shop_order', {
    id,
    user_id: userId,
    email: '',
    email_key: '',
    language: 'en',
    state: 'placed',
    lines: JSON.stringify([
      { quantity: 2, name: 'Mug' },
      { quantity: 1, name: 'Book' },
    ]),
    facts: '{}',
    returned_pieces: [1, 0],
    net_cents: 100,
    vat_cents: 19,
    gross_cents: 119,
    placed_at: at(1),
  })
}

const storeMail = (to: string) =>
  storeRows(site.db, 'mail', {
    id: randomUUID(),
    effect_key: to,
    template: 'confirm-contact',
    recipient: to,
    subject: 'Not theirs to know',
    text_body: '',
    html_body: '',
    created_at: at(1),
    next_attempt_at: at(1),
  })

type Rows = readonly Readonly<Record<string, Cell>>[]
/** A user's content of a section. */
async function read(name: string, { id }: { id: string }, account: SeededAccount = anna): Promise<Rows> {
  const section = exportSections.find((one) => one.name === name)
  if (!section) throw new Error(`there is no section ${name}`)
  return section.read(site.db, { userId: id, accountId: account.id, permissions: [] })
}
const column = async (name: string, of: string) => (await read(name, anna.owner)).map((row) => row[of])

test.each<[string, string | undefined, number]>([
  ['user', undefined, 1],
  ['contacts', undefined, 2],
  ['moved-addresses', undefined, 1],
  ['sign-in-methods', undefined, 6],
  ['sessions', undefined, 1],
  ['browsers', undefined, 1],
  ['viewing-history', undefined, 2],
  ['favourites', undefined, 1],
  ['bookmarks', undefined, 1],
  ['orders', undefined, 2],
  ['mails', undefined, 2],
  ['account', 'account.manage', 1],
  ['users', 'account.manage', 2],
  ['invites', 'users.manage', 1],
  ['newsletter', 'account.manage', 1],
  ['subscription', 'subscription.manage', 1],
  ['subscription-changes', 'subscription.manage', 1],
  ['coupon-uses', 'account.manage', 1],
  ['declarations', 'account.manage', 1],
  ['immediate-starts', 'subscription.manage', 1],
  ['new-prices', 'subscription.manage', 1],
  ['charges', 'subscription.manage', 1],
  ['invoices', 'subscription.manage', 1],
])('%s are shown with the permission %s: %d, their own alone', async (name, permission, count) => {
  const section = exportSections.find((one) => one.name === name)
  expect(section?.permission).toBe(permission)
  const rows = await read(name, anna.owner)
  expect(rows).toHaveLength(count)
  for (const row of rows) expect(Object.keys(row).toSorted()).toEqual(section?.columns.toSorted())
  expect(JSON.stringify(rows)).not.toMatch(/bertqx/)
})

describe('in their order', () => {
  test('are contacts, the first one first', async () => {
    expect(await column('contacts', 'email')).toEqual([
      'Mail.annaqx-owner@example.org',
      'pending.annaqx-owner@example.org',
    ])
  })

  test('are orders, newest first, with all that was bought', async () => {
    expect(await column('orders', 'what')).toEqual(['1 × A month', '2 × Mug, 1 × Book'])
    expect(await column('orders', 'returned')).toEqual(['', '1 × Mug'])
  })

  test('is the history, latest first, with the counted viewing of each', async () => {
    expect(await read('viewing-history', anna.owner)).toMatchObject([
      { videoId: 'video-annaqx', playedSeconds: 9.5, estimatedSeconds: 3 },
      { videoId: 'second', playedSeconds: 0, estimatedSeconds: 0 },
    ])
  })

  test('are the users of the account with their first addresses, removed ones too', async () => {
    expect(await read('users', anna.owner)).toMatchObject([
      { name: 'Name annaqx-owner', email: 'Mail.annaqx-owner@example.org', confirmed: true, removedAt: null },
      { name: 'Name annaqx-user', email: 'Mail.annaqx-user@example.org', confirmed: true, removedAt: at(2) },
    ])
  })
})

test('are sign-in methods, without unconfirmed ones and a missing password', async () => {
  const types = async (of: { id: string }) => (await read('sign-in-methods', of)).map(({ type }) => type)
  expect(await types(anna.owner)).toEqual([
    'password',
    'authenticator app',
    'recovery code',
    'passkey',
    'code host',
    'company',
  ])
  expect(await types(bert.owner)).toEqual(['recovery code', 'passkey', 'code host', 'company'])
})

test('the mails of an address belong to the user who has confirmed it', async () => {
  expect((await column('mails', 'subject')).toSorted()).toEqual([
    'Subject for annaqx-owner',
    'Your invoice 2026-000001',
  ])
})

test('a picture is a user’s own', async () => {
  expect(await pictureKeyOf(site.db, bert.owner.id)).toBe(bert.pictureKey)
  expect(await pictureKeyOf(site.db, anna.owner.id)).toBe(anna.pictureKey)
  expect(await pictureKeyOf(site.db, randomUUID())).toBeUndefined()
})
