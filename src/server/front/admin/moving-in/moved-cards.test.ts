import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { PeopleImport } from '#contract/desk/moving-in.ts'
import { browserOf, signedInAdmin, theAdmin } from '#support/admin.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { queuedMails } from '#support/stored/mails.ts'
import { personAt } from '#support/stored/people.ts'
import { allRows } from '#support/stored/rows.ts'
import { storedSubscription } from '#support/stored/subscriptions.ts'
import { openStripeSite, type StripeSite } from '#support/stripe-site.ts'
import { goodCard } from '#support/subscriber.ts'
import type { TestClient } from '#support/test-client.ts'
import { movePeople } from './move-people.ts'

let at: StripeSite
let admin: TestClient
const { password } = theAdmin
const services = () => at.site.services
beforeAll(async () => {
  at = await openStripeSite()
  await signedInAdmin(at.site)
})
afterAll(() => at.close())
beforeEach(async () => {
  at.site.clock.startOver()
  admin = await browserOf(at.site, theAdmin.userId)
})

/** Another program's customer with cards at the same Stripe account. */
async function customerWith(email: string, ...numbers: readonly string[]): Promise<string> {
  const { id } = at.stripe.books.keep('cus', 'customer', { email, metadata: {}, deleted: false })
  for (const number of numbers) {
    const { id: method } = await ask('/v1/payment_methods', { type: 'card', 'card[number]': number })
    await ask(`/v1/payment_methods/${method}/attach`, { customer: id })
  }
  return id
}
async function ask(path: string, form: Record<string, string>): Promise<{ id: string }> {
  const headers = { authorization: `Bearer ${at.stripe.settings.STRIPE_SECRET_KEY}` }
  const body = new URLSearchParams(form)
  const reply = await fetch(`${at.stripe.url}${path}`, { method: 'POST', headers, body })
  expect(reply.status).toBe(200)
  return (await reply.json()) as { id: string }
}
const columns = [
  'email',
  'stripe_customer_id',
  'next_charge',
  'price',
  'interval',
  'currency',
  'country',
  'address',
  'vat_id',
  'seats',
]
const mapping = {
  email: 0,
  customer: 1,
  nextCharge: 2,
  price: 3,
  interval: 4,
  currency: 5,
  country: 6,
  address: 7,
  vatId: 8,
  seats: 9,
}
const inDays = (days: number) =>
  new Date(at.site.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
const rowOf = (
  email: string,
  customer: string,
  days = 5,
  price = '10.00',
  more: readonly string[] = ['', '2'],
) => [email, customer, inDays(days), price, 'month', 'EUR', 'DE', 'Street 1', ...more]
const check = (rows: readonly (readonly string[])[], prices?: 'net' | 'gross') =>
  admin.call(calls.checkPeopleList, {
    body: {
      file: 'cards.csv',
      columns,
      mapping,
      language: 'en',
      password,
      rows: rows.map((cells, index) => ({ row: index + 2, cells: [...cells] })),
      ...(prices && { prices }),
    },
  })
const begin = async (...rows: readonly (readonly string[])[]) => {
  const { body } = await check(rows, 'gross')
  expect((await admin.call(calls.importPeople, { body: { id: body.id, password } })).status).toBe(200)
  return body.id
}
const bring = async (...rows: readonly (readonly string[])[]) => {
  const id = await begin(...rows)
  await services().queue.drain()
  return id
}
const state = (id: string) => admin.call(calls.takeOverCards, { body: { id, password } })
const takeOver = async (id: string) => {
  expect((await state(id)).status).toBe(200)
  await services().queue.drain()
}
const stateOf = async (id: string): Promise<PeopleImport | undefined> =>
  (await admin.call(calls.peopleImports)).body.imports.find((one) => one.id === id)
const after = async (days: number) => {
  at.site.clock.advance({ days })
  await runUpkeep(services())
  admin = await browserOf(at.site, theAdmin.userId)
}
const chargesOf = (customer: string) =>
  at.stripe.books.all('payment_intent').filter((one) => one.customer === customer)
const deletions = () => at.stripe.asked.filter(({ call }) => call.startsWith('DELETE'))
const templates = async (email: string) =>
  (await queuedMails(services().database.db, email)).map(({ key }) => key.split(' ')[0])

test('nobody is charged before the statement, and whose day has come then is not charged at all', async () => {
  const customer = await customerWith('early@card.example', goodCard)
  const id = await bring(rowOf('early@card.example', customer, 5))
  expect(await stateOf(id)).toMatchObject({ state: 'done', cards: 1, oldEnded: false, cardsTaken: 0 })
  await after(6)
  expect(chargesOf(customer)).toEqual([])
  await takeOver(id)
  expect(await stateOf(id)).toMatchObject({ cards: 0, oldEnded: true, cardsTaken: 0, cardsLeft: 1 })
  await after(1)
  expect(chargesOf(customer)).toEqual([])
  expect(await templates('early@card.example')).toEqual([])
})

test('whose day had come before the statement is not charged, though free days were added to the access', async () => {
  const customer = await customerWith('longer@card.example', goodCard)
  const id = await bring(rowOf('longer@card.example', customer, 5))
  const { accountId } = await personAt(services().database.db, 'longer@card.example')
  const correction = { kind: 'free-days', days: 20 } as const
  const {
    version,
    at: shownAt,
    refundCents,
    after: then,
  } = (await admin.call(calls.previewCorrection, { body: { accountId, correction } })).body
  const shown = { version, at: shownAt, refundCents, balanceCents: then.balanceCents }
  const body = { accountId, correction, shown, reason: 'moved late', password }
  expect((await admin.call(calls.correctAccount, { body })).status).toBe(200)
  await after(6)
  await takeOver(id)
  expect(await stateOf(id)).toMatchObject({ cardsTaken: 0, cardsLeft: 1 })
  await after(21)
  expect(chargesOf(customer)).toEqual([])
})

test('from the day on the price of the row is charged, for its users, once, and the receipt is mailed', async () => {
  const customer = await customerWith('pays@card.example', goodCard)
  const id = await bring(rowOf('pays@card.example', customer))
  await takeOver(id)
  expect(await stateOf(id)).toMatchObject({ cards: 0, cardsTaken: 1, cardsLeft: 0 })
  await after(3)
  expect(chargesOf(customer)).toEqual([])
  await after(3)
  await runUpkeep(services())
  expect(chargesOf(customer)).toMatchObject([{ amount: 1000, status: 'succeeded', customer }])
  const { accountId } = await personAt(services().database.db, 'pays@card.example')
  expect(await storedSubscription(services().database.db, accountId)).toMatchObject({
    status: 'active',
    licenseCount: 2,
  })
  const levels = (await allRows(services().database.db, 'subscription_level'))
    .filter((level) => level.account_id === accountId)
    .toSorted((one, other) => Number(one.id) - Number(other.id))
  expect(levels.at(-1)).toMatchObject({ phase: 'paid', monthly_cents: 840, paid_seats: 2 })
  expect(await templates('pays@card.example')).toContain('subscription-started')
  const entries = (await allRows(services().database.db, 'audit_entry')).filter(({ target }) => target === id)
  expect(entries.map(({ action }) => action)).toContain('people-cards-taken')
})

test('a bank that asks at the first charge has the holder asked by mail', async () => {
  const customer = await customerWith('asks@card.example', '4000002760003184')
  await takeOver(await bring(rowOf('asks@card.example', customer)))
  await after(6)
  expect(chargesOf(customer)).toMatchObject([{ amount: 1000, status: 'requires_payment_method' }])
  expect(await templates('asks@card.example')).toContain('payment-action-needed')
})

test('a statement is made once, about an import that has ended and has cards', async () => {
  const customer = await customerWith('once@card.example', goodCard)
  const id = await bring(rowOf('once@card.example', customer))
  expect((await admin.call(calls.takeOverCards, { body: { id, password: 'wrong' } })).status).toBe(403)
  expect((await state(id)).status).toBe(200)
  expect((await state(id)).problem?.code).toBe('version-conflict')
  const without = await bring(['none@card.example'])
  expect((await state(without)).problem?.code).toBe('version-conflict')
  expect((await state(crypto.randomUUID())).problem?.code).toBe('version-conflict')
  const begun = await begin(rowOf('begun@card.example', await customerWith('begun@card.example', goodCard)))
  expect((await state(begun)).problem?.code).toBe('version-conflict')
  await services().queue.drain()
})

test('what only Stripe knows makes rows with errors', async () => {
  const twoCards = await customerWith('two@card.example', goodCard, '5555555555554444')
  const id = await bring(
    rowOf('unknown@card.example', 'cus_unknown'),
    rowOf('other@card.example', await customerWith('else@card.example', goodCard)),
    rowOf('nocard@card.example', await customerWith('nocard@card.example')),
    rowOf('two@card.example', twoCards),
    rowOf('good@card.example', await customerWith('GOOD@card.example', goodCard)),
  )
  expect(await stateOf(id)).toMatchObject({ added: 1, refused: 4, cards: 1 })
  const { text } = await admin.call(calls.peopleListErrors, { params: { id }, query: { lang: 'en' } })
  for (const [row, fault] of [
    ['unknown', 'no such customer'],
    ['other', 'has another email'],
    ['nocard', 'no valid card'],
    ['two', 'none is the default'],
  ] as const)
    expect(text).toMatch(new RegExp(`^${row}@card[.]example,.*${fault}`, 'm'))
})

test('a customer who belongs to somebody here, or a wrong VAT ID, is an error of the check', async () => {
  const customer = await customerWith('linked@card.example', goodCard)
  await bring(rowOf('linked@card.example', customer))
  const { body } = await check(
    [
      rowOf('again@card.example', customer),
      rowOf('vat@card.example', 'cus_vat', 5, '10.00', ['DE123456789', '1']),
      rowOf('fine@card.example', 'cus_fine', 5, '10.00', ['DE136695976', '1']),
    ],
    'net',
  )
  expect(body).toMatchObject({ good: 1, withCard: 1, withAccess: 1 })
  expect(body.faults.map(({ fault }) => fault)).toEqual(['customer-taken', 'vat-id-invalid'])
  expect((await check([['x@card.example']])).status).toBe(422)
})

test('while Stripe gives no answer the import waits, and then goes on', async () => {
  const id = await begin(
    ['before@card.example'],
    rowOf('waits@card.example', await customerWith('waits@card.example', goodCard)),
  )
  at.stripe.setFault('error', /customers/)
  await expect(movePeople(services(), id)).rejects.toThrow('no answer about an imported customer')
  expect(await stateOf(id)).toMatchObject({ state: 'running', added: 0, waiting: 2 })
  at.stripe.setFault('none')
  await movePeople(services(), id)
  await movePeople(services(), id)
  expect(await stateOf(id)).toMatchObject({ state: 'done', added: 2, cards: 1 })
})

describe('a customer of another program is never deleted at Stripe', () => {
  test('by undoing, whose cards stay as well', async () => {
    const [one, two] = await Promise.all(
      ['undo1', 'undo2'].map((name) => customerWith(`${name}@card.example`, goodCard)),
    )
    const id = await bring(rowOf('undo1@card.example', `${one}`))
    await admin.call(calls.undoPeopleImport, { body: { id, password } })
    await services().queue.drain()
    const taken = await bring(rowOf('undo2@card.example', `${two}`))
    await takeOver(taken)
    await admin.call(calls.undoPeopleImport, { body: { id: taken, password } })
    await services().queue.drain()
    expect(await stateOf(taken)).toMatchObject({ state: 'undone', added: 0 })
    await after(10)
    expect(deletions()).toEqual([])
    const cards = at.stripe.books
      .all('payment_method')
      .filter(({ customer }) => customer === one || customer === two)
    expect(cards).toHaveLength(2)
    expect([...chargesOf(`${one}`), ...chargesOf(`${two}`)]).toEqual([])
  })

  test.each([
    ['with the keys in use: only the card used here is deleted', undefined, 0],
    ['with unknown keys, as older versions stored them: the same', 'unknown', 0],
    ['with other keys: nothing is deleted', 'live', 1],
  ] as const)('by deleting the account, %s', async (_, mode, cardsLeft) => {
    const email = `leaves-${mode}@card.example`
    const customer = await customerWith(email, goodCard)
    await takeOver(await bring(rowOf(email, customer)))
    await after(6)
    expect(chargesOf(customer)).toHaveLength(1)
    const { accountId } = await personAt(services().database.db, email)
    if (mode !== undefined)
      for (const table of ['payment_customer', 'payment_method'] as const)
        await services()
          .database.db.updateTable(table)
          .set({ mode })
          .where('account_id', '=', accountId)
          .execute()
    expect((await admin.call(calls.purgeAccount, { body: { id: accountId, password } })).status).toBe(200)
    await after(1)
    await expect(personAt(services().database.db, email)).rejects.toThrow('no result')
    expect(deletions()).toEqual([])
    const left = at.stripe.books.all('payment_method').filter((one) => one.customer === customer)
    expect(left).toHaveLength(cardsLeft)
  })
})

test('somebody who has subscribed here meanwhile is not charged a second time', async () => {
  const customer = await customerWith('self@card.example', goodCard)
  const id = await bring(rowOf('self@card.example', customer))
  const { accountId } = await personAt(services().database.db, 'self@card.example')
  const { db } = services().database
  const { state: stored } = await db
    .selectFrom('subscription')
    .select('state')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const own = {
    ...(stored as object),
    method: 'pm_own',
    provider: 'stripe',
    nextInterval: { value: 1, unit: 'y' },
  }
  await db
    .updateTable('subscription')
    .set({ state: JSON.stringify(own) })
    .where('account_id', '=', accountId)
    .execute()
  await takeOver(id)
  expect(await stateOf(id)).toMatchObject({ cardsTaken: 0, cardsLeft: 1 })
})
