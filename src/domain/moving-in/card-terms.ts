import { tidyLines } from '#domain/accounts/addressee.ts'
import { type Interval, parseInterval, sameInterval } from '#domain/interval.ts'
import { mostUsers } from '#domain/pricing.ts'
import { checkVatId, cleanVatId, isCountryCode } from '#domain/tax/vat-id.ts'
import type { Field } from './columns.ts'
import { type DayOrder, readDay } from './read-day.ts'

/** How somebody whose card is at this site's Stripe account is charged from a day on. */
export type CardTerms = {
  /** Stripe's id of the customer. */
  readonly customer: string
  /** First day of the period that is charged here, `YYYY-MM-DD`, after today. */
  readonly nextChargeOn: string
  /** Of a period, for all seats. */
  readonly price: { readonly cents: number; readonly kind: PriceKind }
  readonly interval: Interval
  readonly country: string
  readonly billingAddress: string
  readonly vatId: string | null
}

/** Whether the prices of a list hold value added tax. */
export const priceKinds = ['net', 'gross'] as const
export type PriceKind = (typeof priceKinds)[number]

/** Why a row with a card is not imported. */
export const cardFaults = [
  'customer-invalid',
  'customer-twice',
  'customer-taken',
  'customer-unknown',
  'customer-other-email',
  'customer-no-card',
  'no-stripe',
  'next-charge-invalid',
  'price-invalid',
  'interval-unsold',
  'currency-invalid',
  'country-invalid',
  'address-unprintable',
  'vat-id-invalid',
  'card-seats',
] as const
export type CardFault = (typeof cardFaults)[number]

export type CardSettings = {
  readonly order: DayOrder
  readonly zone: string
  /** Today in the seller's zone. */
  readonly today: string
  /** Undefined for a list without prices. */
  readonly prices: PriceKind | undefined
  /** Intervals on sale. */
  readonly intervals: readonly Interval[]
  readonly seats: number
}

const needed = ['customer', 'nextCharge', 'price', 'interval', 'currency', 'country', 'address'] as const

/**
 * Reads how somebody is charged; null if one of the cells is empty (but for the VAT id): then nobody is charged. What only
 * Stripe and the site know is not checked here.
 */
export function readCardTerms(
  cellOf: (field: Field) => string,
  { prices, intervals, seats, today, ...how }: CardSettings,
): CardTerms | null | CardFault {
  if (prices === undefined || needed.some((field) => cellOf(field) === '')) return null
  const customer = cellOf('customer')
  if (!/^cus_[A-Za-z0-9]{1,60}$/.test(customer)) return 'customer-invalid'
  const nextChargeOn = readDay(cellOf('nextCharge'), how)
  if (nextChargeOn === undefined || nextChargeOn <= today) return 'next-charge-invalid'
  if (cellOf('currency').toUpperCase() !== 'EUR') return 'currency-invalid'
  const cents = readCents(cellOf('price'))
  if (cents === undefined) return 'price-invalid'
  const interval = readInterval(cellOf('interval'))
  if (!interval || !intervals.some((sold) => sameInterval(sold, interval))) return 'interval-unsold'
  const country = cellOf('country').toUpperCase()
  if (!isCountryCode(country)) return 'country-invalid'
  const vatId = cleanVatId(cellOf('vatId'))
  if (checkVatId(country, vatId)) return 'vat-id-invalid'
  if (seats > mostUsers) return 'card-seats'
  return {
    customer,
    nextChargeOn,
    price: { cents, kind: prices },
    interval,
    country,
    billingAddress: tidyLines(cellOf('address')),
    vatId: vatId || null,
  }
}

/** `10`, `10.00`, `10,00 €` and `€ 10` are one price; a separator of thousands is not clear enough for money. */
function readCents(cell: string): number | undefined {
  const [, euros, rest = ''] =
    /^(\d{1,6})(?:[.,](\d{2}))?$/.exec(cell.replace(/^(?:€|EUR)\s*|\s*(?:€|EUR)$/gi, '')) ?? []
  const cents = euros === undefined ? 0 : Number(euros) * 100 + Number(rest || 0)
  return cents > 0 ? cents : undefined
}

const intervalWords: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/^(?:week|weekly|woche|wöchentlich)$/, '1w'],
  [/^(?:month|monthly|monat|monatlich)$/, '1m'],
  [/^(?:quarter|quarterly|quartal|vierteljährlich)$/, '3m'],
  [/^(?:year|yearly|annual|annually|jahr|jährlich)$/, '1y'],
]

function readInterval(cell: string): Interval | undefined {
  const text = cell.toLowerCase().replaceAll(' ', '').normalize('NFC')
  return parseInterval(intervalWords.find(([pattern]) => pattern.test(text))?.[1] ?? text)
}
