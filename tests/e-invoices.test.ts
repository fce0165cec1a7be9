import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { eInvoice } from '#server/books/invoices/e-invoice.ts'
import { type WrittenInvoice, writtenInvoice } from '#server/books/invoices/invoice-facts.ts'
import { payByTransfer } from '#server/business/shop/await-transfer.ts'
import { cancelOrder } from '#server/business/shop/cancel-order.ts'
import { refundOrder } from '#server/business/shop/return-order.ts'
import { checkOfficially, officialRules } from '#support/e-invoice-rules.ts'
import { addPeople, passDays, saveUsers, sessionOf } from '#support/paying-team.ts'
import {
  checkoutWith,
  discountCode,
  goodsOnSale,
  orderOnInvoice,
  placeOrder,
  shippingOnOffer,
  voucherOnSale,
} from '#support/shopper.ts'
import { accountHolder, goodCard, subscribe } from '#support/subscriber.ts'
import { createTestApp, type TestApp } from '#support/test-app.ts'
import { known, resting, startVatRegister } from '#support/vat-register-server.ts'
import { readXml, type XmlElement } from '#support/xml-tree.ts'
import { hurryJobs } from './support/stored/jobs.ts'
import { allInvoices } from './support/stored/money.ts'

// Every kind of document that a customer's life brings about, written by the site itself, against the rules of EN 16931.

if (!officialRules)
  process.stdout.write('The official rules of EN 16931 are skipped: EN16931_RULES names none.\n')

const german = { country: 'DE', vatId: 'DE136695976' }
const austrian = { country: 'AT', vatId: 'ATU12345675' }
const swiss = { country: 'CH', vatId: '' }
/** Sites by what their seller is, with who buys there. A small business shows no tax. */
const sellers = [
  { settings: { VAT_MODE: 'full' }, buyers: [german, austrian, swiss] },
  {
    settings: { VAT_MODE: 'full', SMALL_BUSINESS: '1', SELLER_TAX_NUMBER: '12/345/67890' },
    buyers: [german],
  },
]

let sites: TestApp[] = []
type Document = { site: TestApp; what: string; written: WrittenInvoice; xml: string }
let documents: Document[]
beforeAll(async () => {
  documents = []
  for (const { settings, buyers } of sellers) {
    const site = await createTestApp({
      settings: { RATE_LIMITS: '100000', TRIAL_DAYS: '0', SELLER_VAT_ID: 'DE136695976', ...settings },
    })
    sites = [...sites, site]
    for (const buyer of buyers) await liveThroughAll(site, buyer)
    // goods stay within the EU
    for (const buyer of buyers) if (buyer !== swiss) await orderGoods(site, buyer)
    await orderBothWays(site)
    await orderBooks(site)
    await collect(site)
  }
  await withRestingRegister(async (site) => {
    sites = [...sites, site]
    await collect(site)
  })

  async function collect(site: TestApp): Promise<void> {
    const rows = await allInvoices(site.db)
    for (const row of rows) {
      const written = writtenInvoice(row)
      const { kind, lines, customer } = written.document
      const what = `${kind} to ${customer.country}: ${lines.map((line) => line.kind).join(', ')}`
      documents.push({ site, what, written, xml: await eInvoice(written) })
    }
  }
})
afterAll(() => Promise.all(sites.map((site) => site.close())))

let people = 0
const names = (count: number) =>
  Array.from({ length: count }, () => {
    people += 1
    return `person${people}@example.org`
  })

/** A user added in the last hour of the period costs too little to be charged: it is open until the renewal. */
async function liveThroughAnOpenSum(site: TestApp, buyer: { country: string; vatId: string }): Promise<void> {
  const [email = '', other = ''] = names(2)
  const owner = await accountHolder(site, email, buyer)
  await subscribe(owner)
  const { subscription } = await sessionOf(owner)
  const left = Date.parse(subscription?.until ?? '') - site.clock.now().getTime()
  await passDays(site, (left - 3_600_000) / 86_400_000)
  expect((await addPeople(owner, other)).status).toBe(200)
  await passDays(site, 1)
}

