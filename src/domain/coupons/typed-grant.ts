import type { Interval } from '#domain/interval.ts'

/** Filters typed text to a positive integer; '' for anything else (product.md section 2, Admin screens). */
export function typedCount(text: string): string {
  return /^0*[1-9]\d{0,8}$/.test(text.trim()) ? String(Number(text)) : ''
}

/** Returns the unit of typed text, by its first letter that is one: 'Months' is m. '' without one. */
export function typedUnit(text: string): Interval['unit'] | '' {
  return (/[dwmy]/i.exec(text)?.[0].toLowerCase() as Interval['unit'] | undefined) ?? ''
}

/** Removes the spaces of a typed or pasted coupon code. */
export function typedCoupon(text: string): string {
  return text.replace(/\s/g, '')
}
