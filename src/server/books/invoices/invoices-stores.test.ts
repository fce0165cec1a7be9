import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase, transactionsIn } from '#support/database.ts'
import { allInvoices } from '#support/stored/money.ts'
import { emptyTables, storeRows } from '#support/stored/rows.ts'
import { someCharge, someInvoice } from '#support/stored/some-rows.ts'
import {
  creditNotesOf,
  findInvoice,
  findInvoiceByEffect,
  findInvoiceFile,
  findInvoiceOfCharge,
  findInvoiceReader,
  findInvoices,
  keepInvoiceFile,
  leftOfNumber,
  nextNumber,
  readInvoicePage,
  readInvoices,
  taxedUnconfirmed,
} from './invoice.store.ts'
import { deleteInvoices, forgetBuyers } from './old-invoices.store.ts'
import { salesToConsumers } from './oss-sales.store.ts'

const database = testDatabase()
beforeEach(() => emptyTables(database.db, 'invoice_file', 'invoice', 'charge', 'invoice_series', 'account'))

const now = new Date('2026-11-21T10:00:00Z')
const [ada, bob] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const

/** Stores an invoice of the first account, unless it says otherwise. */
async function invoiced({
  facts,
  ...of
}: Omit<Partial<Parameters<typeof someInvoice>[0]>, 'facts'> & { facts?: object } = {}) {
  const row = someInvoice({ account_id: ada, ...(facts && { facts: JSON.stringify(facts) }), ...of })
  await storeRows(database.db, 'invoice', row)
  return row
}

/** A credit note over a tenth of an invoice. */
function credited(corrects: string, of: Parameters<typeof invoiced>[0] = {}) {
  return invoiced({
    kind: 'credit-note',
    corrects,
    net_cents: -100,
    vat_cents: -19,
    gross_cents: -119,
    ...of,
  })
}

const within = transactionsIn(database)
const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id)

test('the numbers of a year are consecutive', async () => {
  const numbers = []
  for (const day of ['2026-11-21', '2026-12-31', '2027-01-01', '2026-12-31'])
    numbers.push(await within((trx) => nextNumber(trx, day)))
  expect(numbers).toEqual(['2026-000001', '2026-000002', '2027-000001', '2026-000003'])
})

describe('an invoice is found', () => {
  test('by its charge', async () => {
    await invoiced({ effect_key: 'invoice first' })
    const { id, number } = await invoiced({ effect_key: 'invoice second' })
    expect(await findInvoiceByEffect(database.db, 'invoice second')).toEqual({ id, number })
  })

  test('by its charge, the newest and no credit note', async () => {
    const [charge, other] = [someCharge({ account_id: ada }), someCharge({ account_id: ada })]
    await storeRows(database.db, 'charge', charge, other)
    await invoiced({ number: '2026-000001', charge_id: charge.id })
    const second = await invoiced({ number: '2026-000002', charge_id: charge.id })
    await credited('2026-000002', { number: '2026-000003', charge_id: charge.id })
    await invoiced({ number: '2026-000004', charge_id: other.id })
    expect((await findInvoiceOfCharge(database.db, charge.id))?.id).toBe(second.id)
  })

  test('by its id, alone and among several', async () => {
    const [first, second, third] = [await invoiced(), await invoiced(), await invoiced()]
    expect((await findInvoice(database.db, second.id))?.id).toBe(second.id)
    expect(ids(await findInvoices(database.db, []))).toEqual([])
    expect(ids(await findInvoices(database.db, [third.id]))).toEqual([third.id])
    const two = ids(await findInvoices(database.db, [first.id, third.id]))
    expect(two.toSorted()).toEqual([first.id, third.id].toSorted())
  })

  test('by its account, the newest first, whole or by pages', async () => {
    const first = await invoiced({ number: '2026-000001' })
    const second = await invoiced({ number: '2026-000002' })
    await invoiced({ number: '2026-000003', account_id: bob })
    expect(ids(await readInvoices(database.db, ada))).toEqual([second.id, first.id])
    const page = async (limit: number, offset: number) => {
      const { count, rows } = await readInvoicePage(database.db, ada, { limit, offset })
      return { count, ids: ids(rows) }
    }
    expect(await page(1, 0)).toEqual({ count: 2, ids: [second.id] })
    expect(await page(5, 1)).toEqual({ count: 2, ids: [first.id] })
  })
})

