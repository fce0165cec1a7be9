import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import { sendDueMails } from '#server/platform/mail/send-due-mails.ts'
import type { OutgoingMail } from '#server/platform/outside/mail.ts'
import { testEngine } from '#support/database.ts'
import { openForTests } from '#support/open-for-tests.ts'
import { runUpkeep } from '#support/run-upkeep.ts'
import { issueSome, reverseCharge, someBill, someFacts } from '#support/some-invoice.ts'
import { allInvoices, charges, noticesOf, storeInvoice } from '#support/stored/money.ts'
import { personAt, speak } from '#support/stored/people.ts'
import { allRows } from '#support/stored/rows.ts'
import { accountHolder, subscribe } from '#support/subscriber.ts'
import { createTestApp } from '#support/test-app.ts'
import type { TestClient } from '#support/test-client.ts'
import { deleteOldInvoices } from './invoices-upkeep.ts'
import { issueInvoice } from './issue-invoice.ts'

/** The sent mails. */
let sent: OutgoingMail[]
/** Whether the mail server is there. */
let reachable: boolean

const site = openForTests(() =>
  createTestApp({
    settings: { RATE_LIMITS: '1000', SELLER_VAT_ID: 'DE136695976' },
    services: {
      mail: {
        async deliver(mail) {
          if (!reachable) return { outcome: 'unreachable', reason: 'nobody is there' }
          sent.push(mail)
          return { outcome: 'delivered' }
        },
      },
    },
  }),
)
beforeEach(async () => {
  sent = []
  reachable = true
  await site.startOver()
})

/** Advances business time and runs due work. */
async function days(count: number): Promise<void> {
  site.clock.advanceBusiness({ days: count })
  await runUpkeep(site.services)
}

const rows = () => allInvoices(site.db)
const files = () => allRows(site.db, 'invoice_file')
/** Mails with an invoice or a credit note, not those with terms. */
const withPdf = () =>
  sent.filter(({ attachments = [] }) => attachments.some(({ fileName }) => /\d/.test(fileName)))

/** A company that has paid for its first month. */
async function subscriber(
  email = 'ada@example.org',
  of: { country: string; vatId: string; business?: boolean } = { country: 'AT', vatId: 'ATU12345675' },
) {
  const browser = await accountHolder(site, email, of)
  await days(15)
  await subscribe(browser)
  return browser
}

async function invoicesOf(browser: TestClient) {
  return (await browser.call(calls.invoices, { query: {} })).body.invoices
}

test('invoices are listed ten a page, newest first, with how many there are in all', async () => {
  const browser = await subscriber()
  const [row] = await allRows(site.db, 'invoice')
  if (!row) throw new Error('there is no invoice')
  for (let copy = 1; copy <= 11; copy += 1)
    await storeInvoice(site.db, {
      ...row,
      id: crypto.randomUUID(),
      number: `2026-0001${10 + copy}`,
      charge_id: null,
      effect_key: `copy ${copy}`,
      facts: JSON.stringify(row.facts),
    })
  const page = async (of: { page?: string }) => (await browser.call(calls.invoices, { query: of })).body
  const [one, two, three] = [await page({}), await page({ page: '1' }), await page({ page: '2' })]
  expect([one.count, one.invoices.length, two.invoices.length, three.invoices.length]).toEqual([12, 10, 2, 0])
  const numbers = [...one.invoices, ...two.invoices].map(({ number }) => number)
  expect(numbers).toEqual(numbers.toSorted().toReversed())
})

