import { InvoiceService } from '@e-invoice-eu/core'
import { describe, expect, test } from 'vitest'
import { amountOf } from '#domain/money.ts'
import {
  outsideScope,
  reverseCharge,
  smallBusiness,
  someBill,
  someInvoiceRow,
  year,
} from '#support/some-invoice.ts'
import { readXml, type XmlElement } from '#support/xml-tree.ts'
import { eInvoice, eInvoiceContent } from './e-invoice.ts'
import { writtenInvoice } from './invoice-facts.ts'

type Row = Parameters<typeof someInvoiceRow>[0]

const company = {
  address: 'Beispiel & Söhne GmbH\nRing 3\n80331 München',
  business: true,
  language: 'de',
} as const
const austrian = { ...company, address: 'Alpen GmbH\nRing 3\n1010 Wien', country: 'AT', vatId: 'ATU13585627' }
const bill = someBill()
/** A bill from before credit was a payment. */
const { paidBy: _, ...unpaid } = bill
const seats = {
  ...bill,
  purpose: {
    kind: 'seats',
    paidBefore: 3,
    paidLicenses: 6,
    priceCents: 1000,
    from: bill.purpose.from,
    until: bill.purpose.until,
  },
} as const
const coupon = { code: 'SPRING', percent: 20, offCents: null, periods: null, intervals: null }
const rows = {
  'a German company': { buyer: company, bill: { users: 12, interval: year, creditCents: 4321 } },
  'an Austrian company': { buyer: austrian, vat: reverseCharge, bill: { users: 25, interval: year } },
  'of a small business': { buyer: company, vat: smallBusiness, seller: { taxNumber: '12/345/67890' } },
  'a Swiss company': { buyer: { ...company, country: 'CH' }, vat: outsideScope },
  'that charges what was open before': { buyer: company, bill: { alsoCents: 30 } },
  'paid by credit': { buyer: company, bill: { creditCents: 1190 } },
  'of which a little is open': { buyer: company, bill: { creditCents: 1160, openCents: 30 } },
  'of before, lowered by a credit': {
    buyer: company,
    bill: { ...unpaid, amount: amountOf(900, 1900), creditCents: 100 },
  },
  'of before, with an amount carried over': {
    buyer: company,
    bill: { ...unpaid, amount: amountOf(1030, 1900), creditCents: -30 },
  },
  'with a coupon': { buyer: company, bill: { users: 12, interval: year, coupon } },
  'of nothing, with a coupon': { buyer: company, bill: { coupon: { ...coupon, percent: 100 } } },
  'of users that were added': { buyer: company, bill: seats },
  'a credit note': { buyer: company, bill: { users: 12 }, given: 5000 },
} satisfies Record<string, Row>

async function xmlOf(row: Row): Promise<XmlElement> {
  return readXml(await eInvoice(writtenInvoice(someInvoiceRow(row))))
}

/** The text at a path of element names, each the first; `@name` at the end is an attribute. */
function at(node: XmlElement, path: string): string | undefined {
  const [elements = '', attribute] = path.split('/@')
  const [found] = all(node, elements)
  return attribute === undefined ? found?.text : found?.attributes[attribute]
}

function all(node: XmlElement, path: string): readonly XmlElement[] {
  let found: readonly XmlElement[] = [node]
  for (const name of path.split('/'))
    found = found.flatMap(({ children }) => children.filter((child) => child.name === name))
  return found
}

function everyText({ text, children }: XmlElement): readonly string[] {
  return [text, ...children.flatMap(everyText)]
}

const deal = 'SupplyChainTradeTransaction'
const agreement = `${deal}/ApplicableHeaderTradeAgreement`
const settlement = `${deal}/ApplicableHeaderTradeSettlement`
const sums = `${settlement}/SpecifiedTradeSettlementHeaderMonetarySummation`
const line = `${deal}/IncludedSupplyChainTradeLineItem`

test('the contract number is in the field that programs read (BT-12)', async () => {
  const xml = await xmlOf({ buyer: { ...company, contractNumber: '0412345678901' } })
  expect(at(xml, `${agreement}/ContractReferencedDocument/IssuerAssignedID`)).toBe('0412345678901')
})

