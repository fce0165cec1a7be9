import { formatMoney } from '#domain/formatted-money.ts'
import { getLocale } from '#messages/generated/runtime.js'

/** Formats integer cents in the visitor's language, always with two decimals. */
export function priceText(cents: number): string {
  return formatMoney(cents, getLocale())
}
