import type { Interval } from '#domain/interval.ts'

/** A whole number above 0 as somebody types it: '' where it is none (product.md section 2, Admin screens). */
export function typedCount(text: string): string {
  return /^0*[1-9]\d{0,8}$/.test(text.trim()) ? String(Number(text)) : ''
}

/** The unit that somebody types, by the first letter that is one: 'Months' is m. '' where none is. */
export function typedUnit(text: string): Interval['unit'] | '' {
  return (/[dwmy]/i.exec(text)?.[0].toLowerCase() as Interval['unit'] | undefined) ?? ''
}

/** A coupon code as somebody types or pastes it, without its spaces. */
export function typedCoupon(text: string): string {
  return text.replace(/\s/g, '')
}
