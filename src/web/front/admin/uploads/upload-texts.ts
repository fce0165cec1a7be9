import { getLocale } from '#messages/generated/runtime.js'

const units = ['kB', 'MB', 'GB', 'TB'] as const

/** A size as files are shown: three digits at most, decimal units. */
export function sizeText(bytes: number): string {
  const power = Math.min(Math.max(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), 1), units.length)
  const amount = bytes / 1000 ** power
  const digits = amount < 10 ? 1 : 0
  return `${new Intl.NumberFormat(getLocale(), { maximumFractionDigits: digits }).format(amount)} ${units[power - 1]}`
}

/** How long the rest takes, in whole minutes; undefined as long as nobody knows. */
export function minutesLeft({
  length,
  sent,
  rate,
}: {
  length: number
  sent: number
  rate?: number | undefined
}) {
  return rate === undefined || rate <= 0 ? undefined : Math.ceil((length - sent) / rate / 60)
}
