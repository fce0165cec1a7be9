import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { amountOf } from '#domain/money.ts'
import { insertInvoice } from '#server/books/invoices/invoice.store.ts'
import { storeMoneyDays } from '#server/business/reports/money-days.store.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { auditOf, testAdmin, theAdmin } from '#support/admin.ts'
import { datevMistakes } from '#support/check-datev.ts'
import { ossMistakes, salesListMistakes } from '#support/check-portal-files.ts'
import { testApp } from '#support/test-app.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000' } })
const period = '2026-Q4'

type Sold = {
  number: string
  day: string
  buyer: { name: string; country: string; vatId?: string }
  vat: object
  net: number
  rate: number
  corrects?: { number: string; issuedOn: string }
}

const home = { basisPoints: 1900, reverseCharge: false, taxCountry: 'DE' }
const austria = { basisPoints: 2000, reverseCharge: false, taxCountry: 'AT' }
const greece = { basisPoints: 2400, reverseCharge: false, taxCountry: 'GR' }
const owed = { basisPoints: 0, reverseCharge: true, note: 'reverse-charge' }
const outside = { basisPoints: 0, reverseCharge: false, note: 'outside-scope' }
const vienna = { name: 'Käthe „Öl“ & Söhne', country: 'AT', vatId: 'ATU12345675' }
const athens = { name: 'Αθήνα ΕΠΕ', country: 'GR', vatId: 'EL094259216' }
const sold: readonly Sold[] = [
  {
    number: '2026-000001',
    day: '2026-09-30',
    buyer: { name: 'Anna', country: 'AT' },
    vat: austria,
    net: 5000,
    rate: 2000,
  },
  {
    number: '2026-000002',
    day: '2026-10-01',
    buyer: { name: 'Ada "Countess" Lovelace; London', country: 'DE' },
    vat: home,
    net: 1000,
    rate: 1900,
  },
  { number: '2026-000003', day: '2026-10-02', buyer: vienna, vat: owed, net: 23450, rate: 0 },
  { number: '2026-000004', day: '2026-10-03', buyer: vienna, vat: owed, net: 1000, rate: 0 },
  { number: '2026-000005', day: '2026-11-04', buyer: athens, vat: owed, net: 9999, rate: 0 },
  {
    number: '2026-000006',
    day: '2026-11-05',
    buyer: { name: 'Anna', country: 'AT' },
    vat: austria,
    net: 999,
    rate: 2000,
  },
  {
    number: '2026-000007',
    day: '2026-11-06',
    buyer: { name: 'Νίκος', country: 'GR' },
    vat: greece,
    net: 2000,
    rate: 2400,
  },
  {
    number: '2026-000008',
    day: '2026-11-07',
    buyer: { name: 'Urs Łukasz', country: 'CH' },
    vat: outside,
    net: 3000,
    rate: 0,
  },
  {
    number: '2026-000009',
    day: '2026-12-01',
    buyer: { name: 'Anna', country: 'AT' },
    vat: austria,
    net: -499,
    rate: 2000,
    corrects: { number: '2026-000006', issuedOn: '2026-11-05' },
  },
  {
    number: '2026-000010',
    day: '2026-12-02',
    buyer: { name: 'Anna', country: 'AT' },
    vat: austria,
    net: -5000,
    rate: 2000,
    corrects: { number: '2026-000001', issuedOn: '2026-09-30' },
  },
  {
    number: '2026-000011',
    day: '2026-12-31',
    buyer: vienna,
    vat: owed,
    net: -500,
    rate: 0,
    corrects: { number: '2026-000003', issuedOn: '2026-10-02' },
  },
  {
    number: '2027-000001',
    day: '2027-01-01',
    buyer: { name: 'Later', country: 'DE' },
    vat: home,
    net: 7777,
    rate: 1900,
  },
]

async function store(one: Sold): Promise<void> {
  const { netCents, vatCents, grossCents } = amountOf(one.net, one.rate)
  await inTransaction(site.db, (trx) =>
    insertInvoice(trx, {
      id: site.services.random.id(),
      number: one.number,
      kind: one.corrects ? 'credit-note' : 'invoice',
      accountId: site.services.random.id(),
      chargeId: null,
      corrects: one.corrects?.number ?? null,
      issuedOn: one.day,
      netCents,
      vatCents,
      grossCents,
      facts: {
        vat: one.vat,
        buyer: { address: '', business: one.buyer.vatId !== undefined, language: 'de', ...one.buyer },
        seller: { country: 'DE' },
        ...(one.corrects && { corrects: one.corrects }),
      },
      effectKey: one.number,
      now: new Date(`${one.day}T11:00:00Z`),
    }),
  )
}

const settings = {
  consultant: 29098,
  client: 55003,
  yearStart: 1,
  accountLength: 4,
  chart: '03',
  customerAccount: '10000',
  locked: false,
  accounts: [
    { sale: 'home 1900', account: '8400', taxKey: '' },
    { sale: 'oss AT 2000', account: '8331', taxKey: '240' },
    { sale: 'oss GR 2400', account: '8332', taxKey: '240' },
    { sale: 'reverse-charge', account: '8336', taxKey: '' },
    { sale: 'outside-scope', account: '8338', taxKey: '' },
  ],
} as const
const save = (change: object = {}) =>
  admin.call(calls.saveDatev, { body: { ...settings, accounts: [...settings.accounts], ...change } })
