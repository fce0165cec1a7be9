import { formatMoney } from '#domain/formatted-money.ts'
import { getLocale } from '#messages/generated/runtime.js'

/** An amount in the visitor's language, always with its cents; `cents` are integer cents. */
export function priceText(cents: number): string {
  return formatMoney(cents, getLocale())
}