test('has the rest that its own credit notes leave', async () => {
  const { number } = await invoiced()
  const other = await invoiced()
  const note = await credited(number)
  await credited(other.number)
  expect(ids(await within((trx) => creditNotesOf(trx, number)))).toEqual([note.id])
  expect(await within((trx) => leftOfNumber(trx, number))).toEqual({ netCents: 900, vatCents: 171 })
})

describe('an invoice that was taxed until the VAT id is confirmed', () => {
  const valid = { vatId: 'ATU11111111', state: 'valid' }
  const unconfirmed = { vat: { unconfirmed: true }, buyer: { vatId: 'ATU11111111' } }

  test.each<[string, boolean, object, Parameters<typeof invoiced>[0]]>([
    ['is found once it is', true, valid, {}],
    ['is not found while it is not', false, { ...valid, state: 'unavailable' }, {}],
    ['is not found for another id', false, { ...valid, vatId: 'ATU22222222' }, {}],
    ['is not found where it was confirmed', false, valid, { facts: { ...unconfirmed, vat: {} } }],
    ['is not found where it is a credit note', false, valid, { kind: 'credit-note' }],
  ])('%s', async (_, isFound, check, of) => {
    const account = { id: ada, name: 'Ada', vat_check: JSON.stringify(check), created_at: now }
    await storeRows(database.db, 'account', account)
    const { id } = await invoiced({ facts: unconfirmed, ...of })
    // one of another account, for which no check was made
    await invoiced({ account_id: bob, facts: unconfirmed })
    expect(await taxedUnconfirmed(database.db)).toEqual(isFound ? [{ id, accountId: ada }] : [])
  })

  test('is not found once it was replaced', async () => {
    const account = { id: ada, name: 'Ada', vat_check: JSON.stringify(valid), created_at: now }
    await storeRows(database.db, 'account', account)
    const [first, second] = [await invoiced({ facts: unconfirmed }), await invoiced({ facts: unconfirmed })]
    await credited(first.number, { effect_key: `credit-note of tax ${first.id}` })
    expect(ids(await taxedUnconfirmed(database.db))).toEqual([second.id])
  })
})

test('the bytes of an invoice are kept by format, the first ones', async () => {
  const [invoice, other] = [await invoiced(), await invoiced()]
  const keep = (invoiceId: string, format: 'pdf' | 'xml', text: string) =>
    keepInvoiceFile(database.db, {
      invoiceId,
      format,
      bytes: Buffer.from(text),
      sha256: Buffer.from('sum'),
      now,
    })
  const found = async (format: 'pdf' | 'xml') =>
    (await findInvoiceFile(database.db, invoice.id, format))?.toString()
  await keep(other.id, 'pdf', 'of another')
  await keep(invoice.id, 'xml', 'as XML')
  expect(await found('pdf')).toBeUndefined()
  await keep(invoice.id, 'pdf', 'as PDF')
  await keep(invoice.id, 'pdf', 'as another PDF')
  expect([await found('pdf'), await found('xml')]).toEqual(['as PDF', 'as XML'])
})

describe('an invoice is mailed', () => {
  const user = (
    id: string,
    account_id: string,
    of: { role?: 'owner' | 'user'; language?: 'en' | 'de' } = {},
  ) => ({
    id,
    account_id,
    name: `Name ${id.slice(0, 1)}`,
    role: of.role ?? ('owner' as const),
    language: of.language ?? null,
    created_at: now,
  })
  const contact = (user_id: string, account_id: string, email: string, is_primary = true) => ({
    id: randomUUID(),
    account_id,
    user_id,
    email,
    email_key: email,
    is_primary,
    created_at: now,
  })
  const [first, second, third] = ['1', '2', '3'].map((digit) => randomUUID().replace(/./, digit)) as [
    string,
    string,
    string,
  ]

  test.each([
    ['en', null, 'en'],
    ['de', null, 'de'],
    ['en', 'de', 'de'],
    ['de', 'en', 'en'],
  ] as const)(
    "to the owner's primary contact; account in %s, owner in %s: in %s",
    async (language, own, expected) => {
      await storeRows(
        database.db,
        'account',
        { id: bob, name: 'Bob', created_at: now },
        { id: ada, name: 'Ada', language, created_at: now },
      )
      await storeRows(
        database.db,
        'account_user',
        user(third, bob),
        user(second, ada, { role: 'user' }),
        user(first, ada, own ? { language: own } : {}),
      )
      await storeRows(
        database.db,
        'contact',
        contact(third, bob, 'bob@example.org'),
        contact(second, ada, 'user@example.org'),
        contact(first, ada, 'second@example.org', false),
        contact(first, ada, 'first@example.org'),
      )
      expect(await within((trx) => findInvoiceReader(trx, ada))).toEqual({
        name: 'Name 1',
        email: 'first@example.org',
        language: expected,
      })
    },
  )

  test('to no one once the account was deleted', async () => {
    expect(await within((trx) => findInvoiceReader(trx, ada))).toBeUndefined()
  })
})

