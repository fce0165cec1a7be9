import type { Pieces } from './given-back.ts'
import type { SoldLine } from './sold-order.ts'

/** State of a voucher. `void`: refunded. */
export type VoucherState = 'open' | 'redeemed' | 'void'

/**
 * Returns the indexes of the vouchers for returned pieces, among all vouchers of the order: the last unredeemed ones of
 * each line, because the first are given away first. Fewer than the pieces if fewer are open.
 * @param states of each voucher, in the order of the lines
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

/** Returns the unredeemed vouchers per line. */
export function openPieces(
  lines: readonly Pick<SoldLine, 'kind' | 'quantity'>[],
  states: readonly VoucherState[],
): Pieces {
  return placesByLine(lines).map((places) => places.filter((place) => states[place] === 'open').length)
}

/** The voucher indexes of each line; none for goods. */
function placesByLine(lines: readonly Pick<SoldLine, 'kind' | 'quantity'>[]): readonly (readonly number[])[] {
  let first = 0
  return lines.map(({ kind, quantity }) => {
    if (kind !== 'voucher') return []
    const places = Array.from({ length: quantity }, (_, at) => first + at)
    first += quantity
    return places
  })
}
