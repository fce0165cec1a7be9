import { typedNumber } from '#domain/coupons/coupon-batch.ts'
import { checkMoneyOff, type MoneyOffTerms } from '#domain/coupons/money-off-terms.ts'
import type { Interval } from '#domain/interval.ts'
import { typedCents } from '#domain/shop/typed-price.ts'
import { m } from '#messages/generated/messages.js'
import { readCouponForm } from './coupon-draft.ts'

/** The form of coupons that take money off, as it is typed. `off`: a fault of percent and amount together. */
export const emptyMoneyCoupons = {
  percent: '',
  amount: '',
  off: '',
  periods: '',
  intervals: [] as readonly Interval[],
  firstTime: false,
  associate: '',
  maxUsages: '',
  validUntil: '',
  codes: '',
}
export type MoneyCouponForm = typeof emptyMoneyCoupons

/** Returns the body of the call, without the password, and the error of each field; a body only without errors. */
export function readMoneyCoupons(form: MoneyCouponForm) {
  const { percent, amount, periods, intervals, firstTime, associate, maxUsages, validUntil, codes } = form
  const number = (text: string) => (text.trim() === '' ? null : typedNumber(text))
  const off: MoneyOffTerms = {
    percent: number(percent),
    offCents: amount.trim() === '' ? null : (typedCents(amount) ?? Number.NaN),
    periods: number(periods),
    intervals: intervals.length > 0 ? intervals : null,
    firstTime,
  }
  const wrong = checkMoneyOff(off)
  // what both kinds have in common has the same rules; licences are of the other kind alone
  const shared = readCouponForm({
    associate,
    maxUsages,
    validUntil,
    codes,
    licenseCount: '1',
    'interval.value': '1',
    'interval.unit': 'm',
  })
  const faults = {
    ...shared.faults,
    ...(wrong.off && { off: m.field_money_off_value() }),
    ...(wrong.periods && { periods: m.field_money_off_periods() }),
  }
  const { batch } = shared
  if (!batch || Object.keys(faults).length > 0) return { faults }
  const { licenseCount: _, interval: __, ...common } = batch
  return {
    faults,
    body: {
      ...common,
      codes: [...common.codes],
      off: { ...off, intervals: off.intervals && [...off.intervals] },
    },
  }
}