describe('what is older than it has to be kept', () => {
  const keptFrom = { home: '2018-01-01', abroad: '2016-01-01' }
  const abroad = { seller: { country: 'DE' }, vat: { taxCountry: 'AT' } }
  const home = { seller: { country: 'DE' }, vat: { taxCountry: 'DE' } }

  test.each([
    ['taxed at home, the day before', home, '2017-12-31', true],
    ['taxed at home, the first day', home, '2018-01-01', false],
    ['taxed nowhere, the day before', { seller: { country: 'DE' }, vat: {} }, '2017-12-31', true],
    ['taxed abroad, the day before', abroad, '2015-12-31', true],
    ['taxed abroad, the first day', abroad, '2016-01-01', false],
    ['taxed abroad, older than what is kept of home', abroad, '2017-12-31', false],
  ])('%s', async (_, facts, issued_on, isDeleted) => {
    const other = await invoiced({ facts: home, issued_on: '2026-11-21' })
    const { id } = await invoiced({ facts, issued_on })
    expect(await within((trx) => deleteInvoices(trx, 'invoice', keptFrom))).toBe(isDeleted ? 1 : 0)
    const left = isDeleted ? [other.id] : [other.id, id]
    expect(ids(await allInvoices(database.db)).toSorted()).toEqual(left.toSorted())
  })

  test('stays while a stored invoice corrects it', async () => {
    const { id, number } = await invoiced({ facts: home, issued_on: '2017-12-31' })
    const note = await credited(number, { facts: home, issued_on: '2017-12-31' })
    expect(await within((trx) => deleteInvoices(trx, 'invoice', keptFrom))).toBe(0)
    expect(await within((trx) => deleteInvoices(trx, 'credit-note', keptFrom))).toBe(1)
    expect(ids(await allInvoices(database.db))).toEqual([id])
    expect(await findInvoice(database.db, note.id)).toBeUndefined()
  })

  test('loses the buyer once none of its invoices is stored', async () => {
    const facts = JSON.stringify({ buyer: { name: 'Ada' }, vat: {} })
    const charge = (of: Partial<Parameters<typeof someCharge>[0]>) =>
      someCharge({ account_id: ada, facts, ...of })
    const before = { created_at: new Date('2017-12-31T23:59:59.999Z') }
    const [old, billed, young] = [
      charge(before),
      charge(before),
      charge({ created_at: new Date('2018-01-01T00:00:00Z') }),
    ]
    await storeRows(database.db, 'charge', old, billed, young)
    await invoiced({ charge_id: billed.id })
    await within((trx) => forgetBuyers(trx, '2018-01-01'))
    const { rows } = await database.pool.query(`select id from charge where facts ? 'buyer' order by id`)
    expect(rows).toEqual([billed.id, young.id].toSorted().map((id) => ({ id })))
  })
})

describe('sales to consumers abroad', () => {
  const range = { countries: ['AT', 'FR'], from: '2026-01-01', until: '2026-12-31' }

  test.each<[string, number, object, string]>([
    ['on the first day', 1000, { country: 'AT', business: false }, '2026-01-01'],
    ['on the last day', 1000, { country: 'FR' }, '2026-12-31'],
    ['before the first day', 0, { country: 'AT' }, '2025-12-31'],
    ['after the last day', 0, { country: 'AT' }, '2027-01-01'],
    ['to another country', 0, { country: 'DE' }, '2026-11-21'],
    ['to a company', 0, { country: 'AT', business: true }, '2026-11-21'],
  ])('%s', async (_, cents, buyer, issued_on) => {
    await invoiced({ facts: { buyer }, issued_on })
    expect(await salesToConsumers(database.db, range)).toBe(cents)
  })
})
