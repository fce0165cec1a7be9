import { addresseeOf } from '#domain/accounts/addressee.ts'
import { localDate } from '#domain/billing/billing-period.ts'
import type { Bill } from '#domain/billing/decision.ts'
import {
  creditNoteOf,
  type FormerBill,
  type InvoiceDocument,
  invoiceOf,
  type OrderBill,
} from '#domain/invoices/invoice.ts'
import type { InvoiceLine } from '#domain/invoices/invoice-lines.ts'
import type { Language } from '#domain/language.ts'
import type { Amount } from '#domain/money.ts'
import type { ChargeFacts } from '#server/books/billing/charge-facts.ts'
import type { InvoiceRow } from './invoice.store.ts'

/** The facts of an invoice, as of the order of the charge. Never read from the account again. */
export type InvoiceFacts = ChargeFacts & {
  readonly seller: {
    readonly name: string
    readonly address: string
    readonly email: string
    readonly country: string
    readonly vatId?: string
    readonly taxNumber?: string
  }
  /** Name of the site, for the description of the item. */
  readonly product: string
  /** IANA time zone of its dates. */
  readonly zone: string
  readonly bill: Bill | FormerBill | OrderBill
  /** Credit notes: the corrected invoice. */
  readonly corrects?: { readonly number: string; readonly issuedOn: string }
  /** Credit notes for several rates: above zero. Older ones were distributed in proportion. */
  readonly taxes?: readonly Amount[]
  /** Credit notes for articles of an order: above zero. */
  readonly articles?: readonly InvoiceLine[]
  /** Credit notes: credited to the balance, not to the card. */
  readonly toBalance?: true
  /** Credit notes for an order on invoice, and for another recipient. */
  readonly goesTo?: 'transfer' | 'unpaid' | 'corrected'
  /** Credit notes: the cancelled invoice is replaced by one without tax. */
  readonly replaced?: true
  /** Replaces another invoice, with another recipient; `firstIssuedOn` if that was one, too. Also on its credit notes. */
  readonly replaces?: { readonly number: string; readonly issuedOn: string; readonly firstIssuedOn: string }
}

/** A parsed invoice row, with the data that its renderers need. */
export type WrittenInvoice = {
  readonly document: InvoiceDocument
  readonly language: Language
  readonly product: string
  readonly zone: string
  /** The paid period, also on credit notes. */
  readonly period: { readonly from: Date; readonly until: Date }
  readonly sellerEmail: string
  readonly business: boolean
  readonly contractNumber?: string | undefined
  /** Orders of the shop. */
  readonly orderNumber?: string | undefined
  /** Hundredths of a percent. */
  readonly vatBasisPoints: number
  /** Date of issue. */
  readonly at: Date
}

/** Parses an invoice from its row alone: its content is independent of today's account, prices and settings. */
export function writtenInvoice(row: InvoiceRow): WrittenInvoice {
  const facts = row.facts as InvoiceFacts
  const { seller, buyer, vat, zone } = facts
  const total = {
    netCents: row.net_cents,
    // the rate as decided: the quotient of the amounts is not always a rate
    vatBasisPoints: vat.basisPoints,
    vatCents: row.vat_cents,
    grossCents: row.gross_cents,
  }
  const { email: sellerEmail, ...from } = seller
  const { name, lines } = addresseeOf(buyer.name, buyer.address)
  const frame = {
    number: row.number,
    issuedOn: row.issued_on,
    seller: from,
    customer: { name, address: lines.join('\n'), country: buyer.country, vatId: buyer.vatId },
  }
  const bill = asWritten(facts.bill)
  const { corrects } = facts
  const document = corrects
    ? creditNoteOf(
        { ...invoiceOf(bill, frame, vat), ...corrects },
        {
          amount: reversed(total),
          ...(facts.taxes && { taxes: facts.taxes }),
          ...(facts.articles && { articles: facts.articles }),
          goesTo: facts.goesTo ?? (facts.replaced ? 'replacement' : facts.toBalance ? 'balance' : 'card'),
        },
        { number: row.number, issuedOn: row.issued_on },
      )
    : { ...invoiceOf(bill, frame, vat), total, ...(facts.replaces && { replaces: facts.replaces }) }
  return {
    document,
    language: buyer.language,
    product: facts.product,
    zone,
    period: periodOf(bill),
    sellerEmail,
    business: buyer.business,
    contractNumber: buyer.contractNumber,
    ...('order' in bill && { orderNumber: bill.order.number }),
    vatBasisPoints: vat.basisPoints,
    at: row.created_at,
  }
}

/** Returns the last paid local day (`YYYY-MM-DD`): `until` itself is the first moment that is not paid. */
export function lastDay({ from, until }: { from: Date; until: Date }, zone: string): string {
  return localDate(new Date(Math.max(until.getTime() - 1, from.getTime())), zone)
}

function periodOf(bill: InvoiceFacts['bill']): WrittenInvoice['period'] {
  if ('order' in bill) return { from: bill.order.suppliedAt, until: bill.order.suppliedAt }
  return { from: bill.purpose.from, until: bill.purpose.until }
}

/** JSON has no timestamps. */
function asWritten(bill: InvoiceFacts['bill']): InvoiceFacts['bill'] {
  if ('order' in bill)
    return { ...bill, order: { ...bill.order, suppliedAt: new Date(bill.order.suppliedAt) } }
  const { from, until } = bill.purpose
  return { ...bill, purpose: { ...bill.purpose, from: new Date(from), until: new Date(until) } }
}

function reversed({ netCents, vatBasisPoints, vatCents, grossCents }: InvoiceDocument['total']) {
  return { netCents: -netCents, vatBasisPoints, vatCents: -vatCents, grossCents: -grossCents }
}
