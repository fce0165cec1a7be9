import type { ComingCharge } from '#domain/billing/coming/coming-charge.ts'
import type { Bill } from '#domain/billing/decision.ts'
import { loweredBy } from '#domain/billing/offer.ts'
import type { Interval } from '#domain/interval.ts'
import type { Language } from '#domain/language.ts'
import { amountOf } from '#domain/money.ts'
import type { VatTreatment } from '#domain/tax/vat.ts'
import { moneyDay } from '#domain/zone-days.ts'
import { m } from '#messages/generated-mails/messages.js'
import type { KnownCard } from '#server/books/billing/payment-card.store.ts'
import { amountText } from '#server/books/invoices/invoice-words.ts'
import { billText } from '#server/books/invoices/price-text.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { MailRow } from '#server/platform/mail/compose-mail.ts'

/** The amounts in a mail: decided, charged or refunded. Gross, in cents. */
export type MoneyFacts = {
  /** Paid. */
  readonly bill?: { readonly bill: Bill; readonly vat: VatTreatment; readonly card: KnownCard | undefined }
  /** Unpaid: when it is retried, and how long access continues. */
  readonly due?: {
    readonly grossCents: number
    readonly card: KnownCard | undefined
    readonly nextTryAt: Date | undefined
    /** A payment is in progress. */
    readonly isUnderWay: boolean
    readonly accessUntil: Date
  }
  /** Refunded to the charged cards. */
  readonly refunds?: readonly { readonly grossCents: number; readonly card: KnownCard | undefined }[]
  /** Credited to the account, and its balance since then. */
  readonly credit?: { readonly creditedCents: number; readonly balanceCents: number }
  /** The next charge. */
  readonly coming?: ComingCharge & { readonly vat: VatTreatment; readonly card: KnownCard | undefined }
  /** The card that is used from now on, or that will have expired. */
  readonly card?: KnownCard
  /** A new price that was announced, with the old one. */
  readonly prices?: ShownPrices
  /** The seller, in order confirmations. */
  readonly seller?: Config['seller']
}

/** Gross, of a period. */
type ShownPrices = {
  readonly interval: Interval
  readonly users: number
  readonly oldCents: number
  readonly newCents: number
}

type Reader = { readonly language: Language; readonly product: string; readonly zone: string }

/** The rows of every mail about money: item, tax, payment, date and card. */
export function moneyRows(facts: MoneyFacts, reader: Reader): readonly MailRow[] {
  const { bill, due, refunds = [], credit, coming, card, seller, prices } = facts
  const { language } = reader
  const locale = { locale: language }
  return [
    ...(prices ? newPriceRows(prices, language) : []),
    ...(card ? [{ label: m.mail_money_card({}, locale), value: cardText(card, language, true) }] : []),
    ...(due ? dueRows(card ? { ...due, card: undefined } : due, reader) : []),
    ...refunds.map(({ grossCents, card: paidBy }) => ({
      label: paidBy
        ? m.mail_money_refund({ card: cardText(paidBy, language) }, locale)
        : m.mail_money_refund_to_card({}, locale),
      value: amountText(grossCents, language),
      strong: true,
    })),
    ...(credit && credit.creditedCents > 0
      ? [
          {
            label: m.mail_money_credited({}, locale),
            value: amountText(credit.creditedCents, language),
            strong: true,
          },
        ]
      : []),
    ...(bill ? paidRows(bill, reader) : []),
    ...(credit && credit.balanceCents !== 0 ? [balanceRow(credit.balanceCents, language)] : []),
    ...(coming ? comingRows(coming, reader, bill !== undefined) : []),
    ...couponRows(bill?.bill ?? coming?.bill, reader),
    ...(seller ? [sellerRow(seller, language)] : []),
  ]
}

/** The old and the new price of the same users. */
function newPriceRows({ interval, users: count, oldCents, newCents }: ShownPrices, language: Language) {
  const locale = { locale: language }
  const said = {
    users: m.mail_billing_users({ count }, locale),
    interval: m.invoice_interval({ unit: interval.unit, count: interval.value }, locale),
  }
  return [
    { label: m.mail_money_old_price(said, locale), value: amountText(oldCents, language) },
    { label: m.mail_money_new_price(said, locale), value: amountText(newCents, language), strong: true },
  ]
}

/** 'Visa ending in 4242'; with its expiry where that matters. */
export function cardText(
  { brand, last4, expires }: Pick<KnownCard, 'brand' | 'last4'> & { readonly expires?: string },
  language: Language,
  withExpiry = false,
): string {
  const [year, month] = (expires ?? '').split('-')
  const named = { brand: brand.charAt(0).toUpperCase() + brand.slice(1), last4 }
  return withExpiry && month !== undefined
    ? m.mail_money_card_expires({ ...named, expires: `${month}/${year}` }, { locale: language })
    : m.mail_money_card_named(named, { locale: language })
}

/** The seller with all contact data. */
export function sellerRow(
  { name, address, email, phone, vatId }: Config['seller'],
  language: Language,
): MailRow {
  const locale = { locale: language }
  const parts = [
    name,
    ...address.split('\n').flatMap((line) => line.trim() || []),
    email,
    ...(phone === undefined ? [] : [phone]),
    ...(vatId === undefined ? [] : [m.invoice_seller_vat_id({ id: vatId }, locale)]),
  ]
  return { label: m.mail_money_seller({}, locale), value: parts.join(', ') }
}

