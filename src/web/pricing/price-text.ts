import { formatMoney, formatSum } from '#domain/money.ts'
import { getLocale } from '#messages/generated/runtime.js'

/** A price in a sentence, in the visitor's language; `cents` are integer cents. */
export function priceText(cents: number): string {
  return formatMoney(cents, getLocale())
}

/** A sum in a table or beside other sums, always with its cents. */
export function sumText(cents: number): string {
  return formatSum(cents, getLocale())
}
