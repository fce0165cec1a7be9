import { localDate } from '#domain/billing/billing-period.ts'
import type { Bill } from '#domain/billing/decision.ts'
import { type InvoiceDocument, invoiceOf } from '#domain/invoices/invoice.ts'
import type { InvoiceLine } from '#domain/invoices/invoice-lines.ts'
import type { Language } from '#domain/language.ts'
import type { VatTreatment } from '#domain/tax/vat.ts'
import { m } from '#messages/generated-mails/messages.js'
import { lastDay, type WrittenInvoice } from './invoice-facts.ts'
import { amountText, dayText, percentText } from './invoice-words.ts'

/** Items, prices and tax in the reader's language. */
export type PriceText = {
  readonly lines: readonly { readonly text: string; readonly detail?: string; readonly amount: string }[]
  readonly totals: readonly (readonly [string, string])[]
}

/** Reader of a bill. */
type Reader = Pick<WrittenInvoice, 'language' | 'product' | 'zone'>

/** Returns a bill's lines, sums, and the note on missing tax, worded as on its future invoice. */
export function billText(
  bill: Bill,
  vat: VatTreatment,
  reader: Reader,
): PriceText & { readonly notes: readonly string[] } {
  const nobody = { name: '', address: '', country: '' }
  const document = invoiceOf(bill, { number: '', issuedOn: '', seller: nobody, customer: nobody }, vat)
  return { ...priceText({ ...reader, document }), notes: vatNotes(vat, reader.language) }
}

/**
 * Returns why an order or bill has no tax; empty if it has.
 * @param owed articles under reverse charge, if not all
 */
export function vatNotes(
  { note }: VatTreatment,
  language: Language,
  owed: readonly string[] = [],
): readonly string[] {
  if (note === undefined) return []
  const locale = { locale: language }
  if (note === 'reverse-charge' && owed.length > 0)
    return [m.invoice_note_reverse_charge_of({ articles: owed.join(', ') }, locale)]
  return [noteTexts[note]({}, locale)]
}

const noteTexts = {
  'reverse-charge': m.invoice_note_reverse_charge,
  'small-business': m.invoice_note_small_business,
  'outside-scope': m.invoice_note_outside_scope,
} as const

/** Returns the lines and sums of a document. */
export function priceText(invoice: Reader & Pick<WrittenInvoice, 'document'>): PriceText {
  const { document, language } = invoice
  return {
    lines: document.lines.map((line) => ({
      ...wordsOf(line, invoice),
      amount: amountText(line.netCents, language),
    })),
    totals: totalsOf(document, language),
  }
}

function wordsOf(
  line: InvoiceLine,
  invoice: Reader & Pick<WrittenInvoice, 'document'>,
): { text: string; detail?: string } {
  const { document, language, product, zone } = invoice
  const locale = { locale: language }
  const users = m.invoice_users({ count: line.users ?? 0 }, locale)
  const { value: count = 0, unit = 'm' } = line.interval ?? {}
  const interval = m.invoice_interval({ unit, count }, locale)
  const percent = line.percent === undefined ? undefined : percentText(line.percent * 100, language)
  const days = daysText(line, language, zone)
  const rate = rateOf(line, document, language)
  switch (line.kind) {
    case 'period':
      return {
        text: m.invoice_line_period({ product }, locale),
        detail: m.invoice_line_period_detail({ users, interval, days }, locale),
      }
    case 'seats':
      return {
        text: m.invoice_line_seats({ product, users }, locale),
        detail: m.invoice_line_seats_detail({ days }, locale),
      }
    case 'article':
      return {
        text: m.invoice_line_article({ quantity: line.quantity ?? 1, name: line.name ?? '' }, locale),
        ...detailOf(line.detail, rate.detail),
      }
    case 'discount':
      return { text: m.invoice_line_discount({ code: line.name ?? '' }, locale), ...rate }
    case 'shipping':
      return { text: m.invoice_line_shipping({ name: line.name ?? '' }, locale), ...rate }
    case 'users-reduction':
      return {
        text:
          percent === undefined
            ? m.invoice_line_users_reduction({ users }, locale)
            : m.invoice_line_users_reduction_percent({ users, percent }, locale),
      }
    case 'interval-reduction':
      return { text: m.invoice_line_interval_reduction({ interval, percent: percent ?? '' }, locale) }
    case 'coupon-reduction':
      return { text: m.invoice_line_coupon({ code: line.name ?? '' }, locale) }
    case 'balance':
      return {
        text: line.netCents < 0 ? m.invoice_line_credit({}, locale) : m.invoice_line_carried_over({}, locale),
      }
    case 'refund':
      return { text: m.invoice_line_refund({ number: document.corrects?.number ?? '' }, locale), ...rate }
  }
}

/** The rate of a line, on invoices with several rates or under reverse charge. */
function rateOf(
  { kind, vatBasisPoints, reverseCharge = kind !== 'article' && vatBasisPoints === 0 }: InvoiceLine,
  { taxes, reverseChargeOf }: InvoiceDocument,
  language: Language,
): { detail?: string } {
  if (!taxes || vatBasisPoints === undefined) return {}
  if (reverseChargeOf && reverseCharge)
    return { detail: m.invoice_vat_reverse_charge({}, { locale: language }) }
  return { detail: m.invoice_vat({ percent: percentText(vatBasisPoints, language) }, { locale: language }) }
}

function detailOf(...parts: readonly (string | undefined)[]): { detail?: string } {
  const detail = parts.flatMap((part) => part || []).join(' · ')
  return detail === '' ? {} : { detail }
}

/** Tax is shown where there is any, and under reverse charge; otherwise there is a single total. */
function totalsOf(
  { total, taxes, kind, notes, goesTo }: InvoiceDocument,
  language: Language,
): [string, string][] {
  const locale = { locale: language }
  const back = goesTo === 'balance' ? m.invoice_total_kept({}, locale) : m.invoice_total_credit({}, locale)
  const end =
    goesTo === 'replacement' || goesTo === 'corrected' || goesTo === 'unpaid'
      ? m.invoice_total_cancelled({}, locale)
      : kind === 'credit-note'
        ? back
        : m.invoice_total({}, locale)
  const sum: [string, string] = [end, amountText(total.grossCents, language)]
  if (!taxes && (notes.includes('small-business') || notes.includes('outside-scope'))) return [sum]
  const rows = (taxes ?? [total]).flatMap((tax): [string, string][] => {
    const percent = percentText(tax.vatBasisPoints, language)
    const net = taxes ? m.invoice_net_at({ percent }, locale) : m.invoice_net({}, locale)
    return [
      [net, amountText(tax.netCents, language)],
      [m.invoice_vat({ percent }, locale), amountText(tax.vatCents, language)],
    ]
  })
  return [...rows, sum]
}

/** From the first to the last paid day: `until` itself is the first moment that is not paid. */
export function daysText({ from, until }: InvoiceLine, language: Language, zone: string): string {
  if (!from || !until) return ''
  return m.invoice_period_days(
    {
      from: dayText(localDate(from, zone), language),
      until: dayText(lastDay({ from, until }, zone), language),
    },
    { locale: language },
  )
}
