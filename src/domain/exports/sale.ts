import type { InvoicedOrder } from '#domain/invoices/invoice-lines.ts'
import { type Amount, spread } from '#domain/money.ts'
import type { VatTreatment } from '#domain/tax/vat.ts'

/** How a sale is declared. `home`: taxed in the seller's country; `oss`: taxed in another EU country. */
type SaleCase = 'home' | 'oss' | 'reverse-charge' | 'outside-scope' | 'small-business'

/** A part of an invoice or credit note at one rate. Amounts are negative on credit notes. */
export type Sale = {
  /** Number of the document. */
  readonly number: string
  /** Day of issue, which is the tax date: subscriptions are paid in advance. */
  readonly day: string
  /** Credit notes: the corrected invoice. */
  readonly corrects?: { readonly number: string; readonly day: string } | undefined
  /** Day of the first invoice over it, if that was replaced. */
  readonly taxedOn?: string | undefined
  readonly buyer: { readonly name: string; readonly country: string; readonly vatId?: string | undefined }
  readonly case: SaleCase
  /** Country in which the tax is owed; the buyer's where none is. */
  readonly country: string
  readonly basisPoints: number
  readonly supply: 'service' | 'goods'
  readonly netCents: number
  readonly vatCents: number
}

/** An invoice or credit note as stored. */
export type SoldDocument = {
  readonly number: string
  readonly issuedOn: string
  readonly netCents: number
  readonly vatCents: number
  readonly vat: VatTreatment
  readonly buyer: { readonly name: string; readonly country: string; readonly vatId?: string | undefined }
  readonly sellerCountry: string
  readonly corrects?: { readonly number: string; readonly issuedOn: string } | undefined
  readonly taxedOn?: string | undefined
  /**
   * Amounts above zero by rate, of documents with several. Credit notes of former versions have those of their invoice, and
   * are split in proportion.
   */
  readonly taxes?: readonly Amount[] | undefined
  /** Orders of the shop. */
  readonly order?: OrderParts | undefined
}

/** Net cents of an order's goods, with shipping, and of its vouchers, by rate. */
export type OrderParts = readonly {
  readonly basisPoints: number
  readonly goodsCents: number
  readonly serviceCents: number
}[]

/**
 * Returns the parts of a document by rate, and by goods and services. They sum to the document. Goods and vouchers at the
 * same rate share it as in the order, a credit note of a part of it in the same proportion.
 */
export function salesOf(document: SoldDocument): readonly Sale[] {
  const { number, issuedOn: day, corrects, taxedOn, buyer, netCents, vatCents, vat, taxes } = document
  const rates = taxes ?? [{ vatBasisPoints: vat.basisPoints, netCents: 1, vatCents: 1 }]
  const nets = shares(
    netCents,
    rates.map((rate) => rate.netCents),
  )
  const vats = shares(
    vatCents,
    rates.map((rate) => rate.vatCents),
  )
  const byRate = rates.map(({ vatBasisPoints: basisPoints }, at) => ({
    basisPoints,
    netCents: nets[at] ?? 0,
    vatCents: vats[at] ?? 0,
  }))
  return byRate.flatMap((rate) =>
    suppliesAt(document, rate).map((part) => ({
      number,
      day,
      ...(corrects && { corrects: { number: corrects.number, day: corrects.issuedOn } }),
      ...(taxedOn !== undefined && { taxedOn }),
      buyer,
      ...placeOf(document, rate.basisPoints),
      basisPoints: rate.basisPoints,
      ...part,
    })),
  )
}

type Rate = { readonly basisPoints: number; readonly netCents: number; readonly vatCents: number }

function suppliesAt({ order }: SoldDocument, { basisPoints, netCents, vatCents }: Rate) {
  const parts = order?.find((part) => part.basisPoints === basisPoints)
  const weights = parts ? [parts.serviceCents, parts.goodsCents] : [1, 0]
  const [nets, vats] = [shares(netCents, weights), shares(vatCents, weights)]
  return (['service', 'goods'] as const).flatMap((supply, at) => {
    const part = { supply, netCents: nets[at] ?? 0, vatCents: vats[at] ?? 0 }
    return part.netCents === 0 && part.vatCents === 0 ? [] : [part]
  })
}

/** Splits cents of either sign in proportion. */
function shares(cents: number, weights: readonly number[]): readonly number[] {
  return spread(Math.abs(cents), weights).map((share) => Math.sign(cents) * share || 0)
}

/** A note says why nothing is taxed; taxed parts of the same document, such as shipped goods, are taxed at the seller's. */
function placeOf(
  { vat, buyer, sellerCountry }: SoldDocument,
  basisPoints: number,
): Pick<Sale, 'case' | 'country'> {
  if (basisPoints === 0 && vat.note) return { case: vat.note, country: buyer.country }
  const country = vat.taxCountry ?? sellerCountry
  return { case: country === sellerCountry ? 'home' : 'oss', country }
}

/** Returns an order's goods and vouchers by rate; the discount lowers them, the shipping belongs to the goods. */
export function orderParts(
  lines: readonly {
    readonly kind: string
    readonly netCents: number
    readonly discountCents: number
    readonly vatBasisPoints: number
  }[],
  shipping: NonNullable<InvoicedOrder['shipping']>['parts'],
): OrderParts {
  const rates = [...new Set([...lines, ...shipping].map(({ vatBasisPoints }) => vatBasisPoints))]
  const sumOf = (basisPoints: number, isGoods: boolean) =>
    lines
      .filter((line) => line.vatBasisPoints === basisPoints && (line.kind === 'goods') === isGoods)
      .reduce((sum, line) => sum + line.netCents - line.discountCents, 0)
  return rates.map((basisPoints) => ({
    basisPoints,
    serviceCents: sumOf(basisPoints, false),
    goodsCents:
      sumOf(basisPoints, true) +
      shipping
        .filter((part) => part.vatBasisPoints === basisPoints)
        .reduce((sum, part) => sum + part.netCents, 0),
  }))
}