/**
 * An Austrian company pays tax while the register of VAT ids rests. The register confirms its id later: the invoice is
 * cancelled, and one with reverse charge takes its place.
 */
async function withRestingRegister(collect: (site: TestApp) => Promise<void>): Promise<void> {
  const register = await startVatRegister()
  const site = await createTestApp({
    settings: {
      RATE_LIMITS: '100000',
      TRIAL_DAYS: '0',
      VAT_MODE: 'full',
      SELLER_VAT_ID: 'DE136695976',
      VIES_URL: register.url,
    },
  })
  const [email = ''] = names(1)
  register.answers[austrian.vatId] = resting
  const owner = await accountHolder(site, email, austrian)
  await site.services.queue.drain()
  await subscribe(owner)
  register.answers[austrian.vatId] = known({ countryCode: 'AT', vatNumber: 'U12345675' }, true)
  // what waits in the queue is due by the machine's clock
  await hurryJobs(site.db, 'check-vat-id')
  await site.services.queue.drain()
  await passDays(site, 0)
  await collect(site)
  await register.close()
}

/** A monthly team that grows, shrinks, is renewed with credit and is refunded; and a yearly one. */
async function liveThroughAll(site: TestApp, buyer: { country: string; vatId: string }): Promise<void> {
  const [email = '', other = ''] = names(2)
  const owner = await accountHolder(site, email, buyer)
  await subscribe(owner)
  await passDays(site, 3)
  await addPeople(owner, ...names(14))
  await passDays(site, 29)
  const { users } = await sessionOf(owner)
  const leaving = users.slice(1, 5).map(({ id, name, email }) => ({ id, name, email, removed: true }))
  expect((await saveUsers(owner, { users: leaving })).status).toBe(200)
  await passDays(site, 31)
  expect((await owner.call(calls.refundSubscription)).status).toBe(200)
  const byTheYear = await accountHolder(site, other, buyer)
  await subscribe(byTheYear, goodCard, { value: 1, unit: 'y' })
  await addPeople(byTheYear, ...names(2))
  expect((await byTheYear.call(calls.refundSubscription)).status).toBe(200)
  await liveThroughAnOpenSum(site, buyer)
}

/** A voucher, a book and two mugs with a discount and shipping: taxed at several rates, and a part of it is given back. */
async function orderGoods(site: TestApp, buyer: { country: string; vatId: string }): Promise<void> {
  const [email = ''] = names(1)
  const owner = await accountHolder(site, email, buyer)
  const items = [
    { productId: await voucherOnSale(site), quantity: 1 },
    { productId: await goodsOnSale(site, { name: 'Book', netCents: 3333, taxClass: 'book' }), quantity: 1 },
    { productId: await goodsOnSale(site, { netCents: 1111 }), quantity: 2 },
  ]
  const checkout = await checkoutWith(owner, email)
  const ordered = await placeOrder(owner, checkout, '', {
    items,
    country: buyer.country,
    name: 'Ada Lovelace',
    address: 'Ring 3\n10115 Berlin',
    shippingMethod: await shippingOnOffer(site),
    discountCode: await discountCode(site, `TEN-${buyer.country}`),
  })
  expect(ordered.body.order).toMatchObject({ state: 'paid' })
  await giveBack(site, ordered.body.order, [1234, 3, 777, 14_713 - 13_750, 1003])
}

/** Books for 500 EUR, of which 147.13 EUR go back, which are 137.50 with 9.63 at 7 %, and odd sums; then the rest. */
async function orderBooks(site: TestApp): Promise<void> {
  const [email = ''] = names(1)
  const owner = await accountHolder(site, email, german)
  const productId = await goodsOnSale(site, { name: 'Books', netCents: 50_000, taxClass: 'book' })
  const checkout = await checkoutWith(owner, email)
  const ordered = await placeOrder(owner, checkout, '', {
    items: [{ productId, quantity: 1 }],
    country: 'DE',
    name: 'Ada Lovelace',
    address: 'Ring 3\n10115 Berlin',
    shippingMethod: await shippingOnOffer(site),
  })
  const { grossCents } = ordered.body.order
  const parts = [14_713, 8, 333, 1234]
  await giveBack(site, ordered.body.order, [
    ...parts,
    parts.reduce((rest, cents) => rest - cents, grossCents),
  ])
}

