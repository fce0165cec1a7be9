import { getLocale } from '#messages/generated/runtime.js'

/** Cents as somebody of that language types euros: '12.50', '12,50'. */
export function typedPrice(cents: number): string {
  return new Intl.NumberFormat(getLocale(), { minimumFractionDigits: 2, useGrouping: false }).format(
    cents / 100,
  )
}
