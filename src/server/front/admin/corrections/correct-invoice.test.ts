import { beforeEach, expect, test } from 'vitest'
import type { Correction } from '#contract/billing/admin-corrections.ts'
import { calls } from '#contract/calls.ts'
import { OssReturn } from '#domain/exports/oss-return.ts'
import type { Sale } from '#domain/exports/sale.ts'
import { quarterOf } from '#domain/exports/tax-period.ts'
import { settleDeclarations } from '#server/business/declarations/settle-declarations.ts'
import { salesIn } from '#server/business/reports/sold-documents.store.ts'
import { auditOf, testAdmin, theAdmin } from '#support/admin.ts'
import { accountBooks } from '#support/books.ts'
import { mailsTo } from '#support/mails.ts'
import { passDays, payingOwner, sessionOf } from '#support/paying-team.ts'
import { allInvoices } from '#support/stored/money.ts'
import { personAt } from '#support/stored/people.ts'
import { accountHolder, subscribe } from '#support/subscriber.ts'
import { testApp } from '#support/test-app.ts'

let count = 0
let email: string
const site = testApp({
  settings: {
    RATE_LIMITS: '100000',
    VAT_MODE: 'full',
    OSS_SINCE: '2020-01-01',
    SELLER_VAT_ID: 'DE123456789',
    SELLER_ADDRESS: 'Straße 1\n10115 Berlin',
  },
})
const admin = testAdmin(site, { secondFactor: false })
beforeEach(() => {
  count += 1
  email = `invoiced.${count}@example.org`
})

const { password } = theAdmin
const idOf = async () => (await personAt(site.db, email)).accountId
const invoices = async () => {
  const { body } = await admin.call(calls.correctableInvoices, { body: { accountId: await idOf() } })
  return body.invoices
}
const documents = async () => {
  const id = await idOf()
  return (await allInvoices(site.db)).filter(({ account_id }) => account_id === id)
}
type Change = Partial<Correction & { kind: 'invoice' }>
async function wanted(change: Change = {}): Promise<Correction> {
  const [newest] = await invoices()
  if (!newest) throw new Error('there is no invoice')
  const { id: invoiceId, name, address, vatId } = newest
  return { kind: 'invoice', invoiceId, name, address, vatId, ...change }
}
const preview = async (correction: Correction) =>
  admin.call(calls.previewCorrection, { body: { accountId: await idOf(), correction } })
async function correct(change: Change = {}, shownBefore: object = {}) {
  const correction = await wanted(change)
  const { body } = await preview(correction)
  const { version, at, refundCents, reissuedCents, after } = body
  const shown = { version, at, refundCents, reissuedCents, balanceCents: after.balanceCents, ...shownBefore }
  const accountId = await idOf()
  return admin.call(calls.correctAccount, {
    body: { accountId, correction, shown, reason: 'a wrong name', password },
  })
}
const sold = async (): Promise<readonly Sale[]> => {
  const numbers = new Set((await documents()).map(({ number }) => number))
  const sales: Sale[] = []
  for await (const some of salesIn(site.db, { from: '2020-01-01', to: '2040-01-01' })) sales.push(...some)
  return sales.filter(({ number }) => numbers.has(number))
}
const sum = (of: readonly { netCents: number; vatCents: number }[]) =>
  of.reduce((cents, { netCents, vatCents }) => [cents[0] + netCents, cents[1] + vatCents] as const, [
    0, 0,
  ] as readonly [number, number])