/** Gives money of an order back, one sum after the other. */
async function giveBack(
  site: TestApp,
  { id: orderId, grossCents }: { id: string; grossCents: number },
  sums: readonly number[],
): Promise<void> {
  let leftCents = grossCents
  for (const sum of sums) {
    expect(await refundOrder(site.services, { orderId, grossCents: sum, leftCents })).toBeUndefined()
    leftCents -= sum
  }
}

/** Two orders on invoice: one is paid and given back in parts, one is cancelled. */
async function orderBothWays(site: TestApp): Promise<void> {
  const voucher = await voucherOnSale(site)
  const order = async () => (await orderOnInvoice(site.client(), names(1)[0] ?? '', voucher)).reply.body.order
  const [paid, cancelled] = [await order(), await order()]
  const { services } = site
  const receivedOn = services.clock.now().toISOString().slice(0, 10)
  const { id: orderId, grossCents: leftCents } = paid
  expect(await payByTransfer(services, { orderId, receivedOn }, async () => {})).toBeUndefined()
  expect(await refundOrder(services, { orderId, grossCents: 1234, leftCents })).toBeUndefined()
  expect(await cancelOrder(services, { orderId: cancelled.id })).toBeUndefined()
}

test('the lives bring about every kind of document, line and tax', () => {
  const kindsOf = (read: (written: WrittenInvoice) => readonly string[]) =>
    [...new Set(documents.flatMap(({ written }) => read(written)))].toSorted()
  expect(kindsOf(({ document }) => [document.kind])).toEqual(['credit-note', 'invoice'])
  expect(kindsOf(({ document }) => document.lines.map(({ kind }) => kind))).toEqual([
    'article',
    'discount',
    'interval-reduction',
    'period',
    'refund',
    'seats',
    'shipping',
    'users-reduction',
  ])
  const ways = kindsOf(({ document: { kind, paidBy, goesTo } }) =>
    kind === 'credit-note'
      ? [`back to the ${goesTo}`]
      : Object.entries(paidBy).flatMap(([way, cents]) => (cents > 0 ? [way] : [])),
  )
  expect(ways).toEqual([
    'alsoCents',
    'back to the balance',
    'back to the card',
    'back to the replacement',
    'back to the transfer',
    'back to the unpaid',
    'cardCents',
    'creditCents',
    'openCents',
  ])
  expect(kindsOf(({ document }) => document.notes)).toEqual([
    'corrects',
    'outside-scope',
    'reverse-charge',
    'small-business',
  ])
})

test('an invoice with tax that was not owed is cancelled, and replaced by one with reverse charge', () => {
  const rested = documents.slice(-3).map(({ written: { document } }) => document)
  const kinds = rested.map(({ kind, notes }) => [kind, ...notes].join(' ')).toSorted()
  expect(kinds).toEqual(['credit-note corrects', 'invoice', 'invoice reverse-charge'])
})