/** What EN 16931 wants on every invoice, by its business terms. */
const mandatory = {
  'BT-1 number': 'ExchangedDocument/ID',
  'BT-2 issue date': `ExchangedDocument/IssueDateTime/DateTimeString`,
  'BT-3 type': `ExchangedDocument/TypeCode`,
  'BT-5 currency': `${settlement}/InvoiceCurrencyCode`,
  'BT-24 specification': `ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID`,
  'BT-27 seller': `${agreement}/SellerTradeParty/Name`,
  'BT-40 country of the seller': `${agreement}/SellerTradeParty/PostalTradeAddress/CountryID`,
  'BT-44 buyer': `${agreement}/BuyerTradeParty/Name`,
  'BT-55 country of the buyer': `${agreement}/BuyerTradeParty/PostalTradeAddress/CountryID`,
  'BT-106 sum of the lines': `${sums}/LineTotalAmount`,
  'BT-109 without tax': `${sums}/TaxBasisTotalAmount`,
  'BT-112 with tax': `${sums}/GrandTotalAmount`,
  'BT-115 to be paid': `${sums}/DuePayableAmount`,
  'BT-116 taxable': `${settlement}/ApplicableTradeTax/BasisAmount`,
  'BT-117 tax': `${settlement}/ApplicableTradeTax/CalculatedAmount`,
  'BT-118 category': `${settlement}/ApplicableTradeTax/CategoryCode`,
  'BT-126 line': `${line}/AssociatedDocumentLineDocument/LineID`,
  'BT-129 quantity': `${line}/SpecifiedLineTradeDelivery/BilledQuantity`,
  'BT-130 unit': `${line}/SpecifiedLineTradeDelivery/BilledQuantity/@unitCode`,
  'BT-131 net of the line': `${line}/SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount`,
  'BT-146 price': `${line}/SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount`,
  'BT-151 category of the line': `${line}/SpecifiedLineTradeSettlement/ApplicableTradeTax/CategoryCode`,
  'BT-153 what it is': `${line}/SpecifiedTradeProduct/Name`,
  'BT-73 from': `${settlement}/BillingSpecifiedPeriod/StartDateTime/DateTimeString`,
  'BT-74 to': `${settlement}/BillingSpecifiedPeriod/EndDateTime/DateTimeString`,
  'the delivery, which the schema wants': `${deal}/ApplicableHeaderTradeDelivery/ActualDeliverySupplyChainEvent/OccurrenceDateTime/DateTimeString`,
}