describe('an invoice that was paid', () => {
  test('is downloaded as PDF, the same to the byte each time, and kept with its hash', async () => {
    const browser = await subscriber()
    const [invoice] = await invoicesOf(browser)
    const params = { id: invoice?.id ?? '' }
    const first = await browser.call(calls.invoicePdf, { params })
    expect(first.status).toBe(200)
    expect(first.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="Invoice-2026-000001.pdf"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    expect(first.raw.rawPayload.subarray(0, 8).toString()).toBe('%PDF-1.7')
    const all = await files()
    // the PDF of a company embeds its e-invoice, which is also stored separately
    expect(all.map(({ format }) => format).toSorted()).toEqual(['pdf', 'xml'])
    const kept = all.find(({ format }) => format === 'pdf')
    expect(kept?.bytes.equals(first.raw.rawPayload)).toBe(true)
    expect(kept?.sha256.equals(createHash('sha256').update(first.raw.rawPayload).digest())).toBe(true)
    site.clock.advanceBusiness({ days: 400 })
    const again = await browser.call(calls.invoicePdf, { params })
    expect(again.raw.rawPayload.equals(first.raw.rawPayload)).toBe(true)
  })

  test('of a business is downloaded as e-invoice, of a consumer it is not', async () => {
    const company = await subscriber()
    const [theirs] = await invoicesOf(company)
    expect(theirs?.eInvoice).toBe(true)
    // an invoice to a business stays one, whatever the account is today
    await company.call(calls.changeVatId, { body: { country: 'AT', vatId: '' } })
    expect((await invoicesOf(company))[0]?.eInvoice).toBe(true)
    const xml = await company.call(calls.invoiceXml, { params: { id: theirs?.id ?? '' } })
    expect(xml.status).toBe(200)
    expect(xml.headers).toMatchObject({
      'content-type': 'application/xml',
      'content-disposition': 'attachment; filename="Invoice-2026-000001.xml"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    expect(xml.text).toContain('<ram:ID schemeID="VA">ATU12345675</ram:ID>')
    const consumer = await subscriber('bob@example.org', { country: 'DE', vatId: '' })
    const [own] = await invoicesOf(consumer)
    expect(own?.eInvoice).toBe(false)
    const params = { id: own?.id ?? '' }
    expect((await consumer.call(calls.invoicePdf, { params })).status).toBe(200)
    expect((await consumer.call(calls.invoiceXml, { params })).status).toBe(404)
  })

  test('is an e-invoice for a German company without a VAT ID that declares itself as one', async () => {
    const company = await subscriber('carl@example.org', { country: 'DE', vatId: '', business: true })
    const [invoice] = await invoicesOf(company)
    const xml = await company.call(calls.invoiceXml, { params: { id: invoice?.id ?? '' } })
    expect([invoice?.eInvoice, invoice?.grossCents, xml.status]).toEqual([true, 1190, 200])
    expect(xml.text).toContain('<ram:RateApplicablePercent>19')
  })

  test('is not found for another account, signed out, and under any other ID', async () => {
    const browser = await subscriber()
    const [invoice] = await invoicesOf(browser)
    const params = { id: invoice?.id ?? '' }
    const other = await accountHolder(site, 'eve@example.org')
    for (const call of [calls.invoicePdf, calls.invoiceXml]) {
      expect((await other.call(call, { params })).status).toBe(404)
      expect((await site.client().call(call, { params })).status).toBe(401)
      for (const id of ['no-such-invoice', '00000000-0000-4000-8000-000000000000', '2026-000001'])
        expect((await browser.call(call, { params: { id } })).status).toBe(404)
    }
  })

  test('shows the state at its writing, whatever is changed since', async () => {
    const browser = await subscriber()
    await browser.call(calls.changeBillingAddress, { body: { address: 'Somebody else\nRing 1\n1010 Wien' } })
    const [row] = await rows()
    expect(JSON.stringify(row?.facts)).not.toContain('Somebody else')
    expect(row?.facts).toMatchObject({
      seller: { name: 'Robin Sample', country: 'DE', vatId: 'DE136695976' },
      product: 'Lectern',
      zone: 'Europe/Berlin',
      buyer: { vatId: 'ATU12345675', business: true },
    })
  })

  test('cannot be changed, nor can its files', async () => {
    const browser = await subscriber()
    const [invoice] = await invoicesOf(browser)
    await browser.call(calls.invoicePdf, { params: { id: invoice?.id ?? '' } })
    await expect(site.db.updateTable('invoice').set({ net_cents: 1 }).execute()).rejects.toThrow(
      'never changed',
    )
    const change = site.db.updateTable('invoice_file').set({ bytes: Buffer.from('') })
    await expect(change.execute()).rejects.toThrow('never changed')
  })
})

describe('the mail of an invoice', () => {
  test("is sent to the account's owner once, with the PDF that can be downloaded", async () => {
    const browser = await subscriber()
    await sendDueMails(site.services)
    await days(1)
    await sendDueMails(site.services)
    const [mail, ...more] = withPdf()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: 'ada@example.org', subject: 'Your invoice 2026-000001' })
    expect(mail?.text).toContain('Attached is invoice 2026-000001 for €10.00.')
    const [invoice] = await invoicesOf(browser)
    const pdf = await browser.call(calls.invoicePdf, { params: { id: invoice?.id ?? '' } })
    expect(mail?.attachments).toEqual([
      { fileName: 'Invoice-2026-000001.pdf', contentType: 'application/pdf', bytes: pdf.raw.rawPayload },
    ])
  })

  test('is not written again for the same payment', async () => {
    const browser = await accountHolder(site, 'ada@example.org')
    const { body } = await browser.call(calls.userSession)
    const id = body.authenticated ? body.account.id : ''
    const one = await issueSome(site.services, id)
    expect(await issueSome(site.services, id)).toEqual(one)
    await sendDueMails(site.services)
    expect([(await rows()).length, withPdf().length]).toEqual([1, 1])
  })

  test('waits for the mail server with its invoice', async () => {
    await subscriber()
    reachable = false
    await sendDueMails(site.services)
    expect(withPdf()).toEqual([])
    reachable = true
    site.clock.advance({ minutes: 10 })
    await sendDueMails(site.services)
    expect(withPdf()).toHaveLength(1)
  })

  test('is in the language of the account, and the invoice as well', async () => {
    const browser = await accountHolder(site, 'ada@example.org')
    await speak(site.db, (await personAt(site.db, 'ada@example.org')).userId, 'de')
    await days(15)
    await subscribe(browser)
    await sendDueMails(site.services)
    expect(withPdf()[0]).toMatchObject({
      subject: 'Ihre Rechnung 2026-000001',
      attachments: [{ fileName: 'Rechnung-2026-000001.pdf' }],
    })
  })

  test('has the credit note of a refund', async () => {
    const browser = await subscriber()
    await browser.call(calls.refundSubscription)
    await sendDueMails(site.services)
    expect(withPdf().map(({ subject, attachments }) => [subject, attachments?.[0]?.fileName])).toEqual(
      expect.arrayContaining([
        ['Your invoice 2026-000001', 'Invoice-2026-000001.pdf'],
        ['Credit note 2026-000002 for your invoice 2026-000001', 'Credit-note-2026-000002.pdf'],
      ]),
    )
    expect(withPdf()).toHaveLength(2)
    const [invoice, note] = await rows()
    expect(note).toMatchObject({ corrects: '2026-000001', gross_cents: -(invoice?.gross_cents ?? 0) })
    expect(note?.facts).toMatchObject({ corrects: { number: '2026-000001', issuedOn: invoice?.issued_on } })
  })

  test('is listed in the demo with a link to its attachment', async () => {
    await subscriber()
    const { body } = await site.client().call(calls.demoMails)
    const attached = body.mails.flatMap(({ attachments }) => attachments)
    expect(attached.map(({ name }) => name).toSorted()).toEqual([
      'Invoice-2026-000001.pdf',
      'Terms-and-conditions.pdf',
    ])
    for (const { href } of attached) {
      const pdf = await site.client().fetch('GET', href)
      expect([pdf.status, pdf.headers['content-type'], pdf.text.slice(0, 4)]).toEqual([
        200,
        'application/pdf',
        '%PDF',
      ])
    }
    const noFile = { id: site.services.random.id(), file: '0' }
    expect((await site.client().call(calls.demoAttachment, { query: noFile })).status).toBe(404)
    const nothing = await site.client().call(calls.demoInvoice, { query: { id: 'no-such-invoice' } })
    expect(nothing.status).toBe(404)
  })
})

describe('numbers', () => {
  test('belong to the year that it is where the seller is', async () => {
    site.clock.advance({ seconds: (Date.parse('2026-12-31T22:59:59Z') - site.clock.now().getTime()) / 1000 })
    const account = '22222222-2222-4222-8222-222222222222'
    const { number: last } = await issueSome(site.services, account, { key: 'period-1' })
    site.clock.advance({ seconds: 1 })
    const { number: first } = await issueSome(site.services, account, { key: 'period-2' })
    expect([last, first]).toEqual(['2026-000001', '2027-000001'])
    expect((await rows()).map((row) => row.issued_on)).toEqual(['2026-12-31', '2027-01-01'])
  })

  test('leave no gap where a payment is rolled back', async () => {
    const account = '22222222-2222-4222-8222-222222222222'
    await issueSome(site.services, account, { key: 'period-1' })
    const broken = inTransaction(site.db, async (trx) => {
      const order = {
        accountId: account,
        chargeId: null,
        bill: someBill({ key: 'period-2' }),
        facts: someFacts(),
      }
      expect((await issueInvoice(trx, site.services, order)).number).toBe('2026-000002')
      throw new Error('the process dies here')
    })
    await expect(broken).rejects.toThrow('dies here')
    expect((await issueSome(site.services, account, { key: 'period-3' })).number).toBe('2026-000002')
  })

  test('are given even to an incomplete invoice, and the operator is notified', async () => {
    const notices = () => noticesOf(site.db)
    const account = '22222222-2222-4222-8222-222222222222'
    await issueSome(site.services, account, { key: 'period-1' })
    expect(await notices()).toEqual([])
    // the customer owes the tax, and is not named by a VAT id
    const vat = { basisPoints: 0, reverseCharge: true, note: 'reverse-charge' } as const
    const { number } = await issueSome(site.services, account, { key: 'period-2', vat })
    expect(number).toBe('2026-000002')
    expect(await notices()).toMatchObject([{ kind: 'invoice-incomplete', key: `incomplete ${number}` }])
  })

  if (testEngine === 'postgresql')
    test('of a hundred payments at once are a hundred in a row', async () => {
      const account = '22222222-2222-4222-8222-222222222222'
      const issued = await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          issueSome(site.services, account, { key: `period-${index}` }),
        ),
      )
      const expected = Array.from({ length: 100 }, (_, index) => `2026-${String(index + 1).padStart(6, '0')}`)
      expect(issued.map(({ number }) => number).toSorted()).toEqual(expected)
    })
})

