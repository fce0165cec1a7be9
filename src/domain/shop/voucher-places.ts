import type { Pieces } from './given-back.ts'
import type { SoldLine } from './sold-order.ts'

/** What became of a voucher: `void`, its money went back. */
export type VoucherState = 'open' | 'redeemed' | 'void'

/**
 * The vouchers of an order that pieces of its lines stand for, by their places among all of its vouchers: the last ones of each line
 * that nobody has redeemed, because the first are handed over first. Fewer than the pieces where fewer are open.
 *
 * @param states of each voucher of the order, in the order in which its lines bring them
 */
export function openPlaces(
  lines: readonly Pick<SoldLine, 'kind' | 'quantity'>[],
  pieces: Pieces,
  states: readonly VoucherState[],
): readonly number[] {
  return placesByLine(lines).flatMap((places, line) => {
    const open = places.filter((place) => states[place] === 'open')
    return open.slice(Math.max(open.length - (pieces[line] ?? 0), 0))
  })
}

/** How many vouchers of each line nobody has redeemed. */
export function openPieces(
  lines: readonly Pick<SoldLine, 'kind' | 'quantity'>[],
  states: readonly VoucherState[],
): Pieces {
  return placesByLine(lines).map((places) => places.filter((place) => states[place] === 'open').length)
}

/** Of each line the places of its vouchers; a line of goods has none. */
function placesByLine(lines: readonly Pick<SoldLine, 'kind' | 'quantity'>[]): readonly (readonly number[])[] {
  let first = 0
  return lines.map(({ kind, quantity }) => {
    if (kind !== 'voucher') return []
    const places = Array.from({ length: quantity }, (_, at) => first + at)
    first += quantity
    return places
  })
}
