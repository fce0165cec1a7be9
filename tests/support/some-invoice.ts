import type { Bill } from '#domain/billing/decision.ts'
import { loweredPrice, type MoneyOff } from '#domain/coupons/money-off.ts'
import type { Interval } from '#domain/interval.ts'
import type { FormerBill, GoesTo, OrderBill } from '#domain/invoices/invoice.ts'
import { amountOf } from '#domain/money.ts'
import { discountFor, intervalPrice, priceSets } from '#domain/pricing.ts'
import type { VatTreatment } from '#domain/tax/vat.ts'
import type { ChargeFacts } from '#server/books/billing/charge-facts.ts'
import type { InvoiceRow } from '#server/books/invoices/invoice.store.ts'
import type { InvoiceFacts } from '#server/books/invoices/invoice-facts.ts'
import { issueInvoice } from '#server/books/invoices/issue-invoice.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { Services } from '#server/platform/services/services.ts'

export const month: Interval = { value: 1, unit: 'm' }
export const year: Interval = { value: 1, unit: 'y' }

const taxed = { basisPoints: 1900, reverseCharge: false, taxCountry: 'DE' } satisfies VatTreatment
export const reverseCharge = {
  basisPoints: 0,
  reverseCharge: true,
  note: 'reverse-charge',
} satisfies VatTreatment
export const smallBusiness = {
  basisPoints: 0,
  reverseCharge: false,
  note: 'small-business',
} satisfies VatTreatment
export const outsideScope = {
  basisPoints: 0,
  reverseCharge: false,
  note: 'outside-scope',
} satisfies VatTreatment

type Sale = {
  readonly users?: number
  readonly interval?: Interval
  readonly creditCents?: number
  readonly openCents?: number
  readonly alsoCents?: number
  readonly basisPoints?: number
  readonly key?: string
  readonly coupon?: MoneyOff
}

/** A period that was paid for: from 21 November 2026, as days go in Berlin. */
export function someBill(sale: Sale = {}): Bill {
  const {
    users = 1,
    interval = month,
    creditCents = 0,
    openCents = 0,
    alsoCents = 0,
    basisPoints = 1900,
    key = 'period-1',
  } = sale
  const plan = { ...priceSets.launch, coupon: sale.coupon }
  const sold = discountFor(plan, interval)
  if (!sold) throw new Error('not sold')
  const priceCents = loweredPrice(intervalPrice(plan, users, sold), sale.coupon, interval)
  const amount = amountOf(priceCents, basisPoints)
  return {
    key,
    purpose: {
      kind: 'period',
      index: 1,
      term: 1,
      starts: 'when-paid',
      plan,
      interval,
      paidLicenses: users,
      cycle: { anchor: '2026-11-21', zone: 'Europe/Berlin', months: 1, days: 0 },
      from: new Date('2026-11-20T23:00:00Z'),
      until: new Date(interval.unit === 'y' ? '2027-11-20T23:00:00Z' : '2026-12-20T23:00:00Z'),
      priceCents,
    },
    amount,
    paidBy: {
      creditCents: Math.min(creditCents, amount.grossCents),
      cardCents: amount.grossCents - Math.min(creditCents, amount.grossCents) - openCents,
      openCents,
      alsoCents,
    },
  }
}

/** The account's side of an invoice. */
export function someFacts(buyer: Partial<ChargeFacts['buyer']> = {}, vat: VatTreatment = taxed): ChargeFacts {
  const usual = { name: 'Ada Lovelace', address: 'Lindenweg 12\n20095 Hamburg', country: 'DE' }
  return { vat, buyer: { ...usual, business: false, language: 'en', ...buyer } }
}

/** The row of an invoice as the database answers it, JSON and all; of a credit note over `given` net where that is given. */
export function someInvoiceRow({
  buyer,
  vat = taxed,
  seller,
  given,
  product = 'Lectern',
  bill = {},
  goesTo,
}: {
  buyer?: Partial<ChargeFacts['buyer']>
  vat?: VatTreatment
  seller?: Partial<InvoiceFacts['seller']>
  given?: number
  product?: string
  bill?: Sale | Bill | FormerBill | OrderBill
  goesTo?: GoesTo
} = {}): InvoiceRow {
  const billed =
    'purpose' in bill || 'order' in bill ? bill : someBill({ ...bill, basisPoints: vat.basisPoints })
  const back = given === undefined ? undefined : amountOf(given, vat.basisPoints)
  const number = back ? '2026-000131' : '2026-000123'
  const facts: InvoiceFacts = {
    ...someFacts(buyer, vat),
    seller: {
      name: 'Robin Sample',
      address: 'Sample Street 1\n10115 Berlin\nGermany',
      email: 'robin@films.example.org',
      country: 'DE',
      vatId: 'DE136695976',
      ...seller,
    },
    product,
    zone: 'Europe/Berlin',
    bill: billed,
    ...(back && { corrects: { number: '2026-000123', issuedOn: '2026-11-21' } }),
    ...(goesTo === 'balance' && { toBalance: true as const }),
    ...(goesTo === 'replacement' && { replaced: true as const }),
    ...((goesTo === 'transfer' || goesTo === 'unpaid') && { goesTo }),
  }
  return {
    id: '11111111-1111-4111-8111-111111111111',
    number,
    kind: back ? 'credit-note' : 'invoice',
    account_id: '22222222-2222-4222-8222-222222222222',
    charge_id: null,
    corrects: back ? '2026-000123' : null,
    issued_on: back ? '2026-11-25' : '2026-11-21',
    net_cents: back ? -back.netCents : billed.amount.netCents,
    vat_cents: back ? -back.vatCents : billed.amount.vatCents,
    gross_cents: back ? -back.grossCents : billed.amount.grossCents,
    facts: JSON.parse(JSON.stringify(facts)),
    effect_key: 'some invoice',
    created_at: new Date('2026-11-21T10:00:00Z'),
  }
}

/** Issues an invoice to an account, as its payment would. */
export async function issueSome(
  services: Services,
  accountId: string,
  {
    buyer,
    vat,
    key = 'period-1',
  }: { buyer?: Partial<ChargeFacts['buyer']>; vat?: VatTreatment; key?: string } = {},
): Promise<{ id: string; number: string }> {
  return inTransaction(services.database.db, (trx) =>
    issueInvoice(trx, services, {
      accountId,
      chargeId: null,
      bill: someBill({ key }),
      facts: someFacts(buyer, vat),
    }),
  )
}
