import { beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { PeopleFilter } from '#contract/desk/people.ts'
import { printedOrderNumber } from '#domain/shop/order-number.ts'
import { findOrder } from '#server/business/shop/order.store.ts'
import { browserOf, expiredOwner, signedInAdmin, teamAccountId, theAdmin } from '#support/admin.ts'
import { addPeople, payingOwner } from '#support/paying-team.ts'
import { paidOrder } from '#support/shopper.ts'
import { storeVideo } from '#support/stored/library.ts'
import { allInvoices, attemptsOf, storedCards, storedCustomers } from '#support/stored/money.ts'
import { accountRowOf, personAt, storeOwners } from '#support/stored/people.ts'
import { changeSubscription, storedSubscription } from '#support/stored/subscriptions.ts'
import { testApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'

let admin: TestClient
let payer: { accountId: string; userId: string; contractNumber: string }
const site = testApp()
beforeAll(async () => {
  await signedInAdmin(site)
  const owner = await payingOwner(site, 'paula@people.example')
  await addPeople(owner, 'second@people.example')
  await owner.call(calls.changeVatId, { body: { country: 'DE', vatId: 'DE136695976', business: true } })
  const { accountId, userId } = await personAt(site.db, 'paula@people.example')
  const { contract_number: contractNumber } = await accountRowOf(site.db, accountId)
  payer = { accountId, userId, contractNumber }
  // the clock has moved by days since
  admin = await browserOf(site, theAdmin.userId)
})

const list = async (query: PeopleFilter = {}) => {
  const { status, body } = await admin.call(calls.people, { query: query as Record<string, string> })
  expect(status).toBe(200)
  return body
}
const namesOf = async (query: PeopleFilter) => (await list(query)).people.map(({ name }) => name)

test('an account is listed with its owner, subscription, users, revenue and last use', async () => {
  const { people } = await list({ search: 'paula@people.example' })
  const invoices = await allInvoices(site.db)
  const own = invoices.filter(({ account_id: id }) => id === payer.accountId)
  expect(own.length).toBeGreaterThan(1)
  expect(people).toEqual([
    {
      accountId: payer.accountId,
      name: 'Ada Lovelace',
      email: 'paula@people.example',
      confirmed: true,
      contractNumber: payer.contractNumber,
      status: 'active',
      payment: 'ok',
      users: 2,
      seats: 2,
      since: expect.any(String),
      until: expect.any(String),
      revenueCents: own.reduce((sum, { net_cents: net }) => sum + net, 0),
      lastSeenAt: expect.any(String),
      language: 'en',
      foundBy: 'contact',
    },
  ])
})

test('the revenue includes orders', async () => {
  const [before] = (await list({ search: 'paula@people.example' })).people
  const id = await paidOrder(site, { grossCents: 1190, userId: payer.userId })
  const [after] = (await list({ search: 'paula@people.example' })).people
  expect((after?.revenueCents ?? 0) - (before?.revenueCents ?? 0)).toBe(1000)
  const number = (await findOrder(site.db, id))?.number ?? ''
  expect((await list({ search: printedOrderNumber(number) })).people).toMatchObject([
    { accountId: payer.accountId, foundBy: 'order' },
  ])
})

test.each<[string, () => Promise<string> | string, string]>([
  ['a user of the team', () => 'second@people', 'contact'],
  ['the contract number', () => payer.contractNumber, 'contract'],
  ['the VAT id as printed', () => 'de 136 695 976', 'vat-id'],
  [
    'an invoice number',
    async () => (await allInvoices(site.db)).find((one) => one.account_id === payer.accountId)?.number ?? '',
    'invoice',
  ],
  [
    'the last four digits of a card',
    async () => (await storedCards(site.db)).find((one) => one.accountId === payer.accountId)?.last4 ?? '',
    'card',
  ],
  [
    "the provider's id of the customer",
    async () => (await storedCustomers(site.db)).find((one) => one.accountId === payer.accountId)?.ref ?? '',
    'provider',
  ],
  [
    "the provider's id of the card",
    async () => (await storedCards(site.db)).find((one) => one.accountId === payer.accountId)?.ref ?? '',
    'provider',
  ],
  [
    "the provider's id of a payment",
    async () => (await attemptsOf(site.db, payer.accountId))[0]?.ref ?? '',
    'provider',
  ],
])('an account is found by %s', async (_, quoted, foundBy) => {
  const search = await quoted()
  expect(search).not.toBe('')
  expect((await list({ search })).people).toMatchObject([{ accountId: payer.accountId, foundBy }])
  const found = await admin.call(calls.findAtDesk, { query: { query: search } })
  expect(found.body.people).toMatchObject([{ foundBy }])
})

test('what nobody has finds nobody', async () => {
  expect(await list({ search: 'nobody has this' })).toEqual({ count: 0, more: false, people: [] })
  expect(await list({ search: '2026-999999' })).toEqual({ count: 0, more: false, people: [] })
})

test('accounts are filtered by status, payment and language, all at once', async () => {
  expect(await namesOf({ status: 'active', search: 'paula' })).toEqual(['Ada Lovelace'])
  expect(await namesOf({ status: 'trial', search: 'paula' })).toEqual([])
  expect((await list({ status: 'none', search: 'admin@lectern' })).people).toMatchObject([
    { accountId: theAdmin.accountId, seats: 0, until: null, revenueCents: 0 },
  ])
  expect((await list({ status: 'cancelled' })).people).toContainEqual(
    expect.objectContaining({ accountId: expiredOwner.accountId, status: 'cancelled' }),
  )
  expect(await namesOf({ payment: 'trouble', search: 'paula' })).toEqual([])
  await changeSubscription(site.db, payer.accountId, { health: 'action-required' })
  expect((await list({ payment: 'trouble', search: 'paula' })).people).toMatchObject([{ payment: 'trouble' }])
  expect(await namesOf({ payment: 'ok', search: 'paula' })).toEqual([])
  await changeSubscription(site.db, payer.accountId, { health: 'ok' })
  expect(await namesOf({ language: 'en', search: 'paula' })).toEqual(['Ada Lovelace'])
  expect(await namesOf({ language: 'de', search: 'paula' })).toEqual([])
})

test('an active subscription ends with its days of grace, and is late from its end on', async () => {
  const end = new Date(site.clock.now().getTime() - 86_400_000)
  const before = await storedSubscription(site.db, payer.accountId)
  const endsAt = (until: Date) => changeSubscription(site.db, payer.accountId, { until })
  await endsAt(end)
  expect((await list({ search: 'paula' })).people).toMatchObject([{ status: 'active', payment: 'trouble' }])
  await endsAt(new Date(site.clock.now().getTime() - site.services.config.graceDays * 86_400_000))
  expect((await list({ search: 'paula' })).people).toMatchObject([{ status: 'cancelled' }])
  await endsAt(before.until)
})

test('ten are on a page, the newest first, or in another order', async () => {
  const names = Array.from({ length: 12 }, (_, n) => ({
    name: `Zz ${String(n).padStart(2, '0')}`,
    email: `zz${n}@sorted.test`,
  }))
  await storeOwners(site.db, names, new Date(site.clock.now().getTime() + 60_000))
  const [first, second] = [
    await list({ search: '@sorted.test' }),
    await list({ search: '@sorted.test', page: '1' }),
  ]
  expect([first.count, first.people.length, second.people.length]).toEqual([12, 10, 2])
  expect((await list()).people.map(({ email }) => email)).toEqual(first.people.map(({ email }) => email))
  const sorted = names.map(({ name }) => name)
  expect(await namesOf({ search: '@sorted.test', sort: 'name' })).toEqual(sorted.slice(0, 10))
  expect(await namesOf({ search: '@sorted.test', sort: 'name', descending: 'yes' })).toEqual(
    sorted.toReversed().slice(0, 10),
  )
  const byEnd = (await list({ sort: 'until', descending: 'yes' })).people.map(({ until }) => until)
  expect(byEnd).toEqual(byEnd.toSorted((one, other) => (other ?? '').localeCompare(one ?? '')))
  expect(byEnd[0]).not.toBeNull()
})

test('the file has every account that the filter leaves, however many, once', async () => {
  const many = Array.from({ length: 1203 }, (_, n) => ({ name: `=Many ${n}`, email: `m${n}@many.test` }))
  await storeOwners(site.db, many, site.clock.now())
  const { status, headers, text } = await admin.call(calls.peopleCsv, { query: { status: 'none' } })
  expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
    200,
    'text/csv; charset=utf-8',
    expect.stringMatching(/^attachment; filename="people-\d{4}-\d\d-\d\d\.csv"$/),
  ])
  const lines = text.split('\r\n').filter(Boolean)
  expect(lines[0]).toBe(
    '\uFEFFName,E-mail,Confirmed,Contract,Status,Payment,Users,Seats,Since,Until,Revenue net (EUR),Last seen,Language',
  )
  const emails = lines.slice(1).map((line) => line.split(',')[1])
  expect(new Set(emails).size).toBe(emails.length)
  expect(emails.length).toBe((await list({ status: 'none' })).count)
  expect(lines.filter((line) => line.includes("'=Many"))).toHaveLength(many.length)
  const some = await admin.call(calls.peopleCsv, { query: { search: 'm7@many' } })
  expect(some.text.split('\r\n').filter(Boolean)).toHaveLength(2)
})

