import { unzipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { testAdmin } from '#support/admin.ts'
import { passDays } from '#support/paying-team.ts'
import { accountHolder, subscribe } from '#support/subscriber.ts'
import { testApp } from '#support/test-app.ts'

const site = testApp({ settings: { RATE_LIMITS: '1000' } })
const month = '2026-12'
const days = { from: '2026-12-01', to: '2026-12-31' }
const tomorrow = { from: '2027-01-01', to: '2027-01-31' }

const admin = testAdmin(site)
beforeAll(async () => {
  const company = await accountHolder(site, 'acme@example.org', { business: true })
  const person = await accountHolder(site, 'ada@example.org')
  await passDays(site, 15)
  for (const browser of [company, person]) expect((await subscribe(browser)).status).toBe(200)
  expect((await person.call(calls.refundSubscription)).status).toBe(200)
})

const find = async (search: object = {}) => {
  const { status, body } = await admin.call(calls.findInvoices, { body: { query: '', page: 0, ...search } })
  expect(status).toBe(200)
  return body
}
const numbers = async (search: object = {}) => (await find(search)).invoices.map(({ number }) => number)

test('documents are found by the beginning of number or buyer, by month and kind, newest first', async () => {
  expect(await numbers()).toEqual(['2026-000003', '2026-000002', '2026-000001'])
  expect(await numbers({ query: '2026-000002' })).toEqual(['2026-000002'])
  expect(await numbers({ query: '2026' })).toHaveLength(3)
  expect(await numbers({ query: 'ACME@' })).toEqual(['2026-000001'])
  expect(await numbers({ query: 'cme@' })).toEqual([])
  expect(await numbers({ query: "'; drop table invoice; --" })).toEqual([])
  expect(await numbers({ month })).toHaveLength(3)
  expect(await numbers({ month: '2026-11' })).toEqual([])
  const { count, invoices } = await find({ kind: 'credit-note' })
  expect(count).toBe(1)
  expect(invoices[0]).toMatchObject({
    number: '2026-000003',
    corrects: '2026-000002',
    netCents: -1000,
    grossCents: -1190,
    hasXml: false,
  })
  expect(await find({ page: 1 })).toEqual({ count: 3, invoices: [] })
})

test('a document is there as PDF, and that of a business as e-invoice', async () => {
  const { invoices } = await find()
  const of = (number: string) => ({ params: { id: invoices.find((one) => one.number === number)?.id ?? '' } })
  const pdf = await admin.call(calls.deskInvoicePdf, of('2026-000002'))
  expect(pdf.raw.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  const xml = await admin.call(calls.deskInvoiceXml, of('2026-000001'))
  expect(xml.text).toContain('CrossIndustryInvoice')
  expect((await admin.call(calls.deskInvoiceXml, of('2026-000002'))).status).toBe(404)
  const unknown = { params: { id: site.services.random.id() } }
  expect((await admin.call(calls.deskInvoicePdf, unknown)).status).toBe(404)
})

test('a month has all of its files in one', async () => {
  const { raw, headers } = await admin.call(calls.invoicesZip, { query: { month } })
  expect(headers['content-disposition']).toBe('attachment; filename="invoices-2026-12.zip"')
  const files = unzipSync(raw.rawPayload)
  expect(Object.keys(files).toSorted()).toEqual([
    'Credit-note-2026-000003.pdf',
    'Invoice-2026-000001.pdf',
    'Invoice-2026-000001.xml',
    'Invoice-2026-000002.pdf',
  ])
  for (const [name, bytes] of Object.entries(files)) expect(bytes.length, name).toBeGreaterThan(1000)
  const empty = await admin.call(calls.invoicesZip, { query: { month: '2026-11' } })
  expect(unzipSync(empty.raw.rawPayload)).toEqual({})
})

test('documents and payments of a period are tables', async () => {
  const lines = async (call: typeof calls.invoicesCsv | typeof calls.paymentsCsv, query = days) =>
    (await admin.call(call, { query })).text.trim().split('\r\n')
  const documents = await lines(calls.invoicesCsv)
  expect(documents).toHaveLength(4)
  expect(documents[3]).toMatch(
    /^2026-000003,credit-note,2026-000002,2026-12-\d\d,.*,DE,,'?-10,'?-1.9,'?-11.9,19,$/,
  )
  const payments = await lines(calls.paymentsCsv)
  expect(payments).toHaveLength(4)
  expect(payments[1]).toMatch(/^2026-12-\d\d,payment,11.9,2026-000001,.*,sandbox,\w+$/)
  expect(payments[3]).toMatch(/^2026-12-\d\d,refund,'?-11.9,2026-000002,.*,sandbox,\w+$/)
  expect(await lines(calls.invoicesCsv, tomorrow)).toHaveLength(1)
  expect(await lines(calls.paymentsCsv, tomorrow)).toHaveLength(1)
})
