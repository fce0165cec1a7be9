import { couponTermsCalls } from '#contract/billing/coupon-terms-calls.ts'
import { loweredPrice } from '#domain/coupons/money-off.ts'
import type { Interval } from '#domain/interval.ts'
import { centsAMonth } from '#domain/pricing.ts'
import { m } from '#messages/generated/messages.js'
import { CallProblem, call } from '#web/platform/site/api.ts'

/** A coupon with the prices that it leads to. */
export type ReadCoupon = {
  readonly code: string
  /** Returns the lower net prices of a list price; undefined where the coupon is not for the interval. */
  readonly lower: (of: {
    readonly list: number
    readonly interval: Interval
    readonly shown: (netCents: number) => string
  }) => { readonly monthly: number; readonly period: number; readonly note: string } | undefined
}

/** Reads a coupon; undefined if it takes nothing off, as registration will say. */
export async function readCoupon(couponCode: string): Promise<ReadCoupon | undefined> {
  const reply = await call(couponTermsCalls.couponTerms, { query: { couponCode } })
  if (reply instanceof CallProblem) return undefined
  const { body: coupon } = reply
  const { code, periods } = coupon
  return {
    code,
    lower: ({ list, interval, shown }) => {
      const period = loweredPrice(list, coupon, interval)
      if (period === list) return undefined
      const texts = { code, list: shown(list) }
      return {
        monthly: centsAMonth({ interval, cents: period }),
        period,
        note: periods === null ? m.coupon_price_stays(texts) : m.pricing_coupon({ ...texts, count: periods }),
      }
    },
  }
}
