import { Temporal } from 'temporal-polyfill'
import { type Pieces, remainingPieces, type SoldPieces } from './given-back.ts'
import type { OrderState } from './order-state.ts'

/** The facts that decide a consumer's withdrawal from an order. Days are `YYYY-MM-DD`. */
export type Withdrawn = {
  readonly state: OrderState
  /** Ordered on invoice and not paid. */
  readonly isOwed: boolean
  /** The order has shipped goods. */
  readonly ships: boolean
  readonly isBusiness: boolean
  readonly placedOn: string
  /** Undefined: not known to be delivered. */
  readonly deliveredOn: string | undefined
  /** Day on which the withdrawal was received. */
  readonly today: string
  /** A voucher was redeemed: its service has begun. */
  readonly hasRedeemed: boolean
}

/**
 * Returns the result of a withdrawal from an order (§§ 355 to 357 BGB). `cancel`: not paid. `refund`: not shipped,
 * refunded at once. `goods-back`: refunded, or no longer owed, when the goods have come back. `closed`: already over.
 * Cases beyond the statutory right are the operator's decision. The period runs from the order, for goods from their
 * delivery, to the end of the 14th day.
 */
export function withdrawalOf(order: Withdrawn): 'cancel' | 'refund' | 'goods-back' | 'closed' | 'operator' {
  const { state, isOwed, ships, isBusiness, placedOn, deliveredOn, today, hasRedeemed } = order
  if (state === 'cancelled' || state === 'returned') return 'closed'
  const from = ships ? deliveredOn : placedOn
  const isLate = from !== undefined && today > lastDay(from)
  if (isBusiness || isLate || hasRedeemed) return 'operator'
  if (state === 'placed') return 'cancel'
  if (state === 'shipped' || state === 'delivered') return 'goods-back'
  return isOwed ? 'cancel' : 'refund'
}

function lastDay(from: string): string {
  return Temporal.PlainDate.from(from).add({ days: 14 }).toString()
}

/**
 * Returns the pieces that a declaration withdraws from: the named ones that are neither returned nor awaited, or all of
 * these. Undefined where the operator has to name them: the part was described in words, or is no part of this order.
 *
 * @param awaited pieces of an earlier withdrawal that are to be sent back
 */
export function withdrawnPieces(
  order: Pick<SoldPieces, 'lines' | 'returned'>,
  awaited: Pieces | null,
  { pieces, part }: { readonly pieces: Pieces | null; readonly part: string | null },
): { readonly pieces: Pieces; readonly isWhole: boolean } | undefined {
  const remaining = remainingPieces(order)
  if (remaining.every((count) => count === 0)) return { pieces: remaining, isWhole: true }
  const open = remaining.map((count, at) => count - (awaited?.[at] ?? 0))
  if (pieces === null) return part === null ? chosen(open, remaining) : undefined
  if (pieces.length !== open.length || pieces.every((count) => count === 0)) return undefined
  return chosen(
    open.map((most, at) => Math.min(Number(pieces[at]), most)),
    remaining,
  )
}

function chosen(pieces: Pieces, remaining: Pieces) {
  return { pieces, isWhole: pieces.every((count, at) => count === remaining[at]) }
}

/** Finds an order number of twelve digits in typed text, in any grouping and among other words; undefined without one. */
export function typedOrderNumber(text: string | null): string | undefined {
  const found = /(?<!\d[\s-]?)(?:\d[\s-]?){11}\d(?![\s-]?\d)/.exec(String(text))
  return found?.[0].replace(/\D/g, '')
}
