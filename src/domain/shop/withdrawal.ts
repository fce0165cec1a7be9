import { Temporal } from 'temporal-polyfill'
import type { OrderState } from './order-state.ts'

/** What a consumer's withdrawal from an order depends on. Days are `YYYY-MM-DD`. */
export type Withdrawn = {
  readonly state: OrderState
  /** It was ordered on invoice and is not paid. */
  readonly isOwed: boolean
  /** Something of it is shipped. */
  readonly ships: boolean
  readonly isBusiness: boolean
  readonly placedOn: string
  /** Undefined: not delivered, as far as is known. */
  readonly deliveredOn: string | undefined
  /** When the withdrawal was received. */
  readonly today: string
  /** A voucher of it was redeemed: what it was for has begun. */
  readonly hasRedeemed: boolean
}

/**
 * What a withdrawal from an order comes to (§§ 355 to 357 BGB): `cancel` what is not paid, `refund` at once what is not shipped,
 * `goods-back`: the money goes back, or is not owed any more, when the goods have come back; `closed`: it is over already. What the law does not give everybody is
 * the operator's to decide. Time runs from the order, of goods from their delivery, to the end of the 14th day.
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

/** The order number of twelve digits that somebody typed, in any grouping and among any words; undefined where there is none. */
export function typedOrderNumber(text: string | null): string | undefined {
  const found = /(?<!\d[\s-]?)(?:\d[\s-]?){11}\d(?![\s-]?\d)/.exec(String(text))
  return found?.[0].replace(/\D/g, '')
}