test('an invoice is cancelled and issued again for the right recipient, linked, and no cent moves', async () => {
  const browser = await payingOwner(site, email)
  const before = { books: await accountBooks(site.services, await idOf()), sold: sum(await sold()) }
  const subscription = (await sessionOf(browser)).subscription
  const recipient = { name: 'Acme GmbH', address: 'Ring 7\n80331 München', vatId: 'de 136 695 976' }
  expect((await preview(await wanted(recipient))).body).toMatchObject({ reissuedCents: 1190, refundCents: 0 })
  expect((await correct(recipient)).status).toBe(200)
  const [first, note, again] = await documents()
  expect(note).toMatchObject({
    kind: 'credit-note',
    corrects: first?.number,
    net_cents: -1000,
    vat_cents: -190,
  })
  expect(again).toMatchObject({ kind: 'invoice', corrects: null, net_cents: 1000, vat_cents: 190 })
  expect(again?.facts).toMatchObject({
    buyer: { name: 'Acme GmbH', address: 'Ring 7\n80331 München', vatId: 'DE136695976', business: true },
    replaces: { number: first?.number },
  })
  expect(await accountBooks(site.services, await idOf())).toEqual(before.books)
  expect(sum(await sold())).toEqual(before.sold)
  expect((await sessionOf(browser)).subscription).toEqual(subscription)
  // both name each other where they are listed, printed and exchanged
  const own = (await browser.call(calls.invoices, { query: {} })).body.invoices
  expect(own.map(({ replaces, corrects }) => replaces ?? corrects)).toEqual([
    first?.number,
    first?.number,
    undefined,
  ])
  const found = (await admin.call(calls.findInvoices, { body: { query: again?.number ?? '', page: 0 } })).body
  expect(found.invoices).toMatchObject([{ replaces: first?.number, buyer: 'Acme GmbH' }])
  const xml = await browser.call(calls.invoiceXml, { params: { id: again?.id ?? '' } })
  expect(xml.text).toContain(`<ram:IssuerAssignedID>${first?.number}</ram:IssuerAssignedID>`)
  const mails = (await mailsTo(site, email)).map(({ text }) => text).join('\n')
  expect(mails).toContain('We have corrected the recipient.')
  const entry = (await auditOf(site)).at(-1)
  expect(entry).toMatchObject({ action: 'account-corrected', target: await idOf() })
  expect(entry?.after).toContain(`"correction":{"kind":"invoice","invoiceId":"${first?.id}"}`)
  expect(entry?.after).not.toContain('Acme')
})

test('what is refunded afterwards corrects the new invoice, and the sums stay right to the cent', async () => {
  await payingOwner(site, email)
  const refund = async (grossCents: number, goesTo: 'card' | 'credit') => {
    const accountId = await idOf()
    const correction = { kind: 'refund', key: 'period-1', grossCents, goesTo } as const
    const { version, at, refundCents, after } = (await preview(correction)).body
    const shown = { version, at, refundCents, balanceCents: after.balanceCents }
    const body = { accountId, correction, shown, reason: 'half of it', password }
    expect((await admin.call(calls.correctAccount, { body })).status).toBe(200)
  }
  await refund(500, 'card')
  expect((await correct({ name: 'First' })).status).toBe(200)
  expect((await correct({ name: 'Second' })).status).toBe(200)
  await refund(300, 'credit')
  const all = await documents()
  const last = all.findLast(({ kind }) => kind === 'invoice')
  expect(all.at(-1)).toMatchObject({ kind: 'credit-note', corrects: last?.number })
  await refund(390, 'card')
  const [net, vat] = sum(await sold())
  const { heldCents, keptCents } = await accountBooks(site.services, await idOf())
  expect(keptCents).toBe(300)
  expect(net + vat + heldCents).toBe(keptCents)
  expect(await invoices()).toEqual([])
})

test('an invoice of an earlier contract stays one: a withdrawal from the later one does not return it', async () => {
  const browser = await payingOwner(site, email)
  await browser.call(calls.cancelSubscription)
  await passDays(site, 40)
  expect((await subscribe(browser)).status).toBe(200)
  const [, earlier] = await invoices()
  expect((await correct({ invoiceId: earlier?.id ?? '', name: 'Late' })).status).toBe(200)
  const paid = (await accountBooks(site.services, await idOf())).keptCents
  const withdrawal = { name: 'Ada Lovelace', email }
  expect((await site.client().call(calls.declareWithdrawal, { body: withdrawal })).status).toBe(200)
  await settleDeclarations(site.services)
  expect(paid - (await accountBooks(site.services, await idOf())).keptCents).toBe(1190)
})

