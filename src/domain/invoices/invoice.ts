import type { Bill, PaidBy, RefundOrder } from '#domain/billing/decision.ts'
import { type Amount, spread } from '#domain/money.ts'
import type { BankAccount } from '#domain/shop/on-invoice.ts'
import type { VatNote, VatTreatment } from '#domain/tax/vat.ts'
import { type InvoicedOrder, type InvoiceLine, orderLines, priceLines } from './invoice-lines.ts'

/** Issuer or recipient, as printed on the invoice. */
export type InvoiceParty = {
  readonly name: string
  /** Lines of the postal address. */
  readonly address: string
  readonly country: string
  readonly vatId?: string | undefined
  /** For a seller without a VAT ID. */
  readonly taxNumber?: string | undefined
}

/** Notes required by law: why no tax is charged, or which invoice is corrected. */
export type InvoiceNote = VatNote | 'corrects'

/** An invoice or credit note. Immutable once it has a number. */
export type InvoiceDocument = {
  readonly kind: 'invoice' | 'credit-note'
  readonly number: string
  /** `YYYY-MM-DD` */
  readonly issuedOn: string
  readonly corrects?: { readonly number: string; readonly issuedOn: string }
  /** The invoice that this one replaces, with another recipient. */
  readonly replaces?: { readonly number: string; readonly issuedOn: string }
  readonly seller: InvoiceParty
  readonly customer: InvoiceParty
  readonly lines: readonly InvoiceLine[]
  /** Negative on a credit note. */
  readonly total: Amount
  /** By rate, if there are several; they sum to the total, whose rate is that of the first. */
  readonly taxes?: readonly Amount[]
  /** How an invoice is paid. */
  readonly paidBy: PaidBy
  /** How the open amount is paid, unless by card. */
  readonly transfer?: Transfer
  /** On a credit note: where the sum is paid to. */
  readonly goesTo?: GoesTo
  readonly notes: readonly InvoiceNote[]
  /** The articles with reverse charge, if it does not apply to all. */
  readonly reverseChargeOf?: readonly string[]
}

/** An awaited bank transfer: account, payment reference, and due day (`YYYY-MM-DD`). */
export type Transfer = BankAccount & { readonly dueOn: string; readonly reference: string }

/**
 * `transfer`: the seller transfers it. `unpaid`: nothing was paid. `replacement`: another invoice replaces this one, and
 * the difference goes to the card or the balance. `corrected`: another one over the same sum replaces it.
 */
export type GoesTo = 'card' | 'balance' | 'replacement' | 'corrected' | 'transfer' | 'unpaid'

/** The fields shared by all documents for a customer on a day. */
export type InvoiceFrame = Pick<InvoiceDocument, 'number' | 'issuedOn' | 'seller' | 'customer'>

/**
 * A bill of former versions, when balances were net: credits and small open amounts changed the price, and the invoice
 * was always paid by card in full.
 */
export type FormerBill = Omit<Bill, 'paidBy'> & { readonly creditCents: number }

/** The invoiced content of a shop order, supplied at once. */
export type OrderBill = {
  readonly key: string
  readonly order: InvoicedOrder
  readonly amount: Amount
  /** By rate, if there are several. */
  readonly taxes?: readonly Amount[]
  readonly paidBy: PaidBy
  readonly transfer?: Transfer
}

/**
 * Returns the invoice of a price: of a period with its agreed reductions, or of users. The account's balance is a means
 * of payment and changes neither price nor tax.
 */
export function invoiceOf(
  bill: Bill | FormerBill | OrderBill,
  frame: InvoiceFrame,
  { note }: VatTreatment,
): InvoiceDocument {
  const { amount } = bill
  const formerCents = 'paidBy' in bill ? 0 : bill.creditCents
  const balance: InvoiceLine[] = formerCents === 0 ? [] : [{ kind: 'balance', netCents: -formerCents }]
  const byCard = { creditCents: 0, cardCents: amount.grossCents, openCents: 0, alsoCents: 0 }
  const lines = 'order' in bill ? orderLines(bill.order) : priceLines(bill.purpose)
  const owed = lines.flatMap(({ reverseCharge, name }) => (reverseCharge && name !== undefined ? [name] : []))
  return {
    kind: 'invoice',
    ...frame,
    lines: [...lines, ...balance],
    total: amount,
    // mutant `'taxes' in bill → true`: what it does not have is undefined,
    // mutant `bill.taxes → true`: and what is undefined it does not have
    ...('taxes' in bill && bill.taxes && { taxes: bill.taxes }),
    paidBy: 'paidBy' in bill ? bill.paidBy : byCard,
    // mutant `'transfer' in bill → true`: what it does not have is undefined,
    // mutant `bill.transfer → true`: and what is undefined it does not have
    ...('transfer' in bill && bill.transfer && { transfer: bill.transfer }),
    notes: note === undefined ? [] : [note],
    ...(owed.length > 0 && { reverseChargeOf: [...new Set(owed)] }),
  }
}

/**
 * Returns the credit note for a refund, with the invoice's rates and notes, whatever applies today. With several rates
 * the refund is split by `taxes`, or in proportion, as on former ones. `articles` are positive lines; the rest of a rate
 * is a separate line.
 */
