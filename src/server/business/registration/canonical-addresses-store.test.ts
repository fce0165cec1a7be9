import { expect, test } from 'vitest'
import { emptiedDatabase, testEngine, transactionsIn } from '#support/database.ts'
import { whileHeld } from '#support/held-lock.ts'
import { storeMember } from '#support/stored/member.ts'
import { allRows, storeRow } from '#support/stored/rows.ts'
import { storeTrialUse } from '#support/stored/subscriptions.ts'
import {
  contactsToRewrite,
  copyTrial,
  lockConfirmedContact,
  rewriteColumn,
  rewriteContact,
} from './canonical-addresses.store.ts'

const database = emptiedDatabase()

const at = new Date('2026-03-01T12:00:00Z')
const after = (ms: number) => new Date(at.getTime() + ms)
const db = () => database.db
const within = transactionsIn(database)
const withAddress = (email: string, createdAt = at, confirmedAt: Date | null = null) =>
  storeMember(db(), { contact: { email, created_at: createdAt, confirmed_at: confirmedAt } })
const lock = (emailKey: string) => within((trx) => lockConfirmedContact(trx, emailKey))
const ascii = { email: 'ada@xn--mller-kva.de', emailKey: 'ada@xn--mller-kva.de' }

test('contacts whose address is not all ASCII are rewritten, the oldest first', async () => {
  await withAddress('ada@example.org')
  const second = await withAddress('ada@müller.de', after(2))
  const first = await withAddress('grace@müller.de', after(1), at)
  expect(await contactsToRewrite(db())).toEqual([
    {
      id: first.contactId,
      accountId: first.accountId,
      userId: first.userId,
      email: 'grace@müller.de',
      emailKey: 'grace@müller.de',
      confirmed: true,
      createdAt: after(1),
    },
    expect.objectContaining({ id: second.contactId, confirmed: false }),
  ])
})

test('an address belongs to the user who has confirmed it', async () => {
  await withAddress('ada@example.org')
  await withAddress('grace@example.org', at, at)
  expect(await lock('ada@example.org')).toBeUndefined()
  const confirmed = await withAddress('ada@example.org', at, at)
  expect(await lock('ada@example.org')).toMatchObject({ id: confirmed.contactId })
})

test.runIf(testEngine === 'postgresql')(
  "reading an address's owner waits for a concurrent confirmation",
  async () => {
    await withAddress('ada@müller.de', at, at)
    const [contact] = await contactsToRewrite(db())
    const found = await whileHeld(
      database,
      async (trx) => {
        await lockConfirmedContact(trx, 'ada@müller.de')
      },
      () => lock('ada@müller.de'),
      async (trx) => contact && rewriteContact(trx, contact, ascii),
    )
    expect(found).toBeUndefined()
  },
)

test('a contact is rewritten once, and no other', async () => {
  await withAddress('ada@müller.de', after(1))
  await withAddress('ada@müller.de', after(2))
  const [first, second] = await contactsToRewrite(db())
  if (!first || !second) throw new Error('there are two contacts')
  const rewrite = (contact: typeof first) => within((trx) => rewriteContact(trx, contact, ascii))
  expect(await rewrite({ ...first, emailKey: 'another@müller.de' })).toBe(false)
  expect(await rewrite(first)).toBe(true)
  expect(await rewrite(first)).toBe(false)
  const rows = new Map((await allRows(db(), 'contact')).map((row) => [row.id, [row.email, row.email_key]]))
  expect(rows.get(first.id)).toEqual([ascii.email, ascii.emailKey])
  expect(rows.get(second.id)).toEqual(['ada@müller.de', 'ada@müller.de'])
})

test('a trial is remembered by another key too, unless that one had one', async () => {
  const trials = async () =>
    new Map((await allRows(db(), 'trial_use')).map((row) => [row.email_key, row.started_at]))
  await storeTrialUse(db(), 'another', after(-1))
  await storeTrialUse(db(), 'former', at)
  await within((trx) => copyTrial(trx, { from: 'former', to: 'next' }))
  await within((trx) => copyTrial(trx, { from: 'former', to: 'another' }))
  await within((trx) => copyTrial(trx, { from: 'unknown', to: 'none' }))
  expect(await trials()).toEqual(
    new Map([
      ['another', after(-1)],
      ['former', at],
      ['next', at],
    ]),
  )
})

test('the texts of a column that are not all ASCII are rewritten', async () => {
  const { accountId } = await storeMember(db())
  for (const [index, domain] of ['müller.de', 'möller.de', 'example.org', 'müller.de'].entries())
    await storeRow(db(), 'invite', {
      id: `00000000-0000-4000-8000-00000000000${index}`,
      account_id: accountId,
      code: `code ${index}`,
      domain,
      created_at: at,
      expires_at: at,
    })
  await rewriteColumn(db(), 'invite', 'domain', (text) => `rewritten ${text}`)
  const domains = (await allRows(db(), 'invite')).map(({ domain }) => domain).toSorted()
  expect(domains).toEqual([
    'example.org',
    'rewritten möller.de',
    'rewritten müller.de',
    'rewritten müller.de',
  ])
})