test('the One Stop Shop return of the first quarter and of the later one stay as they were', async () => {
  const browser = await accountHolder(site, email, { country: 'FR' })
  await passDays(site, 15)
  expect((await subscribe(browser)).status).toBe(200)
  const [first] = await documents()
  await passDays(site, 100)
  const [invoice] = (await invoices()).filter(({ number }) => number === first?.number)
  expect((await correct({ invoiceId: invoice?.id ?? '', name: 'Marie' })).status).toBe(200)
  const later = quarterOf((await documents()).at(-1)?.issued_on ?? '')
  expect(later).not.toBe(quarterOf(first?.issued_on ?? ''))
  const oss = new OssReturn(later)
  const new_ = (await sold()).filter(({ taxedOn, corrects }) => taxedOn ?? corrects)
  expect(new_).toHaveLength(2)
  for (const sale of new_) oss.add(sale)
  expect([oss.lines(), oss.corrections()]).toEqual([[], []])
})

test.each<[string, Change, string | number]>([
  ['the same recipient', {}, 'invoice-kept'],
  ['a blank name', { name: ' ' }, 422],
  ['a blank address', { address: '\n' }, 422],
  ['a VAT ID of another country', { vatId: 'ATU12345675' }, 422],
  ['wrong check digits', { vatId: 'DE136695975' }, 422],
  ['signs that no invoice can show', { name: 'Ada \u{13000}' }, 422],
])('%s is refused, and nothing is written', async (_, change, problem) => {
  await payingOwner(site, email)
  const before = (await documents()).length
  const reply = await preview(await wanted(change))
  expect(typeof problem === 'number' ? reply.status : reply.problem?.code).toBe(problem)
  expect((await documents()).length).toBe(before)
})

test('a VAT ID that changes the tax is refused with a sentence, as is losing one that freed from it', async () => {
  const consumer = await accountHolder(site, email, { country: 'AT' })
  await passDays(site, 15)
  expect((await subscribe(consumer)).status).toBe(200)
  expect((await preview(await wanted({ vatId: 'ATU12345675' }))).problem?.code).toBe('tax-would-change')
  email = `company.${count}@example.org`
  const company = await accountHolder(site, email, { country: 'AT', vatId: 'ATU12345675' })
  await passDays(site, 15)
  expect((await subscribe(company)).status).toBe(200)
  expect((await preview(await wanted({ vatId: '' }))).problem?.code).toBe('tax-would-change')
  expect((await correct({ vatId: 'ATU13585627' })).status).toBe(200)
  const taxes = (await sold()).map(({ case: how, buyer, netCents }) => [how, buyer.vatId, netCents])
  expect(taxes).toEqual([
    ['reverse-charge', 'ATU12345675', 1000],
    ['reverse-charge', 'ATU12345675', -1000],
    ['reverse-charge', 'ATU13585627', 1000],
  ])
})

test('neither what was replaced, nor credit notes, nor foreign invoices, nor another preview are corrected', async () => {
  await payingOwner(site, email)
  const former = await wanted({ name: 'Once' })
  expect((await correct({ name: 'Once' }, { reissuedCents: 1 })).problem?.code).toBe('version-conflict')
  expect((await correct({ name: 'Once' })).status).toBe(200)
  expect((await preview(former)).problem?.code).toBe('invoice-kept')
  const note = (await documents()).find(({ kind }) => kind === 'credit-note')
  expect((await preview(await wanted({ invoiceId: note?.id ?? '', name: 'Twice' }))).problem?.code).toBe(
    'invoice-kept',
  )
  const [mine] = await invoices()
  email = `other.${count}@example.org`
  await payingOwner(site, email)
  expect((await preview(await wanted({ invoiceId: mine?.id ?? '', name: 'Theirs' }))).status).toBe(404)
})
