import { creditableNet } from '#domain/invoices/creditable-part.ts'
import { type Amount, divideHalfUp, spread } from '#domain/money.ts'
import type { RatePart, SoldLine } from './sold-order.ts'

/** A number of pieces for each line of an order, in the order of its lines. */
export type Pieces = readonly number[]

/** What the value of pieces follows from. */
export type SoldPieces = {
  readonly lines: readonly Pick<
    SoldLine,
    'kind' | 'quantity' | 'netCents' | 'discountCents' | 'vatBasisPoints'
  >[]
  /** What the shipping cost, by rate. */
  readonly shipping: readonly RatePart[]
  /** Given back before. */
  readonly returned: Pieces
}

/** Pieces of one line, or the shipping (`line` undefined), with their net price after the discount. */
export type ValuedPart = RatePart & { readonly line: number | undefined; readonly quantity: number }

/** The pieces of an order that were not given back. */
export function remainingPieces({ lines, returned }: Pick<SoldPieces, 'lines' | 'returned'>): Pieces {
  return lines.map(({ quantity }, at) => quantity - (returned[at] ?? 0))
}

/** Whether pieces are in an order and can be given back: at least one, and of no line more than remain. */
export function canGiveBack(order: Pick<SoldPieces, 'lines' | 'returned'>, pieces: Pieces): boolean {
  const remaining = remainingPieces(order)
  return (
    pieces.length === remaining.length &&
    pieces.some((count) => count > 0) &&
    remaining.every((most, at) => Number(pieces[at]) >= 0 && Number(pieces[at]) <= most)
  )
}

/** Two numbers of pieces together, line by line. */
export function addPieces(one: Pieces, other: Pieces): Pieces {
  return one.map((count, at) => count + (other[at] ?? 0))
}

/**
 * What pieces cost, net and after the discount, line by line: the price of all pieces of the line that are given back by then, less
 * that of those that were before. So all pieces together are the line to the cent, in whatever parts they come back. The
 * shipping goes back with the last of the goods: as long as goods are kept, they would have been shipped for the same price.
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
 * What pieces are worth by rate, with the tax of their net sum, out of what no credit note has corrected of the order's invoice; never
 * more than that. The last net cent of a rate takes the rest of its tax along, so that all pieces together are the invoice.
 *
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
 * A credited sum on the pieces that it is for, by the value of each: their own where all of it is credited, less where a part
 * was credited before or is kept.
 *
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
