import { printedContractNumber } from '#domain/accounts/contract-number.ts'
import { localDate } from '#domain/billing/billing-period.ts'
import type { InvoiceDocument, InvoiceNote, InvoiceParty } from '#domain/invoices/invoice.ts'
import type { Language } from '#domain/language.ts'
import { printedOrderNumber } from '#domain/shop/order-number.ts'
import { m } from '#messages/generated-mails/messages.js'
import type { WrittenInvoice } from './invoice-facts.ts'
import { amountText, countryText, dayText, namesCountry, transferText } from './invoice-words.ts'
import { daysText, type PriceText, priceText } from './price-text.ts'

/** The content of an invoice in the reader's language, in reading order. */
export type InvoiceText = PriceText & {
  readonly language: Language
  readonly title: string
  readonly number: string
  readonly product: string
  readonly seller: { readonly name: string; readonly lines: readonly string[] }
  readonly customer: { readonly name: string; readonly lines: readonly string[] }
  /** Number, dates and ids: label and value. */
  readonly facts: readonly (readonly [string, string])[]
  readonly columns: readonly [string, string]
  /** How the total is paid; empty where the card pays it all. */
  readonly payments: readonly (readonly [string, string])[]
  /** Notes required by law or useful for the reader. */
  readonly notes: readonly string[]
  /** The seller in columns, for the footer. */
  readonly imprint: readonly (readonly string[])[]
  readonly at: Date
}

/** Returns the text of an invoice, from its stored facts alone. */
export function invoiceText(invoice: WrittenInvoice): InvoiceText {
  const { document, language, product, sellerEmail, at } = invoice
  const { seller, customer, number } = document
  const locale = { locale: language }
  const credit = document.kind === 'credit-note'
  const abroad = customer.country !== seller.country
  const sellerLines = linesOf(seller)
  return {
    language,
    title: credit ? m.invoice_title_credit({}, locale) : m.invoice_title({}, locale),
    number,
    product,
    seller: { name: seller.name, lines: sellerLines },
    customer: {
      name: customer.name,
      lines: abroad ? withCountry(linesOf(customer), customer.country, language) : linesOf(customer),
    },
    facts: factsOf(invoice),
    columns: [m.invoice_column_service({}, locale), m.invoice_column_amount({}, locale)],
    ...priceText(invoice),
    payments: paymentsOf(document, language),
    notes: notesOf(document, language),
    imprint: [[seller.name, ...sellerLines], [sellerEmail], taxIdsOf(seller, language)],
    at,
  }
}

function factsOf({
  document,
  language,
  zone,
  contractNumber,
  orderNumber,
}: WrittenInvoice): [string, string][] {
  const locale = { locale: language }
  const { number, issuedOn, customer, lines, corrects, replaces } = document
  const period = lines.find(({ from, until }) => from && until)
  return [
    [m.invoice_number({}, locale), number],
    [m.invoice_date({}, locale), dayText(issuedOn, language)],
    ...whereGiven(corrects && m.invoice_corrects({}, locale), corrects && correctedText(corrects, language)),
    ...whereGiven(replaces && m.invoice_replaces({}, locale), replaces && correctedText(replaces, language)),
    ...(orderNumber === undefined
      ? whereGiven(period && m.invoice_period({}, locale), period && daysText(period, language, zone))
      : whereGiven(
          m.invoice_supplied({}, locale),
          period?.from && dayText(localDate(period.from, zone), language),
        )),
    ...whereGiven(m.invoice_customer_vat_id({}, locale), customer.vatId),
    ...whereGiven(
      m.invoice_contract_number({}, locale),
      contractNumber && printedContractNumber(contractNumber),
    ),
    ...whereGiven(m.invoice_order_number({}, locale), orderNumber && printedOrderNumber(orderNumber)),
  ]
}

function whereGiven(label: string | undefined, value: string | undefined): [string, string][] {
  return label && value ? [[label, value]] : []
}

function correctedText({ number, issuedOn }: { number: string; issuedOn: string }, language: Language) {
  return m.invoice_corrects_what({ number, date: dayText(issuedOn, language) }, { locale: language })
}

