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

/** What an invoice is written from, as it was when the money was asked for. Never read anew from the account. */
export type InvoiceFacts = ChargeFacts & {
  readonly seller: {
    readonly name: string
    readonly address: string
    readonly email: string
    readonly country: string
    readonly vatId?: string
    readonly taxNumber?: string
  }
  /** Name of the site, for what was sold. */
  readonly product: string
  /** IANA zone in which its days are told. */
  readonly zone: string
  readonly bill: Bill | FormerBill | OrderBill
  /** Of a credit note: the invoice that it corrects. */
  readonly corrects?: { readonly number: string; readonly issuedOn: string }
  /** Of a credit note for an invoice of several rates: above zero. Former ones were shared out by size. */
  readonly taxes?: readonly Amount[]
  /** Of a credit note for articles of an order: above zero. */
  readonly articles?: readonly InvoiceLine[]
  /** Of a credit note: it went onto the balance, not to the card. */
  readonly toBalance?: true
  /** Of a credit note for an order on invoice. */
  readonly goesTo?: 'transfer' | 'unpaid'
  /** Of a credit note: an invoice without tax takes the place of the one it cancels. */
  readonly replaced?: true
}

/** A row as what it says, with what its reader needs beside it. */
export type WrittenInvoice = {
  readonly document: InvoiceDocument
  readonly language: Language
  readonly product: string
  readonly zone: string
  /** What was paid for, also where it is given back. */
  readonly period: { readonly from: Date; readonly until: Date }
  readonly sellerEmail: string
  readonly business: boolean
  readonly contractNumber?: string | undefined
  /** Of an order of the shop. */
  readonly orderNumber?: string | undefined
  /** Hundredths of a percent. */
  readonly vatBasisPoints: number
  /** When it was written. */
  readonly at: Date
}

/** Reads an invoice out of its row alone: whatever account, prices or settings are today, it says the same. */
export function writtenInvoice(row: InvoiceRow): WrittenInvoice {
  const facts = row.facts as InvoiceFacts
  const { seller, buyer, vat, zone } = facts
  const total = {
    netCents: row.net_cents,
    // of the tax as it was decided: what can be computed from cents is not always a rate
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
    : { ...invoiceOf(bill, frame, vat), total }
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

/** The last local day that is paid for (`YYYY-MM-DD`): `until` itself is the first moment that is not. */
export function lastDay({ from, until }: { from: Date; until: Date }, zone: string): string {
  return localDate(new Date(Math.max(until.getTime() - 1, from.getTime())), zone)
}

function periodOf(bill: InvoiceFacts['bill']): WrittenInvoice['period'] {
  if ('order' in bill) return { from: bill.order.suppliedAt, until: bill.order.suppliedAt }
  return { from: bill.purpose.from, until: bill.purpose.until }
}

/** JSON has no instants. */
function asWritten(bill: InvoiceFacts['bill']): InvoiceFacts['bill'] {
  if ('order' in bill)
    return { ...bill, order: { ...bill.order, suppliedAt: new Date(bill.order.suppliedAt) } }
  const { from, until } = bill.purpose
  return { ...bill, purpose: { ...bill.purpose, from: new Date(from), until: new Date(until) } }
}

function reversed({ netCents, vatBasisPoints, vatCents, grossCents }: InvoiceDocument['total']) {
  return { netCents: -netCents, vatBasisPoints, vatCents: -vatCents, grossCents: -grossCents }
}