describe('an invoice kept by law', () => {
  const account = '22222222-2222-4222-8222-222222222222'

  test('is deleted with its file when its years are over, and not a day before', async () => {
    const { id } = await issueSome(site.services, account, { vat: reverseCharge })
    await site.client().call(calls.demoInvoice, { query: { id } })
    site.clock.advanceBusiness({ days: years(2034, 12, 31) })
    await deleteOldInvoices(site.services)
    expect([(await rows()).length, (await files()).length]).toEqual([1, 1])
    site.clock.advanceBusiness({ days: 1 })
    await deleteOldInvoices(site.services)
    expect([(await rows()).length, (await files()).length]).toEqual([0, 0])
  })

  test('is kept for two more years if its tax is declared abroad', async () => {
    const vat = { basisPoints: 2000, reverseCharge: false, taxCountry: 'AT' }
    await issueSome(site.services, account, { vat })
    site.clock.advanceBusiness({ days: years(2036, 12, 31) })
    await deleteOldInvoices(site.services)
    expect(await rows()).toHaveLength(1)
    site.clock.advanceBusiness({ days: 1 })
    await deleteOldInvoices(site.services)
    expect(await rows()).toEqual([])
  })

  test('is kept as long as a credit note of a later year, and the charge loses the buyer with it', async () => {
    const browser = await accountHolder(site, 'ada@example.org')
    // the trial is over on 5 December; what is paid on 28 December goes back in January
    await days(37)
    await subscribe(browser)
    site.clock.advanceBusiness({ days: 5 })
    await browser.call(calls.refundSubscription)
    expect((await rows()).map(({ number }) => number)).toEqual(['2026-000001', '2027-000001'])
    const buyers = async () => {
      const paid = await charges(site.db)
      return paid.filter(({ facts }) => facts !== null && typeof facts === 'object' && 'buyer' in facts)
        .length
    }
    site.clock.advanceBusiness({ days: 8 * 365 + 3 })
    await deleteOldInvoices(site.services)
    expect([(await rows()).length, await buyers()]).toEqual([2, 1])
    site.clock.advanceBusiness({ days: 365 })
    await deleteOldInvoices(site.services)
    expect([(await rows()).length, await buyers()]).toEqual([0, 0])
  })
})

/** Days from the initial clock to that day. */
function years(year: number, month: number, day: number): number {
  return Math.round((Date.UTC(year, month - 1, day) - Date.UTC(2026, 10, 21)) / 86_400_000)
}