describe.each(Object.entries<Row>(rows))('the e-invoice %s', (_, row) => {
  test('has every term that is mandatory', async () => {
    const xml = await xmlOf(row)
    const missing = Object.entries(mandatory).filter(([, path]) => !at(xml, path))
    expect(missing).toEqual([])
  })

  test('adds up (BR-CO-10, 13, 15, 16, 17)', async () => {
    const xml = await xmlOf(row)
    const cents = (path: string) => Math.round(Number(at(xml, path) ?? 0) * 100)
    const lines = all(xml, line)
    const ofLine = 'SpecifiedLineTradeSettlement'
    const net = (each: XmlElement) =>
      Math.round(
        Number(at(each, `${ofLine}/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount`)) * 100,
      )
    for (const each of lines) {
      const price = 'SpecifiedLineTradeAgreement/NetPriceProductTradePrice'
      const quantity = Number(at(each, 'SpecifiedLineTradeDelivery/BilledQuantity'))
      const list =
        (Number(at(each, `${price}/ChargeAmount`)) * quantity * 100) /
        Number(at(each, `${price}/BasisQuantity`))
      const reductions = all(each, `${ofLine}/SpecifiedTradeAllowanceCharge/ActualAmount`)
      const reduced = reductions.reduce((sum, { text }) => sum + Number(text) * 100, 0)
      expect(net(each)).toBe(Math.round(list - reduced))
    }
    expect(cents(`${sums}/LineTotalAmount`)).toBe(lines.reduce((sum, each) => sum + net(each), 0))
    const basis = cents(`${sums}/TaxBasisTotalAmount`)
    expect(basis).toBe(
      cents(`${sums}/LineTotalAmount`) -
        cents(`${sums}/AllowanceTotalAmount`) +
        cents(`${sums}/ChargeTotalAmount`),
    )
    expect(cents(`${sums}/GrandTotalAmount`)).toBe(basis + cents(`${sums}/TaxTotalAmount`))
    expect(cents(`${sums}/DuePayableAmount`)).toBe(
      cents(`${sums}/GrandTotalAmount`) - cents(`${sums}/TotalPrepaidAmount`),
    )
    const rate = Number(at(xml, `${settlement}/ApplicableTradeTax/RateApplicablePercent`) ?? 0)
    expect(cents(`${sums}/TaxTotalAmount`)).toBe(Math.round((basis * rate) / 100))
    expect(cents(`${settlement}/ApplicableTradeTax/BasisAmount`)).toBe(basis)
    // amounts of a credit note are above zero, too
    expect(everyText(xml).filter((text) => /^-[\d.]+$/.test(text))).toEqual([])
  })

  test('fits the schema of the library', async () => {
    const told: unknown[] = []
    expect(await checkedXmlOf(row, told)).toMatch(/CrossIndustryInvoice/)
    expect(told).toEqual([])
  })
})

/** The library's result with its schema, which takes half a second. */
async function checkedXmlOf(row: Row, told: unknown[] = []): Promise<string> {
  const invoice = writtenInvoice(someInvoiceRow(row))
  const tell = (message: unknown) => told.push(message)
  const service = new InvoiceService({ log: tell, warn: tell, error: tell })
  const options = { format: 'CII', lang: invoice.language, noWarnings: true }
  return String(await service.generate({ 'ubl:Invoice': eInvoiceContent(invoice) }, options))
}

