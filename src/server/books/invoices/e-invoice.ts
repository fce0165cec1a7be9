import type { Invoice } from '@e-invoice-eu/core'
import { localDate } from '#domain/billing/billing-period.ts'
import type { InvoiceLine } from '#domain/invoices/invoice-lines.ts'
import { buyerOf, sellerOf } from './e-invoice-parties.ts'
import { taxCategoryOf } from './e-invoice-tax.ts'
import { lastDay, type WrittenInvoice } from './invoice-facts.ts'
import { invoiceText } from './invoice-text.ts'

/**
 * Returns an e-invoice: EN 16931 in the CII syntax. A credit note has type 381 and positive amounts, as the standard
 * requires.
 */
export async function eInvoice(invoice: WrittenInvoice): Promise<string> {
  const content: Invoice = { 'ubl:Invoice': asTheWriterReads(eInvoiceContent(invoice)) }
  writer ??= openWriter()
  const cii = await writer
  cii.fillInvoiceDefaults(content)
  return String(await cii.generate(content, { format: 'CII', lang: invoice.language, noWarnings: true }))
}

let writer: ReturnType<typeof openWriter> | undefined

/**
 * Loads only the writer. The library's service compiles its schema for each invoice, which blocks the process for half
 * a second; tests check our invoices against the schema. Loaded with the first invoice, because it takes half a second
 * of CPU.
 */
async function openWriter() {
  const { FormatFactoryService } = await import('@e-invoice-eu/core')
  const quiet = () => undefined
  return new FormatFactoryService().createFormatService('CII', { log: quiet, warn: quiet, error: quiet })
}

/**
 * Works around @e-invoice-eu/core 2.3.4: it loses the corrected invoice (BT-25) where its schema puts it, because it
 * looks one level higher. It would also write the optional date beside it against the schema of CII, and the currency
 * that its schema requires beside a line's allowance where EN 16931 forbids it (CII-DT-031).
 */
function asTheWriterReads({ 'cac:BillingReference': references, ...rest }: Content): Content {
  const content = { ...rest, 'cac:InvoiceLine': rest['cac:InvoiceLine'].map(withoutCurrencyOfReductions) }
  if (!references) return content as Content
  const read: unknown = references.map(({ 'cac:InvoiceDocumentReference': reference }) => ({
    'cbc:ID': reference['cbc:ID'],
  }))
  return { ...content, 'cac:BillingReference': read as typeof references } as Content
}

function withoutCurrencyOfReductions({ 'cac:AllowanceCharge': reductions, ...line }: Line): unknown {
  if (!reductions) return line
  return {
    ...line,
    'cac:AllowanceCharge': reductions.map((reduction) => ({
      'cbc:ChargeIndicator': reduction['cbc:ChargeIndicator'],
      'cbc:AllowanceChargeReason': reduction['cbc:AllowanceChargeReason'],
      'cbc:Amount': reduction['cbc:Amount'],
    })),
  }
}

type Content = Invoice['ubl:Invoice']
type Line = Content['cac:InvoiceLine'][0]

/** The buyer's contract reference (BT-12). */
function contractOf({ contractNumber }: WrittenInvoice): Partial<Content> {
  return contractNumber === undefined ? {} : { 'cac:ContractDocumentReference': { 'cbc:ID': contractNumber } }
}

/** Returns the invoice in EN 16931's UBL terms, which the library translates to CII. */
export function eInvoiceContent(invoice: WrittenInvoice): Content {
  const { document, period, zone } = invoice
  const { number, issuedOn, kind, corrects, replaces } = document
  const preceding = corrects ?? replaces
  const text = invoiceText(invoice)
  const days = { 'cbc:StartDate': localDate(period.from, zone), 'cbc:EndDate': lastDay(period, zone) }
  return {
    'cbc:CustomizationID': 'urn:cen.eu:en16931:2017',
    'cbc:ID': number,
    'cbc:IssueDate': issuedOn,
    ...(kind === 'invoice' && document.transfer && { 'cbc:DueDate': document.transfer.dueOn }),
    'cbc:InvoiceTypeCode': kind === 'credit-note' ? '381' : '380',
    ...contractOf(invoice),
    'cbc:Note': [text.notes.join('\n')],
    'cbc:DocumentCurrencyCode': 'EUR',
    'cac:InvoicePeriod': days,
    ...(preceding && {
      'cac:BillingReference': [
        {
          'cac:InvoiceDocumentReference': { 'cbc:ID': preceding.number, 'cbc:IssueDate': preceding.issuedOn },
        },
      ],
    }),
    'cac:AccountingSupplierParty': { 'cac:Party': sellerOf(invoice) },
    'cac:AccountingCustomerParty': { 'cac:Party': buyerOf(invoice) },
    // without it the CII lacks the place of delivery that its schema requires
    'cac:Delivery': { 'cbc:ActualDeliveryDate': days['cbc:EndDate'] },
    ...(kind === 'invoice' && { 'cac:PaymentMeans': [paymentMeansOf(document)] }),
    'cac:PaymentTerms': { 'cbc:Note': text.notes.at(-1) ?? '' },
    ...onTheWhole(invoice),
    'cac:TaxTotal': [taxTotalOf(invoice)],
    'cac:LegalMonetaryTotal': totalsOf(invoice),
    'cac:InvoiceLine': isOfArticles(document)
      ? (articlesOf(invoice) as [Line, ...Line[]])
      : [lineOf(invoice, days)],
  }
}

