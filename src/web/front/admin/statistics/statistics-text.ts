import { getLocale } from '#messages/generated/runtime.js'

/** Minutes, with one digit below ten. */
export function minutesText(seconds: number): string {
  const minutes = seconds / 60
  return minutes.toLocaleString(getLocale(), { maximumFractionDigits: minutes < 10 ? 1 : 0 })
}

/** A part from 0 to 1 in per cent; a dash where there is none. */
export function partText(part: number | null): string {
  return part === null
    ? '–'
    : part.toLocaleString(getLocale(), { style: 'percent', maximumFractionDigits: 0 })
}