describe('an e-invoice', () => {
  test("equals the library's result with all its checks, except for the currency of reductions", async () => {
    const row = rows['an Austrian company']
    const theirs = await checkedXmlOf(row)
    const wrong = ' currencyID="EUR"'
    expect(theirs.split(`<ram:ActualAmount${wrong}>`)).toHaveLength(3)
    const mended = theirs.replaceAll(`<ram:ActualAmount${wrong}>`, '<ram:ActualAmount>')
    expect(await eInvoice(writtenInvoice(someInvoiceRow(row)))).toBe(mended)
  })

  const tax = `${settlement}/ApplicableTradeTax`
  const ofSeller = `${agreement}/SellerTradeParty`
  const ofBuyer = `${agreement}/BuyerTradeParty`

  test('is of EN 16931, in euros, with the address by its parts', async () => {
    const xml = await xmlOf(rows['a German company'])
    expect(at(xml, mandatory['BT-24 specification'])).toBe('urn:cen.eu:en16931:2017')
    expect(at(xml, mandatory['BT-3 type'])).toBe('380')
    expect(at(xml, mandatory['BT-2 issue date'])).toBe('20261121')
    expect(at(xml, mandatory['BT-74 to'])).toBe('20271120')
    expect(at(xml, `${ofBuyer}/Name`)).toBe('Beispiel & Söhne GmbH')
    expect(at(xml, `${ofBuyer}/PostalTradeAddress/PostcodeCode`)).toBe('80331')
    expect(at(xml, `${ofBuyer}/PostalTradeAddress/CityName`)).toBe('München')
    expect(at(xml, `${ofBuyer}/PostalTradeAddress/LineOne`)).toBe('Ring 3')
    expect(at(xml, `${tax}/CategoryCode`)).toBe('S')
    expect(at(xml, `${tax}/RateApplicablePercent`)).toBe('19')
    expect(at(xml, `${settlement}/SpecifiedTradeSettlementPaymentMeans/TypeCode`)).toBe('48')
    expect(at(xml, `${sums}/DuePayableAmount`)).toBe('0.00')
  })

  test('under reverse charge has the reason why there is no tax, and both VAT IDs (BR-AE-02, 10)', async () => {
    const xml = await xmlOf(rows['an Austrian company'])
    expect(at(xml, `${tax}/CategoryCode`)).toBe('AE')
    expect(at(xml, `${tax}/RateApplicablePercent`)).toBe('0')
    expect(at(xml, `${tax}/ExemptionReasonCode`)).toBe('VATEX-EU-AE')
    expect(at(xml, `${tax}/ExemptionReason`)).toMatch(/Reverse charge/)
    expect(at(xml, `${ofSeller}/SpecifiedTaxRegistration/ID`)).toBe('DE136695976')
    expect(at(xml, `${ofSeller}/SpecifiedTaxRegistration/ID/@schemeID`)).toBe('VA')
    expect(at(xml, `${ofBuyer}/SpecifiedTaxRegistration/ID`)).toBe('ATU13585627')
  })

  test('of a small business is exempt, and names its tax number (BR-E-02, 10)', async () => {
    const xml = await xmlOf(rows['of a small business'])
    expect(at(xml, `${tax}/CategoryCode`)).toBe('E')
    expect(at(xml, `${tax}/ExemptionReason`)).toMatch(/§ 19 UStG/)
    const ids = all(xml, `${ofSeller}/SpecifiedTaxRegistration/ID`)
    expect(ids.map(({ attributes, text }) => [attributes.schemeID, text])).toEqual([
      ['VA', 'DE136695976'],
      ['FC', '12/345/67890'],
    ])
  })

  test('outside the scope names no rate and no VAT id, but who sells (BR-O-02, 05, BR-CO-26)', async () => {
    const xml = await xmlOf(rows['a Swiss company'])
    expect(at(xml, `${tax}/CategoryCode`)).toBe('O')
    expect(at(xml, `${tax}/RateApplicablePercent`)).toBeUndefined()
    expect(
      at(xml, `${line}/SpecifiedLineTradeSettlement/ApplicableTradeTax/RateApplicablePercent`),
    ).toBeUndefined()
    expect(all(xml, `${ofSeller}/SpecifiedTaxRegistration`)).toEqual([])
    expect(all(xml, `${ofBuyer}/SpecifiedTaxRegistration`)).toEqual([])
    expect(at(xml, `${ofSeller}/SpecifiedLegalOrganization/ID`)).toBe('DE136695976')
  })

  test('that gives back is of type 381 and names the invoice that it corrects', async () => {
    const xml = await xmlOf(rows['a credit note'])
    expect(at(xml, mandatory['BT-3 type'])).toBe('381')
    const reference = `${settlement}/InvoiceReferencedDocument`
    expect(at(xml, `${reference}/IssuerAssignedID`)).toBe('2026-000123')
    // the library would write its date against the schema
    expect(all(xml, `${reference}/FormattedIssueDateTime`)).toEqual([])
    expect(at(xml, `${sums}/GrandTotalAmount`)).toBe('59.50')
  })

  test.each([
    ['paid by credit', '11.90', '0.00'],
    ['of which a little is open', '11.60', '0.30'],
    ['that charges what was open before', '11.90', '0.00'],
    ['a German company', '1233.79', '0.00'],
  ] as const)(
    '%s has the amounts paid (BT-113) and due (BT-115), and no allowance',
    async (kind, paid, due) => {
      const xml = await xmlOf(rows[kind])
      expect([at(xml, `${sums}/TotalPrepaidAmount`), at(xml, `${sums}/DuePayableAmount`)]).toEqual([
        paid,
        due,
      ])
      expect(all(xml, `${settlement}/SpecifiedTradeAllowanceCharge`)).toEqual([])
    },
  )

  test('escapes entered text', async () => {
    const xml = await xmlOf({ buyer: { ...company, address: '<b>&"GmbH"</b>\nRing 3\n80331 München' } })
    expect(at(xml, `${ofBuyer}/Name`)).toBe('<b>&"GmbH"</b>')
  })
})