/** UNTDID 4461: 48 is a bank card, 58 a SEPA credit transfer. */
function paymentMeansOf({
  transfer,
}: WrittenInvoice['document']): NonNullable<Content['cac:PaymentMeans']>[0] {
  if (!transfer) return { 'cbc:PaymentMeansCode': '48' }
  const { holder, iban, bic, reference } = transfer
  return {
    'cbc:PaymentMeansCode': '58',
    'cbc:PaymentID': reference,
    'cac:PayeeFinancialAccount': {
      'cbc:ID': iban,
      'cbc:Name': holder,
      ...(bic !== undefined && { 'cac:FinancialInstitutionBranch': { 'cbc:ID': bic } }),
    },
  }
}

/** The single line of a subscription, with its agreed allowances. */
function lineOf(invoice: WrittenInvoice, days: { 'cbc:StartDate': string; 'cbc:EndDate': string }): Line {
  const { document } = invoice
  const words = invoiceText(invoice).lines
  const [price, ...others] = document.lines
  if (!price) throw new Error(`invoice ${document.number} says nothing`)
  const listCents = Math.abs(price.netCents)
  const users = price.users ?? 1
  const each = listCents % users === 0
  const reductions = others.flatMap((line, index) =>
    line.kind === 'balance' ? [] : [{ cents: -line.netCents, reason: words[index + 1]?.text ?? '' }],
  )
  return {
    'cbc:ID': '1',
    'cbc:InvoicedQuantity': String(users),
    'cbc:InvoicedQuantity@unitCode': 'C62',
    'cbc:LineExtensionAmount': euros(linesCents(document.lines)),
    'cbc:LineExtensionAmount@currencyID': 'EUR',
    'cac:InvoicePeriod': days,
    ...(reductions.length > 0 && {
      'cac:AllowanceCharge': reductions.map(({ cents, reason }) => ({
        'cbc:ChargeIndicator': 'false',
        'cbc:AllowanceChargeReason': reason,
        'cbc:Amount': euros(cents),
        'cbc:Amount@currencyID': 'EUR' as const,
      })),
    }),
    'cac:Item': {
      ...(words[0]?.detail && { 'cbc:Description': words[0].detail }),
      'cbc:Name': words[0]?.text ?? '',
      'cac:ClassifiedTaxCategory': categoryOf(invoice, price).category,
    },
    'cac:Price': {
      'cbc:PriceAmount': euros(each ? listCents / users : listCents),
      'cbc:PriceAmount@currencyID': 'EUR',
      'cbc:BaseQuantity': each ? '1' : String(users),
      'cbc:BaseQuantity@unitCode': 'C62',
    },
  }
}

/** Whether each line stands for itself: an order of the shop, or a credit note with several rates. */
function isOfArticles({ lines, taxes }: WrittenInvoice['document']): boolean {
  return taxes !== undefined || lines.some(({ kind }) => kind === 'article')
}

/** The lines of a shop order, supplied on the day of the invoice. */
function articlesOf(invoice: WrittenInvoice): Line[] {
  const { lines } = invoice.document
  const words = invoiceText(invoice).lines
  return lines
    .flatMap((line, at) => {
      const { text = '' } = words[at] ?? {}
      const name = line.kind === 'article' ? (line.name ?? '') : text
      return isOnTheWhole(line) ? [] : [{ ...line, name }]
    })
    .map((line, index) => articleOf(invoice, line, index))
}

function articleOf(
  invoice: WrittenInvoice,
  line: InvoiceLine & { readonly name: string },
  index: number,
): Line {
  const { quantity = 1, name, detail } = line
  const netCents = Math.abs(line.netCents)
  // the unit price in whole cents, or the price of all units
  const each = netCents % quantity === 0
  return {
    'cbc:ID': String(index + 1),
    'cbc:InvoicedQuantity': String(quantity),
    'cbc:InvoicedQuantity@unitCode': 'C62',
    'cbc:LineExtensionAmount': euros(netCents),
    'cbc:LineExtensionAmount@currencyID': 'EUR',
    'cac:Item': {
      ...(detail && { 'cbc:Description': detail }),
      'cbc:Name': name,
      'cac:ClassifiedTaxCategory': categoryOf(invoice, line).category,
    },
    'cac:Price': {
      'cbc:PriceAmount': euros(each ? netCents / quantity : netCents),
      'cbc:PriceAmount@currencyID': 'EUR',
      ...(!each && { 'cbc:BaseQuantity': String(quantity), 'cbc:BaseQuantity@unitCode': 'C62' as const }),
    },
  }
}