const declared = async (of = period) => {
  const { status, body } = await admin.call(calls.taxReturn, { query: { period: of } })
  expect(status).toBe(200)
  return body
}

const admin = testAdmin(site)
beforeAll(async () => {
  for (const one of sold) await store(one)
})

/** Compares with the file of before; `GOLDEN=write` writes it anew, to be read. */
function expectGolden(name: string, bytes: Buffer) {
  const path = join(import.meta.dirname, 'fixtures/tax-files', name)
  if (process.env.GOLDEN === 'write') writeFileSync(path, bytes)
  expect(bytes.toString('latin1')).toBe(readFileSync(path).toString('latin1'))
}

describe('the files of a quarter', () => {
  test('need settings and an account for each kind of sale, which are told before', async () => {
    const file = () => admin.call(calls.datevFile, { query: { period } })
    expect((await declared()).faults).toEqual([
      { file: 'datev', kind: 'settings-missing', number: null, detail: '' },
    ])
    expect((await file()).problem?.code).toBe('export-incomplete')
    expect((await save()).problem?.code).toBe('password-required')
    const first = { password: theAdmin.password, accounts: settings.accounts.slice(1) }
    expect((await save(first)).status).toBe(200)
    expect((await declared()).faults).toEqual([
      { file: 'datev', kind: 'account-missing', number: null, detail: 'home 1900' },
    ])
    expect((await file()).problem?.code).toBe('export-incomplete')
    expect((await save({ yearStart: 11 })).status).toBe(200)
    expect((await declared()).faults).toMatchObject([{ file: 'datev', kind: 'two-financial-years' }])
    expect((await save()).status).toBe(200)
    expect((await declared()).faults).toEqual([])
    expect((await auditOf(site)).map(({ action }) => action)).toEqual(Array(3).fill('datev-saved'))
  })

  test('are the bookings for DATEV, by its table of columns', async () => {
    const { raw, headers } = await admin.call(calls.datevFile, { query: { period } })
    const bytes = raw.rawPayload
    expect(headers['content-disposition']).toBe('attachment; filename="EXTF_Buchungsstapel_2026-Q4.csv"')
    expect(datevMistakes(bytes)).toEqual([])
    expectGolden('datev.csv', bytes)
  })

  test('are the return of the One Stop Shop, with corrections of earlier quarters beside it', async () => {
    const bytes = (await admin.call(calls.ossFile, { query: { period } })).raw.rawPayload
    expect(ossMistakes(bytes)).toEqual([])
    expectGolden('oss.csv', bytes)
    expect((await declared()).oss?.corrections).toEqual([
      { quarter: '2026-Q3', country: 'AT', vatCents: -1000 },
    ])
    const month = await admin.call(calls.ossFile, { query: { period: '2026-11' } })
    expect(month.problem?.code).toBe('export-incomplete')
  })

  test('are the EU sales list, each company once and rounded once', async () => {
    const bytes = (await admin.call(calls.salesListFile, { query: { period } })).raw.rawPayload
    expect(salesListMistakes(bytes)).toEqual([])
    expectGolden('sales-list.csv', bytes)
    expect(bytes.toString()).toContain('ATU12345675,240,S\r\n')
  })

  test('wait for a VAT ID that is missing or wrong', async () => {
    await store({
      number: '2026-000012',
      day: '2026-12-31',
      buyer: { name: 'No id', country: 'FR' },
      vat: owed,
      net: 100,
      rate: 0,
    })
    await store({
      number: '2026-000013',
      day: '2026-12-31',
      buyer: { name: 'Wrong', country: 'FR', vatId: 'ATU12345675' },
      vat: owed,
      net: 100,
      rate: 0,
    })
    expect((await declared()).faults).toEqual([
      { file: 'sales-list', kind: 'vat-id-missing', number: '2026-000012', detail: '' },
      { file: 'sales-list', kind: 'vat-id-invalid', number: '2026-000013', detail: 'ATU12345675' },
    ])
    expect((await admin.call(calls.salesListFile, { query: { period } })).problem?.code).toBe(
      'export-incomplete',
    )
    // a month without them has its file
    expect((await admin.call(calls.salesListFile, { query: { period: '2026-11' } })).status).toBe(200)
  })
})

test('stored sums of days declare the same', async () => {
  const before = [await declared(), await declared('2026-11')]
  // in the middle of the quarter, and after it
  for (const until of ['2026-11-14', '2027-01-31']) {
    const store = () => inTransaction(site.db, (trx) => storeMoneyDays(trx, { until, zone: 'Europe/Berlin' }))
    while (await store());
    expect([await declared(), await declared('2026-11')]).toEqual(before)
  }
})

test('after five minutes the settings ask for the password', async () => {
  site.clock.advanceReal({ minutes: 6 })
  expect((await save()).problem?.code).toBe('password-required')
})
