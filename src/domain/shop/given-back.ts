import { creditableNet } from '#domain/invoices/creditable-part.ts'
import { type Amount, divideHalfUp, spread } from '#domain/money.ts'
import type { RatePart, SoldLine } from './sold-order.ts'

/** Number of pieces per line of an order, in the order of its lines. */
export type Pieces = readonly number[]

/** The facts that decide the value of pieces. */
export type SoldPieces = {
  readonly lines: readonly Pick<
    SoldLine,
    'kind' | 'quantity' | 'netCents' | 'discountCents' | 'vatBasisPoints'
  >[]
  /** Shipping costs, by rate. */
  readonly shipping: readonly RatePart[]
  /** Pieces returned before. */
  readonly returned: Pieces
}

/** Pieces of one line, or the shipping (`line` undefined), with their net price after the discount. */
export type ValuedPart = RatePart & { readonly line: number | undefined; readonly quantity: number }

/** Returns the pieces not yet returned. */
export function remainingPieces({ lines, returned }: Pick<SoldPieces, 'lines' | 'returned'>): Pieces {
  return lines.map(({ quantity }, at) => quantity - (returned[at] ?? 0))
}

/** Whether pieces can be returned: at least one, and of no line more than remain. */
export function canGiveBack(order: Pick<SoldPieces, 'lines' | 'returned'>, pieces: Pieces): boolean {
  const remaining = remainingPieces(order)
  return (
    pieces.length === remaining.length &&
    pieces.some((count) => count > 0) &&
    remaining.every((most, at) => Number(pieces[at]) >= 0 && Number(pieces[at]) <= most)
  )
}

/** Adds pieces line by line. */
export function addPieces(one: Pieces, other: Pieces): Pieces {
  return one.map((count, at) => count + (other[at] ?? 0))
}

/**
 * Returns the net price of pieces after the discount, line by line: the price of all pieces returned by then, less that
 * of those returned before. So all pieces together equal the line to the cent, in any number of returns. Shipping is
 * refunded with the last goods: the kept ones would have cost the same shipping.
 */
export function partsOfPieces(order: SoldPieces, pieces: Pieces): readonly ValuedPart[] {
  const { lines, shipping, returned } = order
  const articles = lines.flatMap(
    ({ quantity, netCents, discountCents, vatBasisPoints }, at): readonly ValuedPart[] => {
      const [before, count] = [returned[at] ?? 0, pieces[at] ?? 0]
      const worth = (many: number) => divideHalfUp((netCents - discountCents) * many, quantity)
      return count === 0
        ? []
        : [{ line: at, quantity: count, vatBasisPoints, netCents: worth(before + count) - worth(before) }]
    },
  )
  const kept = remainingPieces({
    lines,
    returned: addPieces(
      lines.map((_, at) => returned[at] ?? 0),
      pieces,
    ),
  })
  const isGoods = (at: number) => lines[at]?.kind === 'goods'
  const isLast =
    pieces.some((count, at) => count > 0 && isGoods(at)) &&
    kept.every((count, at) => count === 0 || !isGoods(at))
  return isLast
    ? [...articles, ...shipping.map((part) => ({ ...part, line: undefined, quantity: 1 }))]
    : articles
}

/**
 * Returns the value of pieces by rate, with the tax of their net sum, limited to the uncredited rest of the order's
 * invoice. The last net cent of a rate takes the rest of its tax, so that all pieces together equal the invoice.
 * @param left of the invoice, by rate
 */
export function valueOfPieces(order: SoldPieces, pieces: Pieces, left: readonly Amount[]): readonly Amount[] {
  const parts = partsOfPieces(order, pieces)
  return left
    .map((amount) =>
      creditableNet(
        amount,
        parts.reduce(
          (sum, { netCents, vatBasisPoints }) =>
            vatBasisPoints === amount.vatBasisPoints ? sum + netCents : sum,
          0,
        ),
      ),
    )
    .filter(({ grossCents }) => grossCents > 0)
}

/**
 * Assigns a credited sum to its pieces, by their value: less than their value if a part was credited before or is kept.
 * @param credited net by rate
 */
export function creditedParts(
  parts: readonly ValuedPart[],
  credited: readonly RatePart[],
): readonly ValuedPart[] {
  const shares = parts.map(() => 0)
  for (const { vatBasisPoints, netCents } of credited) {
    const ofRate = parts.map((part) => (part.vatBasisPoints === vatBasisPoints ? part.netCents : 0))
    for (const [at, share] of spread(netCents, ofRate).entries()) shares[at] = Number(shares[at]) + share
  }
  return parts.map((part, at) => ({ ...part, netCents: Number(shares[at]) }))
}

/** The gross sum of amounts. */
export function grossOf(amounts: readonly Amount[]): number {
  return amounts.reduce((sum, { grossCents }) => sum + grossCents, 0)
}
