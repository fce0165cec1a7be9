import { typedCents } from '#domain/shop/typed-price.ts'
import { getLocale } from '#messages/generated/runtime.js'
import type { Draft } from './entry-fields.tsx'

/** Cents as somebody of that language types euros: '12.50', '12,50'. */
export function typedPrice(cents: number): string {
  return new Intl.NumberFormat(getLocale(), { minimumFractionDigits: 2, useGrouping: false }).format(
    cents / 100,
  )
}

/** The text of a field, without spaces around it. */
export function textIn(draft: Draft, name: string): string {
  const value = draft[name]
  return typeof value === 'string' ? value.trim() : ''
}

/** Stands for invalid input: every check refuses it, so the error comes from the common place. */
const noNumber = -1

export function wholeIn(draft: Draft, name: string): number {
  const text = textIn(draft, name)
  return /^\d{1,9}$/.test(text) ? Number(text) : noNumber
}

export function centsIn(draft: Draft, name: string): number {
  return typedCents(textIn(draft, name)) ?? noNumber
}

/** So many more or less: '+5', '-2'; nothing typed is no change. */
export function changeIn(draft: Draft, name: string): number {
  const text = textIn(draft, name).replace('−', '-')
  if (text === '') return 0
  return /^[+-]?\d{1,7}$/.test(text) ? Number(text) : -10_000_000
}