function paidRows({ bill, vat, card }: NonNullable<MoneyFacts['bill']>, reader: Reader): readonly MailRow[] {
  const { language } = reader
  const locale = { locale: language }
  const charged = card
    ? m.mail_money_charged({ card: cardText(card, language) }, locale)
    : m.invoice_charged({}, locale)
  const credit = m.invoice_paid_from_credit({}, locale)
  return [...priceRows(bill, vat, reader), ...paymentRows(bill, { credit, charged }, language)]
}

/** Lines, sums and tax, as on the invoice. */
function priceRows(bill: Bill, vat: VatTreatment, reader: Reader): readonly MailRow[] {
  const { lines, totals, notes } = billText(bill, vat, reader)
  return [
    ...lines.map(({ text, detail, amount }) => ({
      label: detail === undefined ? text : `${text}, ${detail}`,
      value: amount,
    })),
    ...totals.map(([label, value], index) => ({ label, value, strong: index === totals.length - 1 })),
    ...notes.map((note) => ({ label: m.mail_money_vat({}, { locale: reader.language }), value: note })),
  ]
}

/** The parts paid from the balance and by card. */
function paymentRows(
  { paidBy }: Pick<Bill, 'paidBy'>,
  { credit, charged }: { readonly credit: string; readonly charged: string },
  language: Language,
): readonly MailRow[] {
  const { creditCents, cardCents, openCents, alsoCents } = paidBy
  const locale = { locale: language }
  const row = (label: string, cents: number) => ({ label, value: amountText(cents, language) })
  return [
    ...(creditCents === 0 ? [] : [row(credit, -creditCents)]),
    ...(alsoCents === 0 ? [] : [row(m.invoice_open_of_before({}, locale), alsoCents)]),
    ...(openCents === 0 ? [] : [row(m.mail_money_open({}, locale), openCents)]),
    { ...row(charged, cardCents + alsoCents), strong: true },
  ]
}

function dueRows(
  { grossCents, card, nextTryAt, isUnderWay, accessUntil }: NonNullable<MoneyFacts['due']>,
  { language, zone }: Reader,
): readonly MailRow[] {
  const locale = { locale: language }
  const day = (at: Date) => moneyDay(at, zone, language)
  const without = isUnderWay ? m.mail_money_try_now({}, locale) : m.mail_money_no_try({}, locale)
  return [
    { label: m.mail_money_due({}, locale), value: amountText(grossCents, language), strong: true },
    ...(card ? [{ label: m.mail_money_card({}, locale), value: cardText(card, language) }] : []),
    {
      label: m.mail_money_next_try({}, locale),
      value: nextTryAt ? day(nextTryAt) : without,
    },
    { label: m.mail_money_access_until({}, locale), value: day(accessUntil) },
  ]
}

/** A negative balance is owed. */
function balanceRow(balanceCents: number, language: Language): MailRow {
  const locale = { locale: language }
  return {
    label: balanceCents > 0 ? m.mail_money_balance({}, locale) : m.invoice_open_of_before({}, locale),
    value: amountText(Math.abs(balanceCents), language),
  }
}

/** What a subscription costs once its coupon has ended, and from when on. */
function couponRows(bill: Bill | undefined, { language, zone }: Reader): readonly MailRow[] {
  const purpose = bill?.purpose
  const coupon = purpose?.kind === 'period' ? loweredBy(purpose) : undefined
  if (!bill || !coupon) return []
  const locale = { locale: language }
  const { code, listCents, until } = coupon
  const list = amountText(amountOf(listCents, bill.amount.vatBasisPoints).grossCents, language)
  return until === null
    ? [{ label: m.mail_money_coupon({ code }, locale), value: m.mail_money_coupon_stays({ list }, locale) }]
    : [
        {
          label: m.mail_money_coupon_ends({ code, day: moneyDay(until, zone, language) }, locale),
          value: list,
        },
      ]
}

/** In full, or, beside a payment, only the next charge. */
function comingRows(
  { at, bill, vat, card }: NonNullable<MoneyFacts['coming']>,
  reader: Reader,
  isShort: boolean,
): readonly MailRow[] {
  const { language, zone } = reader
  const locale = { locale: language }
  const day = moneyDay(at, zone, language)
  const { paidBy, purpose } = bill
  const dueCents = paidBy.cardCents + paidBy.alsoCents
  const said = { day, card: card ? cardText(card, language) : '' }
  const charge =
    card && dueCents > 0
      ? m.mail_money_next_charge_card(said, locale)
      : m.mail_money_next_charge(said, locale)
  if (isShort) return [{ label: charge, value: amountText(dueCents, language) }]
  const { value: count = 0, unit = 'm' } = purpose.kind === 'period' ? purpose.interval : {}
  const interval = m.invoice_interval({ unit, count }, locale)
  return [
    ...priceRows(bill, vat, reader),
    ...paymentRows(bill, { credit: m.mail_money_from_credit({}, locale), charged: charge }, language),
    { label: m.mail_money_extended({}, locale), value: m.mail_money_extended_by({ interval }, locale) },
  ]
}