/** The parts paid from the balance and by card; empty where the card paid it all. */
function paymentsOf({ kind, paidBy, transfer }: InvoiceDocument, language: Language): [string, string][] {
  const { creditCents, cardCents, openCents, alsoCents } = paidBy
  if (kind === 'credit-note' || (creditCents === 0 && openCents === 0 && alsoCents === 0)) return []
  const locale = { locale: language }
  const rows: [string, number][] = [
    [m.invoice_paid_from_credit({}, locale), -creditCents],
    [m.invoice_open_of_before({}, locale), alsoCents],
  ]
  if (transfer)
    return [
      [m.invoice_due({ day: dayText(transfer.dueOn, language) }, locale), amountText(openCents, language)],
    ]
  const last = openCents > 0 ? m.invoice_open({}, locale) : m.invoice_charged({}, locale)
  return [
    ...rows.flatMap(([label, cents]): [string, string][] =>
      cents === 0 ? [] : [[label, amountText(cents, language)]],
    ),
    [last, amountText(openCents > 0 ? openCents : cardCents + alsoCents, language)],
  ]
}

function notesOf(document: InvoiceDocument, language: Language): string[] {
  const { notes, kind, paidBy, goesTo, transfer } = document
  const said = notes.flatMap((note) => sentencesOf(note, document, language))
  const locale = { locale: language }
  if (kind === 'credit-note') return [...said, creditNoteEnd[goesTo ?? 'card']({}, locale)]
  if (transfer) return [...said, transferText(transfer, amountText(paidBy.openCents, language), language)]
  if (paidBy.openCents > 0) return [...said, m.invoice_note_open({}, locale)]
  const { creditCents, cardCents, alsoCents } = paidBy
  if (creditCents === 0 && cardCents === 0 && alsoCents === 0)
    return [...said, m.invoice_note_free({}, locale)]
  return [
    ...said,
    paidBy.cardCents === 0 ? m.invoice_note_paid_by_credit({}, locale) : m.invoice_note_paid({}, locale),
  ]
}

const creditNoteEnd = {
  card: m.invoice_note_given_back,
  balance: m.invoice_note_kept,
  replacement: m.invoice_note_replaced,
  corrected: m.invoice_note_recipient_corrected,
  transfer: m.invoice_note_transferred,
  unpaid: m.invoice_note_unpaid,
} as const

function sentencesOf(note: InvoiceNote, document: InvoiceDocument, language: Language): string[] {
  const locale = { locale: language }
  const { corrects, seller, customer, reverseChargeOf } = document
  switch (note) {
    case 'reverse-charge':
      return [
        reverseChargeOf
          ? m.invoice_note_reverse_charge_of({ articles: reverseChargeOf.join(', ') }, locale)
          : m.invoice_note_reverse_charge({}, locale),
        m.invoice_note_vat_ids({ seller: seller.vatId ?? '', customer: customer.vatId ?? '' }, locale),
      ]
    case 'small-business':
      return [m.invoice_note_small_business({}, locale)]
    case 'outside-scope':
      return [m.invoice_note_outside_scope({}, locale)]
    case 'corrects': {
      if (!corrects) return []
      const date = dayText(corrects.issuedOn, language)
      return [m.invoice_note_corrects({ number: corrects.number, date }, locale)]
    }
  }
}

function taxIdsOf({ vatId, taxNumber }: InvoiceParty, language: Language): string[] {
  const locale = { locale: language }
  return [
    ...(vatId ? [m.invoice_seller_vat_id({ id: vatId }, locale)] : []),
    ...(taxNumber ? [m.invoice_seller_tax_number({ number: taxNumber }, locale)] : []),
  ]
}

function linesOf({ address }: InvoiceParty): string[] {
  return address.split('\n').flatMap((line) => line.trim() || [])
}

/** Postal rules require the country, which people usually leave out. */
function withCountry(lines: readonly string[], country: string, language: Language): string[] {
  const named = lines.some((line) => namesCountry(line, country))
  return named ? [...lines] : [...lines, countryText(country, language)]
}
