import { create } from 'zustand'
import {
  type CouponBatch,
  type CouponBatchFault,
  type CouponBatchField,
  type CouponDraft,
  checkCouponBatch,
  codesOf,
  namedCodes,
  typedNumber,
} from '#domain/coupons/coupon-batch.ts'
import { m } from '#messages/generated/messages.js'
import { emptyAtLogout } from '#web/platform/site/tab-drafts.ts'

/** The form of new coupons as it is typed. */
export type CouponForm = { readonly [Field in CouponBatchField]: string }
export type FieldSentences = { readonly [Field in CouponBatchField]?: string | undefined }

export const emptyCoupons: CouponForm = {
  licenseCount: '',
  'interval.value': '',
  'interval.unit': '',
  associate: '',
  maxUsages: '',
  validUntil: '',
  codes: '',
}

/** What is typed outlives the page, in this tab: a session that ends meanwhile takes nothing away. */
export const useCouponDraft = create<CouponForm>(() => emptyCoupons)
emptyAtLogout(() => useCouponDraft.setState(emptyCoupons, true))

/** Returns the batch of a form, and the error of each field; a batch only without errors. */
export function readCouponForm(form: CouponForm): { batch?: CouponBatch; faults: FieldSentences } {
  const optional = (text: string) => text.trim() || undefined
  const draft: CouponDraft = {
    licenseCount: typedNumber(form.licenseCount),
    interval: { value: typedNumber(form['interval.value']), unit: form['interval.unit'] },
    associate: optional(form.associate),
    maxUsages: form.maxUsages.trim() ? typedNumber(form.maxUsages) : undefined,
    validUntil: optional(form.validUntil),
    codes: codesOf(form.codes),
  }
  const found = Object.entries(checkCouponBatch(draft))
  // the unit is one of those that there are, because nothing is wrong with it
  if (found.length === 0) return { batch: draft as CouponBatch, faults: {} }
  const faults = found.map(([field, { fault, codes = [] }]) => [
    field,
    sentences[fault]({ codes: namedCodes(codes) }),
  ])
  return { faults: Object.fromEntries(faults) }
}

const sentences: Record<CouponBatchFault, (values: { codes: string }) => string> = {
  'coupon-license-count': () => m.field_coupon_license_count(),
  'coupon-interval-value': () => m.field_coupon_interval_value(),
  'coupon-interval-unit': () => m.field_coupon_interval_unit(),
  'interval-long': () => m.field_interval_long(),
  'coupon-associate': () => m.field_coupon_associate(),
  'coupon-max-usages': () => m.field_coupon_max_usages(),
  'coupon-number-large': () => m.field_coupon_number_large(),
  'coupon-valid-until': () => m.field_coupon_valid_until(),
  'coupon-codes-missing': () => m.field_coupon_codes_missing(),
  'coupon-codes-many': () => m.field_coupon_codes_many(),
  'coupon-codes-strange': m.field_coupon_codes_strange,
  'coupon-codes-twice': m.field_coupon_codes_twice,
}