/** Document-level allowances: the account's credit, the amount carried over, and an order's discount by rate. */
function onTheWhole(invoice: WrittenInvoice): Pick<Content, 'cac:AllowanceCharge'> {
  const words = invoiceText(invoice).lines
  const parts = invoice.document.lines.flatMap((line, at) =>
    isOnTheWhole(line) ? [{ line, reason: words[at]?.text ?? '' }] : [],
  )
  const [first, ...others] = parts.map(({ line, reason }) => ({
    'cbc:ChargeIndicator': String(line.netCents > 0) as 'true' | 'false',
    'cbc:AllowanceChargeReason': reason,
    'cbc:Amount': euros(Math.abs(line.netCents)),
    'cbc:Amount@currencyID': 'EUR' as const,
    'cac:TaxCategory': categoryOf(invoice, line).category,
  }))
  return first ? { 'cac:AllowanceCharge': [first, ...others] } : {}
}

function categoryOf({ document, language }: WrittenInvoice, line: InvoiceLine) {
  return taxCategoryOf(document, language, line.vatBasisPoints ?? document.total.vatBasisPoints)
}

function taxTotalOf({ document, language }: WrittenInvoice): Content['cac:TaxTotal'][0] {
  const { total, taxes = [total] } = document
  const amountOf = ({ vatCents }: { vatCents: number }) =>
    ({ 'cbc:TaxAmount': euros(Math.abs(vatCents)), 'cbc:TaxAmount@currencyID': 'EUR' }) as const
  const subtotals = taxes.map((tax) => {
    const { category, exemption } = taxCategoryOf(document, language, tax.vatBasisPoints)
    return {
      'cbc:TaxableAmount': euros(Math.abs(tax.netCents)),
      'cbc:TaxableAmount@currencyID': 'EUR' as const,
      ...amountOf(tax),
      'cac:TaxCategory': { ...category, ...exemption },
    }
  })
  type Subtotals = NonNullable<Content['cac:TaxTotal'][0]['cac:TaxSubtotal']>
  return { ...amountOf(total), 'cac:TaxSubtotal': subtotals as Subtotals }
}

/** Invoices are issued when paid or refunded, so nothing is due. */
function totalsOf({ document }: WrittenInvoice): Content['cac:LegalMonetaryTotal'] {
  const { lines, total, kind, paidBy } = document
  const onWhole = lines.filter(isOnTheWhole)
  const allowed = -sumOf(onWhole.filter(({ netCents }) => netCents < 0))
  const charged = sumOf(onWhole.filter(({ netCents }) => netCents > 0))
  const gross = euros(Math.abs(total.grossCents))
  // the part paid from the balance is a prepaid amount (BT-113), not an allowance
  const openCents = kind === 'invoice' ? paidBy.openCents : 0
  return {
    'cbc:LineExtensionAmount': euros(linesCents(lines)),
    'cbc:LineExtensionAmount@currencyID': 'EUR',
    'cbc:TaxExclusiveAmount': euros(Math.abs(total.netCents)),
    'cbc:TaxExclusiveAmount@currencyID': 'EUR',
    'cbc:TaxInclusiveAmount': gross,
    'cbc:TaxInclusiveAmount@currencyID': 'EUR',
    ...(allowed > 0 && {
      'cbc:AllowanceTotalAmount': euros(allowed),
      'cbc:AllowanceTotalAmount@currencyID': 'EUR' as const,
    }),
    ...(charged > 0 && {
      'cbc:ChargeTotalAmount': euros(charged),
      'cbc:ChargeTotalAmount@currencyID': 'EUR' as const,
    }),
    'cbc:PrepaidAmount': euros(Math.abs(total.grossCents) - openCents),
    'cbc:PrepaidAmount@currencyID': 'EUR',
    'cbc:PayableAmount': euros(openCents),
    'cbc:PayableAmount@currencyID': 'EUR',
  }
}

function linesCents(lines: readonly InvoiceLine[]): number {
  return Math.abs(sumOf(lines.filter((line) => !isOnTheWhole(line))))
}

function isOnTheWhole({ kind }: InvoiceLine): boolean {
  return kind === 'balance' || kind === 'discount'
}

function sumOf(lines: readonly InvoiceLine[]): number {
  return lines.reduce((sum, { netCents }) => sum + netCents, 0)
}

function euros(cents: number): string {
  return (cents / 100).toFixed(2)
}
