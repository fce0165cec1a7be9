import type { Bill, PaidBy, RefundOrder } from '#domain/billing/decision.ts'
import { type Amount, spread } from '#domain/money.ts'
import type { BankAccount } from '#domain/shop/on-invoice.ts'
import type { VatNote, VatTreatment } from '#domain/tax/vat.ts'
import { type InvoicedOrder, type InvoiceLine, orderLines, priceLines } from './invoice-lines.ts'

/** The issuer or recipient of an invoice, as printed on it. */
export type InvoiceParty = {
  readonly name: string
  /** Lines of the postal address. */
  readonly address: string
  readonly country: string
  readonly vatId?: string | undefined
  /** Of a seller without a VAT id. */
  readonly taxNumber?: string | undefined
}

/** Legally required notes: why there is no tax, or which invoice is corrected. */
export type InvoiceNote = VatNote | 'corrects'

/** An invoice or the credit note of one. Never changed once it has a number. */
export type InvoiceDocument = {
  readonly kind: 'invoice' | 'credit-note'
  readonly number: string
  /** `YYYY-MM-DD` */
  readonly issuedOn: string
  readonly corrects?: { readonly number: string; readonly issuedOn: string }
  readonly seller: InvoiceParty
  readonly customer: InvoiceParty
  readonly lines: readonly InvoiceLine[]
  /** Below zero on a credit note. */
  readonly total: Amount
  /** By rate, where there are several; they sum to the total, whose rate is then that of the first. */
  readonly taxes?: readonly Amount[]
  /** How an invoice is paid. */
  readonly paidBy: PaidBy
  /** How what is open of it is paid, where no card will. */
  readonly transfer?: Transfer
  /** Of a credit note: where the sum goes. */
  readonly goesTo?: GoesTo
  readonly notes: readonly InvoiceNote[]
  /** The articles of which the customer owes the tax, where that is not so of all. */
  readonly reverseChargeOf?: readonly string[]
}

/** A bank transfer that is awaited: where to, what is to be written on it, and its last day (`YYYY-MM-DD`). */
export type Transfer = BankAccount & { readonly dueOn: string; readonly reference: string }

/** `transfer`: the seller transfers it. `unpaid`: nowhere, nothing was paid. `replacement`: nowhere, another invoice takes its place, and the difference goes to the card or the balance. */
export type GoesTo = 'card' | 'balance' | 'replacement' | 'transfer' | 'unpaid'

/** What is the same on every document for a customer on a day. */
export type InvoiceFrame = Pick<InvoiceDocument, 'number' | 'issuedOn' | 'seller' | 'customer'>

/**
 * What a bill said before balances had a tax: a credit was net and lowered the price, as did an amount that was too small to
 * be charged; all that was invoiced was paid by card.
 */
export type FormerBill = Omit<Bill, 'paidBy'> & { readonly creditCents: number }

/** What an order of the shop is invoiced by: its lines, which are supplied at once. */
export type OrderBill = {
  readonly key: string
  readonly order: InvoicedOrder
  readonly amount: Amount
  /** By rate, where there are several. */
  readonly taxes?: readonly Amount[]
  readonly paidBy: PaidBy
  readonly transfer?: Transfer
}

/**
 * The invoice of a price: of the period with what was agreed to lower it, or of the users. The account's balance is a way
 * to pay it and changes nothing of the price and its tax.
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
 * The credit note for a refund of an invoice, with the invoice's rates and notes whatever applies today. Where there are several
 * rates, what is given back is of all of them: by `taxes`, or by their size, as former ones were. `articles` are lines above zero;
 * what they leave of a rate is a line of its own.
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
  // a part may be of what is taxed alone
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

/** What is credited beside the articles: all of it where none comes back. */
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

/** A part of a sum of several rates, of each by its size. */
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

/** The number of a document: one consecutive series for each year of issue, invoices and credit notes alike. */
export function invoiceNumber(issuedOn: string, count: number): string {
  return `${seriesOf(issuedOn)}-${String(count).padStart(6, '0')}`
}

/** The year of issue, which names the series. */
export function seriesOf(issuedOn: string): string {
  return issuedOn.slice(0, 4)
}

/** Up to 250 EUR gross the name and address of the customer may be left out (§ 33 UStDV), unless the customer owes the tax. */
export function isSmallAmount({ total, notes }: Pick<InvoiceDocument, 'total' | 'notes'>): boolean {
  return Math.abs(total.grossCents) <= 250_00 && !notes.includes('reverse-charge')
}

/** What the law requires on an invoice (§ 14 and § 14a UStG) and this one lacks; empty if it may be issued. */
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
 * How long an invoice has to be kept, counted from the end of the year in which it was issued: eight years (§ 14b UStG as of
 * 2025), ten where its tax is declared through the One Stop Shop (Art. 369k of the VAT directive).
 */
const yearsKept = { home: 8, abroad: 10 } as const

/** Invoices issued before that day (`YYYY-MM-DD`) need not be kept any longer. `abroad`: taxed in another EU country. */
export function invoicesKeptFrom(today: string, taxed: keyof typeof yearsKept): string {
  return `${Number(today.slice(0, 4)) - yearsKept[taxed]}-01-01`
}
