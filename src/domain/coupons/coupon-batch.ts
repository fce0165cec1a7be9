import { isDay } from '#domain/dates.ts'
import { type Interval, isWithinCentury } from '#domain/interval.ts'
import { couponKey, isCouponCode } from './coupon.ts'

/** Coupons added together: equal except for their codes (product.md section 2, Admin screens). */
export type CouponBatch = {
  readonly licenseCount: number
  readonly interval: Interval
  /** Person who distributes the coupons. */
  readonly associate?: string | undefined
  /** Uses per coupon; absent: unlimited. */
  readonly maxUsages?: number | undefined
  /** Last day, `YYYY-MM-DD`. */
  readonly validUntil?: string | undefined
  readonly codes: readonly string[]
}

/** A batch as filled in: numbers may be missing, and the unit not chosen. */
export type CouponDraft = Omit<CouponBatch, 'interval'> & {
  readonly interval: { readonly value: number; readonly unit: string }
}

export type CouponBatchField =
  | 'licenseCount'
  | 'interval.value'
  | 'interval.unit'
  | 'associate'
  | 'maxUsages'
  | 'validUntil'
  | 'codes'

export type CouponBatchFault =
  | 'coupon-license-count'
  | 'coupon-interval-value'
  | 'coupon-interval-unit'
  | 'interval-long'
  | 'coupon-associate'
  | 'coupon-max-usages'
  | 'coupon-number-large'
  | 'coupon-valid-until'
  | 'coupon-codes-missing'
  | 'coupon-codes-many'
  | 'coupon-codes-strange'
  | 'coupon-codes-twice'

/** Faults by field, for the message `field_<fault>`; `codes` are the invalid ones. */
export type CouponBatchFaults = {
  readonly [Field in CouponBatchField]?: {
    readonly fault: CouponBatchFault
    readonly codes?: readonly string[]
  }
}

/** Limits of codes per request, by number and total characters. */
export const mostCodes = { count: 5_000, characters: 75_000 } as const

const mostLicenses = 100_000
const mostUsages = 1_000_000

/**
 * Returns the faults of each field by the rules of product.md section 2, "Coupon add"; empty if all are valid. Used by
 * browser and server. Only the database knows whether a code already exists.
 */
export function checkCouponBatch(batch: CouponDraft): CouponBatchFaults {
  const { licenseCount, interval, associate, maxUsages, validUntil } = batch
  const faults: Record<CouponBatchField, CouponBatchFault | undefined> = {
    licenseCount: numberFault(licenseCount, mostLicenses, 'coupon-license-count'),
    'interval.value': intervalFault(interval),
    'interval.unit': isUnit(interval.unit) ? undefined : 'coupon-interval-unit',
    associate: associate === undefined || isAssociate(associate) ? undefined : 'coupon-associate',
    maxUsages: maxUsages === undefined ? undefined : numberFault(maxUsages, mostUsages, 'coupon-max-usages'),
    validUntil: validUntil === undefined || isLastDay(validUntil) ? undefined : 'coupon-valid-until',
    codes: undefined,
  }
  const wrong = Object.entries(faults).flatMap(([field, fault]) => (fault ? [[field, { fault }]] : []))
  const codes = codesFault(batch.codes)
  return { ...Object.fromEntries(wrong), ...(codes && { codes }) }
}

/** Whether a text is an associate's name: 4 to 100 characters; letters, digits, `+ _ . -` and spaces. */
export function isAssociate(text: string): boolean {
  return /^[A-Za-z0-9+_. -]{4,100}$/.test(text.trim())
}

/** Returns the codes of a text, one per line; without empty lines and surrounding spaces. */
export function codesOf(text: string): string[] {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Returns the first five codes for a sentence. */
export function namedCodes(codes: readonly string[]): string {
  const named = codes.slice(0, 5).map((code) => (code.length > 40 ? `${code.slice(0, 40)}…` : code))
  return [...named, ...(codes.length > named.length ? ['…'] : [])].join(', ')
}

/** Parses a typed number; NaN if it is not a positive integer. */
export function typedNumber(text: string): number {
  return /^\s*\+?\d{1,15}\s*$/.test(text) ? Number(text) : Number.NaN
}

function numberFault(value: number, most: number, fault: CouponBatchFault): CouponBatchFault | undefined {
  if (!isPositive(value)) return fault
  return value > most ? 'coupon-number-large' : undefined
}

function intervalFault({ value, unit }: CouponDraft['interval']): CouponBatchFault | undefined {
  if (!isPositive(value)) return 'coupon-interval-value'
  return isUnit(unit) && !isWithinCentury({ value, unit }) ? 'interval-long' : undefined
}

function codesFault(codes: readonly string[]): CouponBatchFaults['codes'] {
  if (codes.length === 0) return { fault: 'coupon-codes-missing' }
  const characters = codes.reduce((sum, code) => sum + code.length, 0)
  if (codes.length > mostCodes.count || characters > mostCodes.characters)
    return { fault: 'coupon-codes-many' }
  const strange = codes.filter((code) => !isCouponCode(code))
  if (strange.length > 0) return { fault: 'coupon-codes-strange', codes: strange }
  const counts = Map.groupBy(codes, couponKey)
  // mutant `first → true`: no code is empty, and the compiler does not know it
  const twice = [...counts.values()].flatMap(([first, second]) => (first && second ? [first] : []))
  return twice.length > 0 ? { fault: 'coupon-codes-twice', codes: twice } : undefined
}

function isPositive(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0
}

function isUnit(unit: string): unit is Interval['unit'] {
  return ['d', 'w', 'm', 'y'].includes(unit)
}

/** Whether a text is a valid day of the years 2020 to 2029. */
function isLastDay(text: string): boolean {
  return /^202\d-\d\d-\d\d$/.test(text) && isDay(text)
}