test('a search that finds more than is listed says so', async () => {
  expect(await list({ search: '@many.test' })).toMatchObject({ count: 100, more: true })
  expect(await list({ search: 'm7@many' })).toMatchObject({ count: 1, more: false })
})

test("the desk's search finds a few people, orders and videos", async () => {
  await storeVideo(site.db, 'paula-teaches', { title: 'Paula teaches', withdrawn_at: null, draft: true })
  await paidOrder(site, { email: 'paula@people.example' })
  const { body } = await admin.call(calls.findAtDesk, { query: { query: 'paula' } })
  expect(body).toMatchObject({
    people: [
      { id: payer.accountId, name: 'Ada Lovelace', email: 'paula@people.example', foundBy: 'contact' },
    ],
    orders: [{ email: 'paula@people.example' }],
    videos: [{ id: 'paula-teaches', title: 'Paula teaches' }],
  })
  const member = await admin.call(calls.findAtDesk, { query: { query: 'victor' } })
  expect(member.body.people[0]?.id).not.toBe(teamAccountId)
  expect(member.body.people).toMatchObject([{ name: 'Victor Vale' }])
  const many = await admin.call(calls.findAtDesk, { query: { query: '@many.test' } })
  expect(many.body.people).toHaveLength(6)
})

test('only the admin sees people', async () => {
  const owner = await browserOf(site, expiredOwner.userId)
  for (const call of [calls.people, calls.peopleCsv])
    expect((await owner.call(call, { query: {} })).status).toBe(403)
  expect((await owner.call(calls.findAtDesk, { query: { query: 'eddie' } })).status).toBe(403)
})