describe('the tax of each rate', () => {
  const amountsOf = ({ written: { document } }: Document) => document.taxes ?? [document.total]

  test('is that of its net sum, but in a credit note that closes an invoice', () => {
    const off = documents.flatMap((document) =>
      closes(document)
        ? []
        : taxesIn(readXml(document.xml)).flatMap((said) =>
            isByRate(said) ? [] : [{ what: document.what, ...said }],
          ),
    )
    expect(off).toEqual([])
    const books = documents.flatMap(({ xml }) => taxesIn(readXml(xml)).filter(({ percent }) => percent === 7))
    expect(books).toContainEqual({ percent: 7, basisCents: 13_750, taxCents: 963 })
  })

  test('is the same in the e-invoice and on the paper', () => {
    for (const document of documents) {
      const said = taxesIn(readXml(document.xml)).map(({ basisCents, taxCents }) => [basisCents, taxCents])
      const printed = amountsOf(document).map((one) => [Math.abs(one.netCents), Math.abs(one.vatCents)])
      expect(said).toEqual(printed)
    }
  })

  test('of all credit notes is never above that of the invoice, net, tax and at each rate', () => {
    let closed = 0
    for (const invoice of documents.filter(({ written: { document } }) => document.kind === 'invoice')) {
      const notes = notesOf(invoice)
      for (const { vatBasisPoints, netCents, vatCents } of amountsOf(invoice)) {
        const of = notes.flatMap(amountsOf).filter((one) => one.vatBasisPoints === vatBasisPoints)
        const left = [
          of.reduce((sum, one) => sum + one.netCents, netCents),
          of.reduce((sum, one) => sum + one.vatCents, vatCents),
        ]
        expect(Math.min(...left)).toBeGreaterThanOrEqual(0)
        if (left[0] !== 0) continue
        expect(left).toEqual([0, 0])
        closed += 1
      }
    }
    expect(closed).toBeGreaterThan(5)
  })

  /** Each site counts its documents from one. */
  function notesOf({ site, written: { document } }: Document) {
    return documents.filter(
      (note) => note.site === site && note.written.document.corrects?.number === document.number,
    )
  }

  /** At one of its rates; the last one has the highest number. */
  function closes({ site, written: { document } }: Document): boolean {
    const { corrects, number } = document
    const invoice = documents.find(
      (one) => one.site === site && one.written.document.number === corrects?.number,
    )
    if (!invoice) return false
    const notes = notesOf(invoice).map(({ written }) => written.document)
    const left = notes.reduce(
      (sum, { total }) => sum + total.netCents,
      invoice.written.document.total.netCents,
    )
    return left === 0 && notes.every((note) => note.number <= number)
  }
})

test('only the total of the tax names its currency (CII-DT-031)', () => {
  const named = documents.flatMap(({ xml }) => namingCurrency(readXml(xml)))
  expect([...new Set(named)]).toEqual(['TaxTotalAmount'])
})

// without the rules there is nothing to test: the line above says so
if (officialRules)
  describe('by the official rules of EN 16931', () => {
    test('nothing is said against any document', () => {
      const checked = documents.map(({ what, xml }) => ({ what, ...checkOfficially(xml) }))
      expect(checked.filter(({ broken }) => broken.length > 0)).toEqual([])
      expect(Math.min(...checked.map(({ looked }) => looked))).toBeGreaterThan(50)
    }, 600_000)

    test('they detect faults', () => {
      const [first] = documents
      const wrong = first?.xml.replace(/<ram:GrandTotalAmount>[^<]+/, '<ram:GrandTotalAmount>1.00') ?? ''
      expect(checkOfficially(wrong).broken.join()).toMatch(/BR-CO-15/)
    })
  })

function namingCurrency({ name, attributes, children }: XmlElement): readonly string[] {
  return [...(attributes.currencyID ? [name] : []), ...children.flatMap(namingCurrency)]
}

type Tax = { readonly percent: number; readonly basisCents: number; readonly taxCents: number }

/** The tax by rate, as in the e-invoice. */
function taxesIn({ name, children }: XmlElement): readonly Tax[] {
  const says = (what: string) => Number(children.find((child) => child.name === what)?.text)
  if (name !== 'ApplicableTradeTax' || !children.some((child) => child.name === 'BasisAmount'))
    return children.flatMap(taxesIn)
  const cents = (what: string) => Math.round(says(what) * 100)
  return [
    {
      percent: says('RateApplicablePercent') || 0,
      basisCents: cents('BasisAmount'),
      taxCents: cents('CalculatedAmount'),
    },
  ]
}

function isByRate({ percent, basisCents, taxCents }: Tax): boolean {
  return taxCents === Math.round((basisCents * percent) / 100)
}
