import { formatMoney } from '#domain/money.ts'
import { getLocale } from '#messages/generated/runtime.js'

/** An amount of cents in the visitor's language. */
export function priceText(cents: number): string {
  return formatMoney(cents, getLocale())
}