export function creditNoteOf(
  invoice: InvoiceDocument,
  {
    amount,
    goesTo = 'card',
    taxes: credited,
    articles = [],
  }: Pick<RefundOrder, 'amount'> &
    Pick<InvoiceDocument, 'goesTo' | 'taxes'> & { readonly articles?: readonly InvoiceLine[] },
  frame: Pick<InvoiceFrame, 'number' | 'issuedOn'>,
): InvoiceDocument {
  const { number, issuedOn, seller, customer, paidBy, reverseChargeOf } = invoice
  const taxes = invoice.taxes && (credited ?? sharesOf(invoice.taxes, amount))
  // the credited part may only have taxed items
  const isOwed = !reverseChargeOf || taxes?.some(({ vatBasisPoints }) => vatBasisPoints === 0)
  return {
    kind: 'credit-note',
    ...frame,
    corrects: { number, issuedOn },
    seller,
    customer,
    paidBy,
    goesTo,
    lines: [
      ...articles.map((line) => ({ ...line, netCents: -line.netCents || 0 })),
      ...restOf(articles, taxes, amount),
    ],
    total: reversed(amount),
    ...(taxes && { taxes: taxes.map(reversed) }),
    ...(isOwed && { reverseChargeOf }),
    notes: [...invoice.notes.filter((note) => isOwed || note !== 'reverse-charge'), 'corrects'],
  }
}

/** The credited amount besides the articles; all of it if none is returned. */
function restOf(
  articles: readonly InvoiceLine[],
  taxes: readonly Amount[] | undefined,
  { netCents: wholeCents }: Pick<Amount, 'netCents'>,
): readonly InvoiceLine[] {
  const named = (vatBasisPoints?: number) =>
    articles.reduce(
      (sum, line) =>
        line.vatBasisPoints === (vatBasisPoints ?? line.vatBasisPoints) ? sum + line.netCents : sum,
      0,
    )
  const rests: readonly InvoiceLine[] = taxes?.map(({ netCents, vatBasisPoints }) => ({
    kind: 'refund',
    netCents: named(vatBasisPoints) - netCents,
    vatBasisPoints,
  })) ?? [{ kind: 'refund', netCents: named() - wholeCents }]
  return articles.length === 0 ? rests : rests.filter(({ netCents }) => netCents !== 0)
}

function reversed({ netCents, vatBasisPoints, vatCents, grossCents }: Amount): Amount {
  return { netCents: -netCents, vatBasisPoints, vatCents: -vatCents || 0, grossCents: -grossCents }
}

/** Splits a part of a sum over several rates in proportion. */
function sharesOf(
  taxes: readonly Amount[],
  { netCents, vatCents }: Pick<Amount, 'netCents' | 'vatCents'>,
): readonly Amount[] {
  const nets = spread(
    netCents,
    taxes.map((tax) => tax.netCents),
  )
  const vats = spread(
    vatCents,
    taxes.map((tax) => tax.vatCents),
  )
  return taxes.flatMap(({ vatBasisPoints }, at) => {
    const [net, vat] = [Number(nets[at]), Number(vats[at])]
    return net + vat === 0 ? [] : [{ netCents: net, vatBasisPoints, vatCents: vat, grossCents: net + vat }]
  })
}

/** Returns the number of a document: one consecutive series per year of issue, for invoices and credit notes. */
export function invoiceNumber(issuedOn: string, count: number): string {
  return `${seriesOf(issuedOn)}-${String(count).padStart(6, '0')}`
}

/** Returns the year of issue, which names the series. */
export function seriesOf(issuedOn: string): string {
  return issuedOn.slice(0, 4)
}

/**
 * Whether the customer's name and address may be left out: up to 250 EUR gross (§ 33 UStDV), unless reverse charge
 * applies.
 */
export function isSmallAmount({ total, notes }: Pick<InvoiceDocument, 'total' | 'notes'>): boolean {
  return Math.abs(total.grossCents) <= 250_00 && !notes.includes('reverse-charge')
}

/** Returns the legally required fields (§ 14 and § 14a UStG) that an invoice lacks; empty if it may be issued. */
export function missingOnInvoice(invoice: InvoiceDocument): readonly MissingOnInvoice[] {
  const { seller, customer, notes, lines, kind, corrects } = invoice
  const small = isSmallAmount(invoice)
  const missing: [MissingOnInvoice, boolean][] = [
    ['seller-name', seller.name === ''],
    ['seller-address', seller.address === ''],
    ['seller-tax-number', !small && !seller.vatId && !seller.taxNumber],
    ['customer-name', !small && customer.name === ''],
    ['customer-address', !small && customer.address === ''],
    ['vat-ids', notes.includes('reverse-charge') && (!seller.vatId || !customer.vatId)],
    ['period', kind === 'invoice' && !lines.some(({ from, until }) => from && until)],
    ['corrected-invoice', kind === 'credit-note' && !corrects],
  ]
  return missing.filter(([, isMissing]) => isMissing).map(([fact]) => fact)
}

export type MissingOnInvoice =
  | 'seller-name'
  | 'seller-address'
  | 'seller-tax-number'
  | 'customer-name'
  | 'customer-address'
  | 'vat-ids'
  | 'period'
  | 'corrected-invoice'

/**
 * Retention period of invoices, from the end of the year of issue: eight years (§ 14b UStG as of 2025), ten for tax
 * declared through the One Stop Shop (Art. 369k of the VAT directive).
 */
const yearsKept = { home: 8, abroad: 10 } as const

/** Returns the day (`YYYY-MM-DD`) before which invoices may be deleted. `abroad`: taxed in another EU country. */
export function invoicesKeptFrom(today: string, taxed: keyof typeof yearsKept): string {
  return `${Number(today.slice(0, 4)) - yearsKept[taxed]}-01-01`
}
