import type { CartQuote } from '#contract/shop/shop.ts'
import type { Interval } from '#domain/interval.ts'
import { m } from '#messages/generated/messages.js'
import { getLocale } from '#messages/generated/runtime.js'
import { intervalName } from '#web/books/pricing/interval-name.ts'

/** Describes a voucher's value: '1 user for 3 months'. */
export function voucherText({
  licenseCount,
  interval,
}: {
  readonly licenseCount: number
  readonly interval: Interval
}): string {
  return m.shop_voucher_what({
    users: m.shop_users({ count: licenseCount }),
    interval: intervalName(interval),
  })
}

/** Returns a line's detail besides its name: a voucher's value, or the size of goods. */
export function lineText(line: CartQuote['lines'][number]): string {
  return line.kind === 'goods' ? line.variant : voucherText(line)
}

/** Formats basis points as percent: '19', '25.5'. */
export function percentText(basisPoints: number): string {
  return new Intl.NumberFormat(getLocale(), { maximumFractionDigits: 2 }).format(basisPoints / 100)
}

/** Names of an order's states. */
export const stateNames = {
  placed: m.order_state_placed,
  paid: m.order_state_paid,
  packed: m.order_state_packed,
  shipped: m.order_state_shipped,
  delivered: m.order_state_delivered,
  cancelled: m.order_state_cancelled,
  returned: m.order_state_returned,
} as const
